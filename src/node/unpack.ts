/** Packed archives that others made, as files in memory: nothing of them comes near a disk. */
import { fail } from '../core/error.ts'
import { goQuote } from '../core/text.ts'

const MOST_BYTES = 256 * 1024 * 1024
const MOST_ENTRIES = 50_000

/**
 * The files of an archive, by their paths. As for Flux, hard links are empty files. Symbolic links lead nowhere outside of them.
 *
 * @throws ToolError for what is no such archive, is too large, or has names that lead elsewhere
 */
export async function unpack(packed: Uint8Array): Promise<Map<string, Uint8Array | { link: string }>> {
  const { unpackTar } = await import('modern-tar')
  const bytes = await unzipped(packed)
  let entries: Awaited<ReturnType<typeof unpackTar>>
  try {
    entries = await unpackTar(bytes, { strict: true })
  } catch (error) {
    throw fail('ARCHIVE', `tar error: ${(error as Error).message}`)
  }
  if (entries.length > MOST_ENTRIES) throw fail('TOO_LARGE', `the archive has more than ${MOST_ENTRIES} entries`)
  const files = new Map<string, Uint8Array>()
  const links = new Map<string, { link: string }>()
  const folders = new Set<string>()
  for (const { header, data } of entries) {
    const { name, type = 'file' } = header
    if (!isInside(name)) throw fail('ARCHIVE', `tar contained invalid name error ${goQuote(name)}`)
    if (type === 'pax-global-header') continue
    if (type !== 'file' && type !== 'directory' && type !== 'symlink' && type !== 'link')
      throw fail('ARCHIVE', `tar file entry ${name} contained unsupported file type ${type}`)
    const steps = name.split('/').filter((step) => step !== '' && step !== '.')
    const path = steps.join('/')
    const above = steps.map((_, i) => steps.slice(0, i).join('/')).slice(1)
    const isFile = type === 'file' || type === 'link'
    if (type === 'symlink') {
      links.set(path, { link: header.linkname ?? '' })
      continue
    }
    if (above.some((folder) => files.has(folder)) || (isFile && folders.has(path)))
      throw fail('ARCHIVE', `tar file entry ${name} is a file and a folder`)
    for (const folder of above) folders.add(folder)
    if (isFile && path !== '') files.set(path, data ?? new Uint8Array())
  }
  // Whatever stands where a link does, or above it, is in its place.
  for (const path of links.keys()) {
    const steps = path.split('/')
    const isBelow = steps.some((_, i) => i > 0 && isEither(steps.slice(0, i).join('/'), files, links))
    if (path === '' || isBelow || isEither(path, files, folders)) links.delete(path)
  }
  return new Map<string, Uint8Array | { link: string }>([...links, ...files])
}

type Names = { has(path: string): boolean }

function isEither(path: string, one: Names, other: Names): boolean {
  return one.has(path) || other.has(path)
}

async function unzipped(packed: Uint8Array): Promise<Uint8Array> {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) throw fail('ARCHIVE', 'requires gzip-compressed body: invalid header')
  const { gunzip } = await import('node:zlib')
  return await new Promise((done, refuse) =>
    gunzip(packed, { maxOutputLength: MOST_BYTES }, (error, bytes) => {
      if (error === null) done(bytes)
      else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        refuse(fail('TOO_LARGE', `the archive holds more than ${MOST_BYTES} bytes`))
      else refuse(fail('ARCHIVE', `requires gzip-compressed body: ${error.message}`))
    }),
  )
}

function isInside(name: string): boolean {
  return name !== '' && !/^\/|\\|\0/.test(name) && !name.split('/').includes('..')
}
