/** The list of what a tree consists of, written beside it: what a later run may take away again. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { fail } from '../../core/error.ts'
import { compareBytes, decodeUtf8, encodeUtf8 } from '../../core/text.ts'
import type { LayoutFile } from './files.ts'
import { below } from './places.ts'

/** In the top directory of the tree; its lines are those of `sha256sum`. */
export const INVENTORY = '.strake-inventory'
const MOST_BYTES = 64 * 1024 * 1024

/** Path to the digest of the bytes that were written. */
export type Inventory = ReadonlyMap<string, string>

/** The place of the inventory of a tree: the first directory of its files. */
export function inventoryPath(files: readonly LayoutFile[]): string {
  const [first] = files
  return below(first?.directory ? first.path : '', INVENTORY)
}

/** The files with their inventory as the last one. */
export function withInventory(files: readonly LayoutFile[]): LayoutFile[] {
  const path = inventoryPath(files)
  if (files.some((file) => file.path === path)) {
    throw fail(
      'EXTRA_FILE',
      `file write failed for '${path}': the file lists what a tree consists of, and cannot be part of it`,
    )
  }
  const lines: string[] = []
  // A path with a line break has no line: its file stays when a later tree has none.
  for (const file of files) {
    if (file.directory || /[\n\r]/.test(file.path)) continue
    lines.push(`${digest(encodeUtf8(file.content))}  ${file.path}\n`)
  }
  return [...files, { path, content: lines.sort((a, b) => compareBytes(a.slice(66), b.slice(66))).join('') }]
}

/** @throws ToolError for a file that is no inventory: nothing is removed on its word */
export function readInventory(path: string, bytes: Uint8Array): Inventory {
  const wrong = (reason: string) =>
    fail('INVENTORY', `'${path}' is no inventory: ${reason}`, {
      hint: 'restore the file, or remove it: then nothing of the earlier tree is removed',
    })
  const text = bytes.length > MOST_BYTES ? undefined : decodeUtf8(bytes)
  if (text === undefined) throw wrong(bytes.length > MOST_BYTES ? `more than ${MOST_BYTES} bytes` : 'not UTF-8')
  const inventory = new Map<string, string>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, sum, file] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (sum === undefined || file === undefined) throw wrong(`the line ${JSON.stringify(line.slice(0, 80))}`)
    if (file.split('/').some((part) => ['', '.', '..', '.git'].includes(part))) {
      throw wrong(`the path ${JSON.stringify(file)} leads elsewhere`)
    }
    inventory.set(file, sum)
  }
  return inventory
}

export function digest(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes))
}
