/** The words a container engine is called with (kpt 10.1). */
import { fail } from '../core/error.ts'
import { readMount } from './mounts.ts'

export const ENGINES = ['docker', 'podman', 'nerdctl'] as const
export type Engine = (typeof ENGINES)[number]

/** What runs images; without any of these, functions that are built in run as such, and all others in containers. */
export const RUNTIMES = ['native', 'container', ...ENGINES] as const

export const PULL_POLICIES = { always: 'always', ifnotpresent: 'missing', never: 'never' } as const

export interface ContainerOptions {
  engine: Engine
  /** Asks the engine once whether it is there. */
  check(): Promise<void>
  /** Functions that we have are run by the engine too, or none is; `undefined` means those that we do not have. */
  always: boolean | undefined
  network: boolean
  /** `uid:gid`; the image's own nobody by default. */
  user?: string
  pull: (typeof PULL_POLICIES)[keyof typeof PULL_POLICIES]
  mounts: readonly string[]
  variables: readonly string[]
}

/** @throws ToolError for another engine than the known ones */
export function engineNamed(name: string | undefined): Engine {
  const wanted = (name ?? '').toLowerCase()
  if (wanted === '') return 'docker'
  const found = ENGINES.find((engine) => engine === wanted)
  if (found !== undefined) return found
  throw fail('RUNTIME', `unsupported runtime: "${name}" the runtime must be one of [${ENGINES.join(' ')}]`)
}

export function containerWords(image: string, options: ContainerOptions): string[] {
  const { network, user = 'nobody', pull, mounts, variables } = options
  const words = ['run', '--rm', '-i', '--network', network ? 'host' : 'none', '--user', user]
  words.push('--security-opt=no-new-privileges', '--pull', pull)
  for (const mount of mounts) words.push('--mount', mountWord(mount))
  for (const variable of variables) words.push('-e', variable)
  // Nothing that begins with a dash passes for an image, because names of images were checked.
  words.push(image)
  return words
}

function mountWord(mount: string): string {
  const { type, source, target, isWritable } = readMount(mount)
  return `type=${type},source=${source},target=${target}${isWritable ? '' : ',readonly'}`
}

const HEX_64 = /^[0-9a-f]{64}$/

const CHATTER: Record<Engine, readonly (string | RegExp)[]> = {
  docker: [
    ...[': Already exists', ': Pulling fs layer', ': Verifying Checksum', ': Download complete', ': Pulling from'],
    ...[': Waiting', ': Pull complete', 'Digest: sha256', 'Status: Downloaded newer image'],
    ...['Status: Image is up to date for', 'Unable to find image'],
  ],
  podman: [
    ...['Trying to pull', 'Getting image source signatures', 'Copying blob sha256:', 'Copying config sha256:'],
    ...['Writing manifest to image destination', 'Storing signatures', HEX_64],
  ],
  nerdctl: [
    ...['index-sha256:', 'manifest-sha256:', 'config-sha256:', 'layer-sha256:', 'elapsed:', 'Copying blob sha256:'],
    ...['+'.repeat(38), '-'.repeat(38), HEX_64],
  ],
}

/** Whether a line of stderr is what the engine says about pulling, and not the function's. */
export function ignoresEngineLine(engine: Engine): (line: string) => boolean {
  return (line) =>
    CHATTER[engine].some((sign) => (typeof sign === 'string' ? line.includes(sign) : sign.test(line.trim())))
}
