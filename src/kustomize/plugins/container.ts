/** Functions in containers: docker's words as the reference writes them (build 5.21). */
import { fail, ToolError } from '../../core/error.ts'
import type { ProgramResult } from '../../core/host.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { compareBytes } from '../../core/text.ts'
import type { FunctionSpec } from './function-spec.ts'
import type { FunctionOptions } from './options.ts'

type Container = NonNullable<FunctionSpec['container']>
type Mount = Container['mounts'][number]

/** Tried in this order when none is asked for. */
const PROGRAMS = ['docker', 'podman', 'nerdctl']

export async function runContainer(
  container: Container,
  options: FunctionOptions,
  root: string,
  run: (program: string, words: readonly string[]) => Promise<ProgramResult>,
): Promise<ProgramResult> {
  const words = containerWords(container, options, root)
  const { containerProgram } = options
  if (containerProgram !== undefined) return await run(containerProgram, words)
  let missing: unknown
  for (const program of PROGRAMS) {
    try {
      return await run(program, words)
    } catch (error) {
      if (!(error instanceof ToolError) || error.code !== 'PROGRAM_MISSING') throw error
      missing ??= error
    }
  }
  throw missing
}

/**
 * The words after `docker`.
 *
 * @example containerWords({ image: 'img:1', network: false, mounts: [], envs: [] }, {}, '/app').at(-1) // img:1
 */
export function containerWords(container: Container, options: FunctionOptions, root: string): string[] {
  const words = ['run', '--rm', '-i', '-a', 'STDIN', '-a', 'STDOUT', '-a', 'STDERR']
  words.push('--network', container.network ? 'host' : 'none', '--user', options.user ?? 'nobody')
  words.push('--security-opt=no-new-privileges')
  for (const mount of container.mounts) words.push('--mount', mountWord(safe(mount), root))
  for (const text of options.mounts ?? []) words.push('--mount', mountWord(readMount(text), root))
  words.push(...environmentWords([...container.envs, ...(options.env ?? [])]))
  words.push(imageWord(container.image))
  return words
}

/** A file must not be able to give docker options. */
function imageWord(image: string): string {
  if (/^[A-Za-z0-9][\w.:/@+-]*$/.test(image)) return image
  throw fail('FUNCTION_IMAGE', `the function's image '${image}' is no image name`)
}

function safe(mount: Mount): Mount {
  for (const text of [mount.type, mount.src, mount.dst]) {
    // A comma begins another option of the mount, a quote may hide one.
    if (/[,"\p{Cc}]/u.test(text)) {
      throw fail('MOUNT', `mount '${text}' is not permitted: commas, quotes and control characters could be options`)
    }
  }
  return mount
}

function mountWord({ type, src, dst, rw }: Mount, root: string): string {
  const source = isAbsolute(src) ? src : join(root, src)
  return `type=${type},source=${source},target=${dst}${rw ? '' : ',readonly'}`
}

/** `type=bind,src=/a,dst=/b,rw=true`; what it does not know is left out, as in the reference. */
function readMount(text: string): Mount {
  const mount: Mount = { type: '', src: '', dst: '', rw: false }
  for (const part of text.split(',')) {
    const at = part.indexOf('=')
    const name = at < 0 ? part : part.slice(0, at)
    const value = at < 0 ? '' : part.slice(at + 1)
    if (name === 'type') mount.type = value
    else if (name === 'src' || name === 'source') mount.src = value
    else if (name === 'dst' || name === 'target') mount.dst = value
    else if (name === 'rw') mount.rw = value === 'true'
  }
  return mount
}

/** Pairs sorted by name, the last of equal ones; then bare names, whose values docker takes from the user. */
function environmentWords(given: readonly string[]): string[] {
  const pairs = new Map([
    ['LOG_TO_STDERR', 'true'],
    ['STRUCTURED_RESULTS', 'true'],
  ])
  const names: string[] = []
  for (const word of given) {
    const at = word.indexOf('=')
    if (at < 0) names.push(word)
    else pairs.set(word.slice(0, at), word.slice(at + 1))
  }
  const sorted = [...pairs].sort((a, b) => compareBytes(a[0], b[0]))
  return [...sorted.map(([name, value]) => `${name}=${value}`), ...names].flatMap((word) => ['-e', word])
}
