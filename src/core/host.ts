/**
 * The only door to the outside. The engine is handed a {@link Host} and never learns which one it has: files may
 * come from a disk, from memory, from a browser tab. Types only.
 */
import type { Diagnostic } from './error.ts'

export interface Entry {
  name: string
  type: 'file' | 'directory' | 'link' | 'other'
}

export interface Stat {
  type: 'file' | 'directory' | 'other'
}

/** Paths are absolute and slash-separated. */
export interface FileSystem {
  /** The bytes of a file. Rejects with a {@link FileError}. */
  read(path: string): Promise<Uint8Array>
  /**
   * The bytes of a file, if something stands at exactly this path that is one: undefined when the last component is a
   * link or a folder or cannot be read. Whoever has it spares the engine two questions for each file; it may be left out.
   */
  readPlain?(path: string): Promise<Uint8Array | undefined>
  /** The entries of a folder in byte order of their names. Rejects with a {@link FileError}. */
  list(path: string): Promise<Entry[]>
  /** What stands at a path, symbolic links followed; undefined when nothing does. */
  stat(path: string): Promise<Stat | undefined>
  /** The path with every symbolic link resolved. Rejects with a {@link FileError} naming the first missing component. */
  real(path: string): Promise<string>
}

export interface WritableFileSystem extends FileSystem {
  /** Writes a whole file, which appears complete or not at all. */
  write(path: string, bytes: Uint8Array): Promise<void>
  remove(path: string): Promise<void>
}

export type FileErrorCode = 'NOT_FOUND' | 'IS_DIRECTORY' | 'NOT_DIRECTORY' | 'NO_ACCESS' | 'LOOP' | 'OTHER'

/** How a file system says no. `reason` is the operating system's wording ("no such file or directory"). */
export class FileError extends Error {
  constructor(
    readonly code: FileErrorCode,
    readonly path: string,
    readonly reason: string,
  ) {
    super(`${path}: ${reason}`)
  }
}

/** Where warnings go. Never prints by itself. */
export interface Log {
  emit(diagnostic: Diagnostic): void
}
