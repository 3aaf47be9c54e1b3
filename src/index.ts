/** `strake`: the engine as a library. Nothing else is public. */
export type { Cause, CauseRecorder } from './core/causes.ts'
export { causeRecorder } from './core/causes.ts'
export type { Diagnostic } from './core/error.ts'
export { ToolError } from './core/error.ts'
export type {
  Answer,
  ChartCache,
  ChartRequest,
  Entry,
  Fetcher,
  FileErrorCode,
  FileSystem,
  Log,
  ModuleRequest,
  ProgramRequest,
  ProgramResult,
  Repository,
  RepositoryRequest,
  Runner,
  ScratchFolder,
  ScriptRequest,
  ScriptResult,
  Stat,
  WritableFileSystem,
} from './core/host.ts'
export { FileError } from './core/host.ts'
export type { MemoryFile } from './core/memory-fs.ts'
export { memoryFileSystem } from './core/memory-fs.ts'
export { overlayFileSystem } from './core/overlay-fs.ts'
export type { Access, RecordingFileSystem } from './core/recording-fs.ts'
export { recordingFileSystem } from './core/recording-fs.ts'
export type { Location } from './core/source.ts'
export { Source } from './core/source.ts'
export type { Recorder, Step } from './core/trace.ts'
export type { BuildOptions, BuildResult } from './kustomize/build.ts'
export { build } from './kustomize/build.ts'
