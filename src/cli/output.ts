/** `--output`: the stream in a file, or one file per object in a folder. */
import { statSync } from 'node:fs'
import { fail } from '../core/error.ts'
import { FileError } from '../core/host.ts'
import { isAbsolute, join } from '../core/path.ts'
import { encodeUtf8 } from '../core/text.ts'
import type { BuildResult } from '../kustomize/build.ts'
import { type StagedFile, stage } from '../node/write.ts'

/** Everything is written under other names first and renamed at the end: either all files are new, or none. */
export async function writeOutput(path: string, cwd: string, result: BuildResult): Promise<void> {
  const place = isAbsolute(path) ? path : join(cwd, path)
  const files = new Map<string, string>()
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory()) {
    for (const [name, text] of fileNames(result.documents)) files.set(join(path, name), text)
  } else {
    files.set(path, result.text)
  }
  const staged: StagedFile[] = []
  try {
    for (const [file, text] of files) {
      const absolute = isAbsolute(file) ? file : join(cwd, file)
      staged.push(naming(file, () => stage(absolute, encodeUtf8(text), staged.length)))
    }
  } catch (error) {
    for (const file of staged) file.discard()
    throw error
  }
  let next = 0
  try {
    for (const file of files.keys()) {
      naming(file, () => (staged[next] as StagedFile).commit())
      next++
    }
  } catch (error) {
    for (const file of staged.slice(next)) file.discard()
    throw error
  }
}

/** Errors name the path as the user gave it. */
function naming<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw error instanceof FileError ? fail(error.code, `open ${path}: ${error.reason}`) : error
  }
}

type OutputDocument = BuildResult['documents'][number]

/**
 * File names of objects, and their texts. Objects in a namespace carry its name in front once there is more than one
 * namespace. Objects of equal names overwrite each other: those without a namespace of their own come last.
 */
export function fileNames(documents: readonly OutputDocument[]): Map<string, string> {
  const namespaces = new Set<string>()
  for (const document of documents) if (!document.clusterScoped) namespaces.add(namespaceOf(document))
  const files = new Map<string, string>()
  for (const document of documents) {
    if (document.clusterScoped) continue
    const prefix = namespaces.size > 1 ? `${namespaceOf(document).toLowerCase()}_` : ''
    files.set(prefix + fileName(document), document.text)
  }
  for (const document of documents) if (document.clusterScoped) files.set(fileName(document), document.text)
  return files
}

function namespaceOf({ namespace }: OutputDocument): string {
  return namespace === undefined || namespace === '' ? 'default' : namespace
}

function fileName({ apiVersion, kind, name }: OutputDocument): string {
  const slash = apiVersion.indexOf('/')
  const parts = [slash < 0 ? '' : apiVersion.slice(0, slash), apiVersion.slice(slash + 1), kind]
  return `${parts.filter((part) => part !== '').join('_')}_${name}.yaml`.toLowerCase()
}
