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

/** What is there at once where that costs nothing. */
export type MaybePromise<T> = T | Promise<T>

/** Paths are absolute and slash-separated. */
export interface FileSystem {
  /** Its paths are those of this machine, so that programs can be given them. */
  readonly isDisk?: boolean
  /** The bytes of a file. Rejects with a {@link FileError}. */
  read(path: string): Promise<Uint8Array>
  /**
   * The text of a file that is UTF-8, if something stands at exactly this path that is one: undefined when it is empty,
   * when the last component is a link or a folder or when it cannot be read. Whoever has it spares the engine two
   * questions for each file, and a turn of the event loop where it answers at once; it may be left out.
   */
  readText?(path: string): MaybePromise<string | undefined>
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

/** What a folder is to become. Paths are relative to it and slash-separated. */
export interface FolderChanges {
  /** Made when they are not there, also those above the written files. */
  directories: readonly string[]
  written: ReadonlyMap<string, Uint8Array>
  /** Folders that are empty without them go, too. */
  removed: readonly string[]
}

/** A file system whose folders can be changed as a whole. */
export interface TreeFileSystem extends FileSystem {
  /**
   * Makes all changes or, as far as a disk allows, none. Rejects with a `ToolError` when a path leads out of the folder,
   * over a symbolic link too, or when something else stands in the way.
   */
  change(folder: string, changes: FolderChanges): Promise<void>
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

/** A state of a git repository, as a kustomization asks for it. */
export interface RepositoryRequest {
  url: string
  /** Branch, tag or commit; '' for the default branch. */
  ref: string
  submodules: boolean
  /** How long each step may take. */
  timeoutSeconds: number
  /** `ref` is in words of the caller's: this picks the ref that is meant, of all tags and the commits that they stand for. */
  choose?(tags: ReadonlyMap<string, string>): string
}

/** A checked-out repository: a folder that nobody writes to. */
export interface Repository {
  fs: FileSystem
  /** Absolute, symbolic links resolved. */
  root: string
  commit: string
}

/** What a web server said. */
export interface Answer {
  status: number
  /** The status in words. */
  reason: string
  bytes: Uint8Array
}

/**
 * Fetches remote parts. One that is asked the same again gives the same answer, so that a build sees one state of the
 * world. Rejects with a `ToolError`.
 */
export interface Fetcher {
  repository(request: RepositoryRequest): Promise<Repository>
  /** Whether the repository can be had without asking anyone. */
  atHand(request: RepositoryRequest): Promise<boolean>
  /** A file over HTTP or HTTPS. */
  file(url: string): Promise<Answer>
  /** Removes what is only needed while building. */
  close(): Promise<void>
}

/** What a registry holds, as a source of Flux asks for it. */
export interface OciRequest {
  /** `oci://SERVER/NAME`. */
  url: string
  /** A tag, or the digest of a manifest. */
  ref: string
  /** The server is asked without encryption. */
  isInsecure: boolean
  /** The first layer of this type; '' for the first of all. */
  mediaType: string
  /** `ref` is in words of the caller's: this picks the tag that is meant. */
  choose?(tags: readonly string[]): string
}

/** Who asks Google for a token. */
export interface ServiceAccount {
  email: string
  /** '' when it is not said. */
  keyId: string
  /** In PEM. */
  privateKey: string
  tokenUri: string
}

/** Those of S3; of an account of Azure, its key or a shared access signature; of Google. */
export type BucketCredentials =
  | { accessKey: string; secretKey: string }
  | { accountKey: string }
  | { sasKey: string }
  | { serviceAccount: ServiceAccount }

/** What a store holds, as a source of Flux asks for it. */
export interface BucketRequest {
  /** Which interface it has: `azure` that of Azure's blobs, all others that of S3. */
  provider: 'generic' | 'aws' | 'azure' | 'gcp'
  /** `HOST` or `HOST:PORT`; the URL of the account for `azure`. */
  endpoint: string
  bucket: string
  /** Objects whose names begin otherwise do not count; '' for all. */
  prefix: string
  /** '' when it is not said. */
  region: string
  /** The server is asked without encryption. */
  isInsecure: boolean
  /** Without them it is asked as anyone. */
  credentials: BucketCredentials | undefined
  /** What is fetched is what this shows of all objects as files below a root. */
  shown(fs: FileSystem, root: string): FileSystem
}

/** A chart of a repository of charts, as a release of Flux asks for it. */
export interface RepositoryChart {
  /** Of the repository. */
  url: string
  chart: string
  /** A version or a range of versions; '' for the newest. */
  version: string
  /** Asks the repository for the packed chart of a version or a range. */
  pull(version: string): Promise<Uint8Array>
  /** The version that a Chart.yaml says. */
  versionIn(text: string): string
}

/** Files that were fetched; nobody writes to them. */
export interface FetchedFiles {
  fs: FileSystem
  root: string
  /** As Flux shows it, `main@sha256:…`; of a bucket the digest of the list of its objects; of a chart `1.2.3@sha256:…`. */
  revision: string
}

/** Fetches what Flux's sources beside git name. The same question has the same answer. Rejects with a `ToolError`. */
export interface SourceFetcher {
  artifact(request: OciRequest): Promise<FetchedFiles>
  bucket(request: BucketRequest): Promise<FetchedFiles>
  /** The root is the folder of the chart. */
  chart(request: RepositoryChart): Promise<FetchedFiles>
  close(): Promise<void>
}

/** A Flux artifact: an archive, and where it goes. */
export interface ArtifactRequest {
  /** `oci://SERVER/NAME:TAG`. */
  url: string
  /** The archive, not compressed. */
  tar: Uint8Array
  /** Of the manifest: `org.opencontainers.image.source`, …. */
  annotations: Readonly<Record<string, string>>
}

/** Puts artifacts into registries. Rejects with a `ToolError`. */
export interface ArtifactPusher {
  /** Returns the digest of the manifest: `sha256:…`. */
  push(request: ArtifactRequest): Promise<string>
}

/** A program of the user's machine, run without a shell: its words arrive as they are. */
export interface ProgramRequest {
  /** A name, looked up in PATH, or a path. */
  program: string
  words: readonly string[]
  /** Absolute path of the folder in which it runs. Default: that of this process. */
  cwd?: string
  /** On top of the variables of the user. */
  variables?: Readonly<Record<string, string>>
  /** What it reads from its standard input; nothing by default. */
  input?: string
  /** How long it may take. */
  seconds: number
  /** How much it may write, both outputs together. */
  maximumBytes: number
  /** What it does, for someone who waits for it: `running helm template`. */
  doing?: string
  /** What it writes to its standard error is passed on to the user's as it comes. */
  showsErrors?: boolean
}

export interface ProgramResult {
  /** 128 when a signal ended it. */
  code: number
  /** `exit status 1`, `signal: killed`. */
  status: string
  stdout: string
  stderr: string
}

/** A WebAssembly module with WASI's interface; it sees its words, its variables and its input, and nothing else. */
export interface ModuleRequest {
  /** In messages, and what the module is told to be called. */
  name: string
  bytes: Uint8Array
  words: readonly string[]
  /** All that there are. */
  variables?: Readonly<Record<string, string>>
  input?: string
  seconds: number
  maximumBytes: number
}

/** A JavaScript module whose default export is a function over resources. It may do whatever a program of the user's may. */
export interface ScriptRequest {
  /** In messages. */
  name: string
  /** Absolute path of its file, or the name of a package that is found from the working directory. */
  module: string
  /** Places in messages are told from here. */
  cwd: string
  items: readonly unknown[]
  config: unknown
  seconds: number
  /** Of what it prints. */
  maximumBytes: number
}

export type ScriptResult = {
  /** All that it printed. */
  stderr: string
} & ({ items: unknown; results: unknown } | { thrown: string })

/** A folder for files that a program is given by name. */
export interface ScratchFolder {
  /** Absolute, symbolic links resolved. */
  path: string
  /** Writes a file below the folder and returns its absolute path. */
  write(name: string, content: string | Uint8Array): Promise<string>
}

/** What decides about the output of a chart, besides the machine. */
export interface ChartRequest {
  /** Absolute path of the chart's folder on this machine. */
  chart: string
  /** helm's version, the options, the values. */
  parts: readonly (string | Uint8Array)[]
  /** Its namespace is said; else helm takes that of the user's cluster configuration. */
  hasNamespace: boolean
}

/** Keeps what charts were rendered to. */
export interface ChartCache {
  /** What helm prints as its version; `ask` is called unless this very file has been asked before. */
  version(program: string, ask: () => Promise<string>): Promise<string>
  /** Names the output; undefined when it may not be kept, since another run may give another one. */
  key(request: ChartRequest): Promise<string | undefined>
  read(key: string): Promise<string | undefined>
  write(key: string, output: string): Promise<void>
}

/** Runs programs. What they started has ended, and every scratch folder is gone, after `close`. */
export interface Runner {
  /**
   * Rejects with a `ToolError` when the program cannot be started (`PROGRAM_MISSING`, with Go's message), takes too long
   * (`PROGRAM_LATE`) or writes too much (`PROGRAM_LOUD`); not when it merely fails.
   */
  run(request: ProgramRequest): Promise<ProgramResult>
  /**
   * Runs a module; its standard error is passed on as it comes. Left out by a host that cannot. Rejects as {@link run}
   * does, and with code `MODULE` when the module is none or does what it cannot.
   */
  runModule?(request: ModuleRequest): Promise<ProgramResult>
  /**
   * Runs a script in a thread of its own. Left out by a host that cannot. Rejects as {@link run} does, and with code
   * `SCRIPT` when it cannot be loaded, exports no function, or ends without an answer.
   */
  runScript?(request: ScriptRequest): Promise<ScriptResult>
  /** A new, empty folder, its name beginning as given. */
  scratch(prefix: string): Promise<ScratchFolder>
  /** Where the output of charts is kept; undefined when it is not. */
  charts?(): Promise<ChartCache | undefined>
  close(): Promise<void>
}

/** Where warnings go. Never prints by itself. */
export interface Log {
  emit(diagnostic: Diagnostic): void
}
