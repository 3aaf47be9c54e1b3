/** `cfg grep`: the resources that a query holds for (CLI spec 14). */
import { fail, ToolError, wrap } from '../../core/error.ts'
import { preparePattern } from '../../core/pattern.ts'
import { INDEX, removeAnnotations, setAnnotation } from '../../krm/path-annotations.ts'
import { clone, setTag } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import { ALIAS, MAPPING, type Node, PLAIN, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import type { CfgContext, CfgFlags } from './context.ts'
import { type CfgItem, forEachPackage, printItems, readStream } from './packages.ts'
import { nodesAt, pathParts } from './path.ts'
import { compareQuantities, readQuantity } from './quantity.ts'

/** Longer ones first: `>=` holds a `>` and a `=`. */
const OPERATORS = ['>=', '<=', '>', '<', '='] as const
const HOLDS: Record<string, (comparison: number) => boolean> = {
  '>=': (comparison) => comparison >= 0,
  '<=': (comparison) => comparison <= 0,
  '>': (comparison) => comparison > 0,
  '<': (comparison) => comparison < 0,
}

const MIGRATION = 'internal.config.kubernetes.io/annotations-migration-resource-id'

interface Query {
  parts: string[]
  /** '' asks whether there is something at the path. */
  operator: string
  value: string
}

export async function grep(words: readonly string[], flags: CfgFlags, context: CfgContext): Promise<string> {
  if (words.length > 2) throw fail('USAGE', `accepts at most 2 arg(s), received ${words.length}`)
  const [text, argument] = words
  if (text === undefined) throw fail('USAGE', 'missing required argument: QUERY')
  const query = readQuery(text)
  const run = async (items: CfgItem[]) => printed(await matching(items, query, flags.bool('invert-match')), flags)
  if (argument === undefined) return await run(readStream(context.input()))
  return await forEachPackage(
    context,
    argument,
    flags.bool('recurse-subpackages'),
    run,
    (found, problem, _, isLast) => {
      if (problem !== '') return `${problem}\n`
      return found === '' || isLast ? found : `${found}---`
    },
  )
}

function readQuery(text: string): Query {
  const parts = pathParts(text)
  const last = parts.pop() as string
  const operator = OPERATORS.find((one) => last.includes(one))
  if (operator === undefined) return { parts: [...parts, last], operator: '', value: '' }
  const [name = '', value = '', ...more] = last.split(operator)
  if (more.length > 0) {
    const message = `ambiguous match -- multiple of ['<', '>', '<=', '>=', '=' in final path element: ${last}`
    throw fail('USAGE', message)
  }
  return { parts: [...parts, name], operator, value }
}

async function matching(items: readonly CfgItem[], query: Query, isInverted: boolean): Promise<CfgItem[]> {
  const test = await testOf(query)
  const found: CfgItem[] = []
  for (const [i, item] of items.entries()) {
    // It is there while the query is asked, and shows in what is said about a place.
    setAnnotation(item.root, MIGRATION, String(i))
    if ((await nodesAt(item.root, query.parts)).some(test) !== isInverted) found.push(item)
    removeAnnotations(item.root, (key) => key === MIGRATION)
  }
  return found
}

async function testOf({ operator, value }: Query): Promise<(node: Node) => boolean> {
  if (operator === '') return () => true
  if (operator === '=') {
    const pattern = await preparePattern(value, { anchored: false })
    return (node) => pattern.test(bareText(node))
  }
  const holds = HOLDS[operator] as (comparison: number) => boolean
  return (node) => {
    if (node.kind !== SCALAR || node.value === '') return false
    return holds(compareQuantities(quantityOf(node.value), readQuantity(value)))
  }
}

function quantityOf(text: string) {
  try {
    return readQuantity(text)
  } catch (error) {
    throw error instanceof ToolError ? wrap(text, error) : error
  }
}

/** A node as it would be written without styles and in one line, with its comments. */
function bareText(node: Node): string {
  const bare = clone(node.kind === ALIAS ? node.target : node)
  undress(bare)
  return emitKept(bare).trim()
}

function undress(node: Node): void {
  if (node.kind === SCALAR) {
    node.style = PLAIN
    if (node.tag.startsWith('!!')) setTag(node, '')
  } else if (node.kind === MAPPING) {
    node.flow = true
    node.keys.forEach(undress)
    node.values.forEach(undress)
  } else if (node.kind === SEQUENCE) {
    node.flow = true
    node.items.forEach(undress)
  }
}

function printed(items: readonly CfgItem[], flags: CfgFlags): string {
  if (!flags.bool('annotate')) {
    for (const { root } of items) removeAnnotations(root, (key) => key === INDEX.key || key === INDEX.legacy)
  }
  return printItems(items)
}
