/**
 * What charts were rendered to, by a digest of everything that decides about it. Files have their name once they are
 * complete and never change, so any number of processes may read and add at the same time.
 */
import { createHash, type Hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { ChartCache } from '../core/host.ts'
import { compareBytes } from '../core/text.ts'
import { hasChangingOutput } from './changing-templates.ts'
import { cacheFolder } from './fetch-cache.ts'
import { rememberedVersion } from './helm-version.ts'
import { placeFile } from './place-file.ts'

/** Changed when the same parts may stand for another output. */
const FORM = 'charts 1'
/** Reading more than this for a look into the cache is no gain. */
const LARGEST_CHART = 32 * 1024 * 1024
const MOST_FILES = 5000
const LARGEST_UNPACKED = 64 * 1024 * 1024
const LARGEST_OUTPUT = 32 * 1024 * 1024
/** What nobody has asked for in this time goes. */
const KEPT_MILLISECONDS = 30 * 24 * 3600 * 1000

type Environment = Record<string, string | undefined>

/** Undefined when the user wants none, or there is no place for it. */
export function openChartCache(environment: Environment): ChartCache | undefined {
  if (environment.STRAKE_HELM_CACHE === 'off') return undefined
  const root = cacheFolder(environment)
  if (root === undefined) return undefined
  const folder = join(root, 'charts')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    return undefined
  }
  return {
    version: (program, ask) => rememberedVersion(folder, program, environment.PATH, ask),
    async key({ chart, parts, hasNamespace }) {
      const sum = createHash('sha256')
      add(sum, FORM)
      if (!(await addFolder(sum, chart))) return undefined
      for (const part of parts) {
        if (hasChangingOutput(Buffer.from(part).toString('latin1'))) return undefined
        add(sum, part)
      }
      addVariables(sum, environment)
      if (!hasNamespace) addClusterConfiguration(sum, environment)
      return sum.digest('hex')
    },
    async read(key) {
      const path = join(folder, key)
      let text: string
      try {
        text = readFileSync(path, 'utf8')
      } catch {
        return undefined
      }
      const end = text.indexOf('\n')
      const output = text.slice(end + 1)
      // A disk that was full, or a curious hand.
      if (digestOf(output) !== text.slice(0, end)) return undefined
      touch(path)
      return output
    },
    async write(key, output) {
      if (output.length > LARGEST_OUTPUT) return
      sweep(folder)
      placeFile(folder, key, `${digestOf(output)}\n${output}`)
    },
  }
}

/** Each with its length, so that no two lists of parts look the same. */
function add(sum: Hash, part: string | Uint8Array): void {
  const bytes = Buffer.from(part)
  sum.update(`${bytes.length}\0`)
  sum.update(bytes)
}

/** Adds names and contents of a chart; false when its output cannot be told from them. */
async function addFolder(sum: Hash, chart: string): Promise<boolean> {
  let left = LARGEST_CHART
  let files = 0
  const visit = async (folder: string, shown: string): Promise<boolean> => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareBytes(a.name, b.name))
    for (const entry of entries) {
      if (++files > MOST_FILES) return false
      const path = join(folder, entry.name)
      const name = `${shown}${entry.name}`
      if (entry.isDirectory()) {
        add(sum, `${name}/`)
        if (!(await visit(path, `${name}/`))) return false
        continue
      }
      // A link may lead to what changes elsewhere.
      if (!entry.isFile() || statSync(path).size > left) return false
      const bytes = readFileSync(path)
      left -= bytes.length
      const text = await unpacked(bytes)
      if (text === undefined || hasChangingOutput(text.toString('latin1'))) return false
      add(sum, name)
      add(sum, bytes)
    }
    return true
  }
  try {
    return await visit(chart, '')
  } catch {
    // helm will say what is wrong with it.
    return false
  }
}

/** Charts within charts may be packed. Undefined when one is too large to look into. */
async function unpacked(bytes: Buffer): Promise<Buffer | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const { gunzipSync } = await import('node:zlib')
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST_UNPACKED })
  } catch {
    return undefined
  }
}

/** Variables that helm, or the clock in its templates, looks at. */
function addVariables(sum: Hash, environment: Environment): void {
  const names = Object.keys(environment).filter((name) => name.startsWith('HELM_') || name === 'TZ')
  for (const name of names.sort()) add(sum, `${name}=${environment[name]}`)
}

function addClusterConfiguration(
  sum: Hash,
  { KUBECONFIG: configured = '', HOME: home = homedir() }: Environment,
): void {
  for (const path of configured === '' ? [join(home, '.kube/config')] : configured.split(delimiter)) {
    try {
      add(sum, readFileSync(path))
    } catch {
      add(sum, '')
    }
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function touch(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {}
}

function sweep(folder: string): void {
  const oldest = Date.now() - KEPT_MILLISECONDS
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      const found = statSync(path, { throwIfNoEntry: false })
      if (found !== undefined && found.mtimeMs < oldest) rmSync(path, { recursive: true, force: true })
    }
  } catch {}
}
