/** What helm said its version is, remembered as long as it is the same file. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { placeFile } from './place-file.ts'
import { findProgram } from './run-program.ts'

/** Smaller ones may be launchers, which start now one helm and now another. */
const SMALLEST = 16 * 1024 * 1024
/** How programs of Linux and macOS begin. What begins otherwise may be a script. */
const NATIVE = ['7f454c46', 'cffaedfe', 'feedfacf', 'cafebabe']

/** The text that `helm version` prints; `ask` is called when it is not known, or may change with this file as it is. */
export async function rememberedVersion(
  folder: string,
  program: string,
  path: string | undefined,
  ask: () => Promise<string>,
): Promise<string> {
  const identity = identityOf(program, path)
  if (identity === undefined) return await ask()
  const name = `version-${createHash('sha256').update(identity).digest('hex')}`
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {}
  const text = await ask()
  placeFile(folder, name, text)
  return text
}

/** Undefined when this is not surely a helm that answers for itself. */
function identityOf(program: string, path: string | undefined): string | undefined {
  const found = program.includes('/') ? program : findProgram(program, path)
  if (found === undefined) return undefined
  try {
    const real = realpathSync(found)
    const { size, mtimeMs, ctimeMs, ino, dev } = statSync(real)
    if (!basename(real).startsWith('helm') || size < SMALLEST || !NATIVE.includes(beginning(real))) return undefined
    return JSON.stringify([real, size, mtimeMs, ctimeMs, ino, dev])
  } catch {
    return undefined
  }
}

function beginning(path: string): string {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(4)
    readSync(descriptor, bytes)
    return bytes.toString('hex')
  } finally {
    closeSync(descriptor)
  }
}
