import { ToolError } from '../../../src/core/error.ts'
import { Source } from '../../../src/core/source.ts'
import { FunctionFailure, type FunctionResult, type Surroundings } from '../../../src/kpt/functions/function.ts'
import { catalogFunction } from '../../../src/kpt/functions/index.ts'
import { emitKept } from '../../../src/yaml/emit.ts'
import { Mapping } from '../../../src/yaml/node.ts'
import { parse, parseAll } from '../../../src/yaml/parse.ts'

const NOTHING_AROUND: Surroundings = {
  ...{ runner: undefined, fs: undefined, network: false, variables: {} },
  place: async () => undefined,
  tell: () => {},
}

export interface Said {
  output: string
  results: FunctionResult[]
  /** What it ended with; undefined when it did its work. */
  failure: string | undefined
}

/** Runs a function of the catalog over documents, as a pipeline would. */
export async function runFunction(
  name: string,
  config: string,
  input: string,
  referenceFormat = false,
  around: Partial<Surroundings> = {},
): Promise<Said> {
  const found = catalogFunction(name)
  if (found === undefined) throw new Error(`no function ${name}`)
  const items = parseAll(new Source('input.yaml', input)).map(({ root }) => root as Mapping)
  const root = config === '' ? undefined : parse(new Source('config.yaml', config))?.root
  const list = { items, config: root instanceof Mapping ? root : undefined, version: '', referenceFormat }
  const said: Said = { output: '', results: [], failure: undefined }
  try {
    const definition = await found.entry.load()
    said.results = await definition.run(list, { ...NOTHING_AROUND, ...around })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    said.failure = error.message
    if (error instanceof FunctionFailure) said.results = error.results
  }
  // Lists are printed where those of the input stand, as a package's files are.
  const wideLists = /^( *)[^\s-].*:(?: #.*)?\n\1 {2}- /m.test(input)
  said.output = list.items.map((item) => emitKept(item, { wideLists })).join('---\n')
  return said
}

export function configMap(data: Record<string, string>): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: config}\ndata: ${JSON.stringify(data)}\n`
}

export const messages = ({ results }: Said): string[] => results.map(({ message }) => message)
