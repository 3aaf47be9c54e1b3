/**
 * corpus/flux-render: each case has the half of the command line and that of the controller. Outputs, objects and errors are
 * compared whole, the generated kustomization file as data.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import { openSource, renderKustomization } from '../../src/flux/controller.ts'
import { findKustomization } from '../../src/flux/kustomization.ts'
import { idOf, printObject, shownId } from '../../src/flux/object.ts'
import type { FindVariables } from '../../src/flux/post-build.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { toJson } from '../../src/yaml/json.ts'
import { readYaml11 } from '../../src/yaml/yaml11.ts'
import { runFlux } from '../flux/command.ts'
import { type Case, firstDifference, type Group, oneLine } from './outcome.ts'

type Judged = Awaited<ReturnType<Case['run']>>

interface Recording {
  links?: Record<string, string>
  cli?: { args: string[]; exit: number; stdout?: string; error?: string; stderr?: string }
  controller?: {
    root: string
    kustomization: { file: string; name: string; namespace: string }
    strict: boolean
    customApplyStageKinds?: string
    action: string | null
    generated?: string
    error?: string
    stages?: { name: string; wait: boolean; objects: string[] }[]
    applied?: string
  }
}

/** What we do otherwise than the reference, with the reason. */
const DIFFERENT: Record<string, string> = {
  'controller/sops-stringdata-only': 'a Secret that is still encrypted is refused, wherever its values stand',
}

export function fluxGroups(corpus: string, scratch: string): Group[] {
  const folder = join(corpus, 'flux-render/cases')
  const halves: Group[] = [
    { name: 'flux/cli', cases: [] },
    { name: 'flux/controller', cases: [] },
  ]
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name)
    const recording = JSON.parse(readFileSync(join(path, 'case.json'), 'utf8')) as Recording
    const run = (half: string, judge: (cwd: string) => Promise<Judged>) => async (): Promise<Judged> => {
      const difference = DIFFERENT[`${half}/${name}`]
      if (difference !== undefined) return { status: 'skip', reason: `different on purpose: ${difference}` }
      return await judge(prepare(path, recording, scratch))
    }
    const { cli, controller } = recording
    if (cli !== undefined) halves[0]?.cases.push({ name, run: run('cli', (cwd) => judgeCommandLine(path, cli, cwd)) })
    if (controller !== undefined)
      halves[1]?.cases.push({ name, run: run('controller', (cwd) => judgeController(path, controller, cwd)) })
  }
  return halves
}

function prepare(path: string, { links = {} }: Recording, scratch: string): string {
  const cwd = realpathSync(mkdtempSync(join(scratch, 'flux-')))
  if (existsSync(join(path, 'in'))) cpSync(join(path, 'in'), cwd, { recursive: true })
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(dirname(join(cwd, link)), { recursive: true })
    symlinkSync(target, join(cwd, link))
  }
  return cwd
}

function compare(what: string, expected: string, actual: string): Judged {
  if (expected === actual) return { status: 'pass' }
  const difference = firstDifference(expected, actual)
  return { status: 'fail', reason: `${what}: ${oneLine(difference)}`, difference }
}

function readOptional(path: string, name: string | undefined): string {
  return name === undefined ? '' : readFileSync(join(path, name), 'utf8')
}

async function judgeCommandLine(path: string, cli: NonNullable<Recording['cli']>, cwd: string): Promise<Judged> {
  const before = snapshot(cwd)
  const { code, stdout, stderr } = await runFlux(cli.args, cwd)
  if (snapshot(cwd) !== before) return { status: 'fail', reason: 'the input was changed' }
  const said = cli.exit === 0 ? warnings(stderr) : `✗ ${stderr.split('✗ ')[1]?.trimEnd()}`
  const expected = cli.exit === 0 ? (cli.stderr ?? '') : `✗ ${cli.error}`
  const all = (exit: number, message: string, output: string) => `exit ${exit}\n${message}\n${output}`
  return compare(
    'output',
    all(cli.exit, expected, readOptional(path, cli.stdout)),
    all(code, said.replaceAll(cwd, '{cwd}'), stdout.replaceAll(cwd, '{cwd}')),
  )
}

/** The reference's lines, without the time; ours say where and what to do. */
function warnings(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line !== '' && !/^ {2}(?:-->|hint:)/.test(line))
  return lines.map((line) => line.replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /, '')).join('\n')
}

function snapshot(folder: string): string {
  const files: string[] = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    files.push(entry.isFile() ? `${file}\n${readFileSync(file, 'latin1')}` : file)
  }
  return files.sort().join('\n')
}

async function judgeController(
  path: string,
  recorded: NonNullable<Recording['controller']>,
  cwd: string,
): Promise<Judged> {
  const { file, name, namespace } = recorded.kustomization
  const source = new Source(file, readFileSync(join(cwd, file), 'utf8'))
  const root = join(cwd, recorded.root)
  const shown = (text: string) => text.replaceAll(root, recorded.root === '.' ? '{root}' : `{cwd}/${recorded.root}`)
  try {
    const kustomization = findKustomization(source, name, namespace)
    if (kustomization === undefined) throw new Error(`no Kustomization ${namespace}/${name}`)
    kustomization.metadata.namespace = namespace
    const rendered = await renderKustomization({
      kustomization,
      source: openSource(nodeFileSystem(), root),
      strict: recorded.strict,
      findVariables: variablesOf(path, namespace),
      customStageKinds: recorded.customApplyStageKinds?.split(',') ?? [],
    })
    if (recorded.error !== undefined) return { status: 'fail', reason: `no error; expected ${recorded.error}` }
    const { generated, stages } = rendered
    const objects = stages.flatMap((stage) => stage.objects)
    const whole = (action: string | null, file: string, order: unknown, text: string) =>
      `${action}\n${asData(file)}\n${JSON.stringify(order, undefined, 1)}\n${text}`
    return compare(
      'applied',
      whole(
        recorded.action,
        readOptional(path, recorded.generated),
        recorded.stages,
        readOptional(path, recorded.applied),
      ),
      whole(
        generated.action,
        generated.text,
        stages.map((stage) => ({
          name: stage.name,
          wait: stage.waits,
          objects: stage.objects.map((object) => shownId(idOf(object))),
        })),
        objects.map((object) => `---\n${printObject(object)}`).join(''),
      ),
    )
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return compare('error', recorded.error ?? 'no error', shown(error.message).replaceAll(cwd, '{cwd}').trimEnd())
  }
}

function asData(text: string): string {
  const root = readYaml11(new Source('', text))
  return root === undefined ? '' : JSON.stringify(JSON.parse(toJson(root)), undefined, 1)
}

/** What the cluster has. */
function variablesOf(path: string, namespace: string): FindVariables {
  interface Holder {
    kind: string
    metadata: { name: string; namespace: string }
    data?: Record<string, string>
    stringData?: Record<string, string>
  }
  const text = existsSync(join(path, 'objects.yaml')) ? readFileSync(join(path, 'objects.yaml'), 'utf8') : ''
  const holders = text
    .split(/^---.*\n/m)
    .filter((document) => document.trim() !== '')
    .map((document): Holder => JSON.parse(asData(document)))
  return (kind, name) => {
    const found = holders.find(
      (one) => one.kind === kind && one.metadata.name === name && one.metadata.namespace === namespace,
    )
    if (found === undefined) return undefined
    const decode = (value: string) => (kind === 'Secret' ? Buffer.from(value, 'base64').toString() : value)
    const data = Object.entries(found.data ?? {}).map(([key, value]) => [key, decode(value)])
    return { ...Object.fromEntries(data), ...found.stringData }
  }
}
