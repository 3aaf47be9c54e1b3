/**
 * Whether a change of files can make a difference for a Kustomization, found out by reading alone. It is only left out when
 * that is certain: the folder, and everything that its files lead to, has nothing that has changed, and nothing that others
 * need to know about (Kustomizations, sources, variables). In doubt it is rendered.
 */
import { type Entry, FileError, type FileSystem } from '../../core/host.ts'
import { basename, clean, dirname, isAbsolute, isWithin, join } from '../../core/path.ts'
import { FILE_NAMES } from '../../kustomize/target.ts'
import type { RenderRequest } from '../tree.ts'
import type { Changes } from './changes.ts'

/** Larger files are not searched. */
const LARGEST = 4 << 20

interface Facts {
  /** It may define something that others need, or lead to where nobody can tell. */
  isOpen: boolean
  /** Paths outside of its folder. */
  leads: Step[]
  text: string
}

/** A path, and what stands there when it was found in a folder. */
interface Step {
  path: string
  type: Entry['type'] | undefined
}

const OPEN_FILE: Facts = { isOpen: true, leads: [], text: '' }

export class UntouchedSearch {
  private readonly known = new Map<string, Promise<Facts>>()

  constructor(
    private readonly changes: Changes,
    /** What variables are taken from, by name. */
    private readonly wanted: ReadonlySet<string>,
    /** The repository on one of both sides: what has not changed is the same on the other. Ignored files are in it too. */
    private readonly repository: { fs: FileSystem; root: string },
  ) {}

  /** Nothing of what decides about its objects has changed, and nothing but its objects comes of it. */
  async isUntouched({ kustomization, source, folder }: RenderRequest): Promise<boolean> {
    if (source.files === undefined || this.changes.hasIgnoreFile) return false
    const { root } = source.files
    const fs = root === this.repository.root ? this.repository.fs : source.files.fs
    const seen = new Set([folder, ...kustomization.spec.components.map((path) => clean(`${folder}/${path}`))])
    try {
      // Files are read together: one by one, each would be waited for.
      for (let wave = [...seen].map((path): Step => ({ path, type: undefined })); wave.length > 0; ) {
        // What lies in a folder that nothing has changed in has not changed either.
        const isOpen = ({ path, type }: Step) =>
          type === undefined && (!isWithin(path, root) || this.changes.touches(path))
        if (wave.some(isOpen)) return false
        const next = await Promise.all(wave.map((step) => this.look(fs, step)))
        wave = []
        for (const steps of next) {
          if (steps === undefined) return false
          for (const step of steps) if (!seen.has(step.path)) wave.push(step)
          for (const { path } of steps) seen.add(path)
        }
      }
      return true
    } catch (error) {
      if (error instanceof FileError) return false
      throw error
    }
  }

  /** Where a file or folder leads to; undefined when that is not certain. */
  private async look(fs: FileSystem, { path, type }: Step): Promise<readonly Step[] | undefined> {
    // A link on the way would lead to where nobody has looked for changes.
    if (type === undefined && (await fs.real(path)) !== path) return undefined
    const found = type ?? (await fs.stat(path))?.type
    if (found === 'directory') {
      const entries = await fs.list(path)
      if (entries.some(({ type }) => type === 'link' || type === 'other')) return undefined
      return entries.map(({ name, type }) => ({ path: join(path, name), type }))
    }
    if (found !== 'file') return undefined
    let facts = this.known.get(path)
    if (facts === undefined) {
      facts = readFacts(fs, path)
      this.known.set(path, facts)
    }
    const { isOpen, leads, text } = await facts
    if (isOpen) return undefined
    for (const name of this.wanted) if (text.includes(name)) return undefined
    return leads
  }
}

async function readFacts(fs: FileSystem, path: string): Promise<Facts> {
  const text = (await fs.readText?.(path)) ?? new TextDecoder().decode(await fs.read(path))
  if (text.length > LARGEST) return OPEN_FILE
  if (DEFINING.test(text) || HIDING.test(text)) return OPEN_FILE
  if (FILE_NAMES.some((name) => name === basename(path)) && REMOTE.test(text)) return OPEN_FILE
  return { isOpen: false, leads: leadsOf(text, path), text }
}

/** Kustomizations and sources; kinds that are put together by substitution, replacements or patches. */
const DEFINING =
  /kustomize\.toolkit\.fluxcd\.io|GitRepository|OCIRepository|Bucket|ExternalArtifact|HelmChart|\b(?:kind|apiVersion)\b["']?\s*:[^\n]*\$|(?:fieldPaths?|path)\b[^\n]*\b(?:kind|apiVersion)\b|-\s+["']?(?:kind|apiVersion)\b/

/** Ways of YAML to write a word so that a search does not find it. */
const HIDING = /!!binary|\\[xuU][0-9a-fA-F]|\\\r?\n|^\ufeff|\0/

/** What is fetched may hold anything. */
const REMOTE = /:\/\/|git@|::|[?&](?:ref|version)=|github\.com/

/** Words with `..` in them, alone and with the rest of their line, as names may have spaces. */
function leadsOf(text: string, file: string): Step[] {
  if (!text.includes('..')) return []
  const leads: Step[] = []
  for (const match of text.matchAll(/[^\s"'[\],{}]*\.\.[^\s"'[\],{}]*/g)) {
    const [word] = match
    if (!word.split('/').includes('..')) continue
    const rest = text.slice(match.index, text.indexOf('\n', match.index) >>> 0)
    for (const one of new Set([word, rest.replace(/["'\s\],}]+$/, '')])) {
      if (!isAbsolute(one)) leads.push({ path: join(dirname(file), one.replace(/^[^/=]*=/, '')), type: undefined })
    }
  }
  return leads
}
