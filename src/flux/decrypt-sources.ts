/** Which files of a source are decrypted before the build: those that secret generators and patches name (flux 7). */
import { fail, ToolError } from '../core/error.ts'
import { FileError, type FileSystem } from '../core/host.ts'
import { isAbsolute, join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { decodeUtf8 } from '../core/text.ts'
import type { Kustomization } from '../kustomize/types.ts'
import { decodeKustomizationFile, readKustomizationFile } from './generate.ts'
import { formatOf, isSealedAs, type SopsFormat, sealedFormat } from './sops-formats.ts'

const LARGEST_FILE = 5 * 1024 * 1024

export interface SealedFileName {
  /** Absolute, symbolic links resolved. */
  path: string
  format: SopsFormat
  text: string
}

export interface SealedSources {
  files: SealedFileName[]
  /** Encrypted texts that have been read through {@link withOpened}, by path. */
  read: ReadonlyMap<string, string>
  /** A file system with other bytes for some files. */
  withOpened(opened: ReadonlyMap<string, Uint8Array>): FileSystem
}

/** Follows resources and components into local folders. What cannot be read is left to the build, which says why. */
export async function findSealedSources({
  fs,
  folder,
  text,
}: {
  fs: FileSystem
  folder: string
  text: string
}): Promise<SealedSources> {
  const files = new Map<string, SealedFileName>()
  const visited = new Set<string>()
  const visit = async (root: string, kustomization: Kustomization | undefined): Promise<void> => {
    if (kustomization === undefined || visited.has(root)) return
    visited.add(root)
    for (const [name, format] of namedFiles(kustomization)) {
      const path = isAbsolute(name) ? name : join(root, name)
      const found = await readSealedFile(fs, path, format)
      if (found !== undefined && !files.has(found.path)) files.set(found.path, found)
    }
    for (const entry of [...kustomization.resources, ...kustomization.components]) {
      const inner = join(root, entry)
      if (isAbsolute(entry) || (await fs.stat(inner))?.type !== 'directory') continue
      const real = await fs.real(inner)
      if (!visited.has(real)) await visit(real, await kustomizationIn(fs, real))
    }
  }
  await visit(await fs.real(folder), decodeKustomizationFile(new Source('', text)))
  const read = new Map<string, string>()
  return { files: [...files.values()], read, withOpened: (opened) => watched(fs, opened, read) }
}

/** Files that the controller decrypts, in the format that their key or name stands for. */
function* namedFiles({ secretGenerator, patches }: Kustomization): Iterable<[name: string, format: SopsFormat]> {
  for (const { files, envs, env } of secretGenerator) {
    for (const file of files) {
      const equals = file.indexOf('=')
      const key = equals < 0 ? file : file.slice(0, equals)
      yield [file.slice(equals + 1), formatOf(key)]
    }
    for (const file of env === '' ? envs : [...envs, env]) {
      const format = formatOf(file)
      yield [file, format === 'binary' ? 'dotenv' : format]
    }
  }
  for (const { path } of patches) if (path !== '') yield [path, formatOf(path)]
}

async function readSealedFile(fs: FileSystem, path: string, format: SopsFormat): Promise<SealedFileName | undefined> {
  if ((await fs.stat(path))?.type !== 'file') return undefined
  const real = await fs.real(path)
  const bytes = await fs.read(real)
  if (bytes.length > LARGEST_FILE)
    throw fail(
      'FILE_SIZE',
      `${real}: cannot decrypt file with size (${bytes.length} bytes) exceeding limit (${LARGEST_FILE})`,
    )
  if (!hasSealedValue(bytes)) return undefined
  const text = decodeUtf8(bytes)
  return text !== undefined && isSealedAs(format, text) ? { path: real, format, text } : undefined
}

async function kustomizationIn(fs: FileSystem, folder: string): Promise<Kustomization | undefined> {
  try {
    const source = await readKustomizationFile(fs, folder)
    return source && decodeKustomizationFile(source)
  } catch (error) {
    if (error instanceof ToolError || error instanceof FileError) return undefined
    throw error
  }
}

function watched(fs: FileSystem, opened: ReadonlyMap<string, Uint8Array>, read: Map<string, string>): FileSystem {
  const note = (path: string, text: string): void => {
    if (['yaml', 'json'].includes(sealedFormat(text) ?? '')) read.set(path, text)
  }
  const noted = (path: string, bytes: Uint8Array): Uint8Array => {
    if (hasSealedValue(bytes)) note(path, decodeUtf8(bytes) ?? '')
    return bytes
  }
  return {
    ...(fs.isDisk === undefined ? {} : { isDisk: fs.isDisk }),
    async read(path) {
      const real = opened.size === 0 ? path : await fs.real(path)
      return opened.get(real) ?? noted(path, await fs.read(path))
    },
    async readText(path) {
      const text = opened.has(path) ? undefined : await fs.readText?.(path)
      if (text !== undefined) note(path, text)
      return text
    },
    list: (path) => fs.list(path),
    stat: (path) => fs.stat(path),
    real: (path) => fs.real(path),
  }
}

const [E, N, C, BRACKET] = [0x45, 0x4e, 0x43, 0x5b]

/** Whether `ENC[` stands in a file: one without is not encrypted, and need not be decoded to be known so. */
function hasSealedValue(bytes: Uint8Array): boolean {
  for (let i = bytes.indexOf(BRACKET, 3); i >= 0; i = bytes.indexOf(BRACKET, i + 1))
    if (bytes[i - 1] === C && bytes[i - 2] === N && bytes[i - 3] === E) return true
  return false
}
