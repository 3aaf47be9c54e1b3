/** What an edit reports to whoever wants to explain a build later. Types only: without a recorder nothing is called. */
import type { Location } from './source.ts'

/** One step of a build: a transformer, a generator, the loading of a file. */
export interface Step {
  /** The transformer's or generator's kind (`PrefixTransformer`), or `load`. */
  kind: string
  /** Path of the file that asked for the step. */
  file: string
  /** Which entry of its list, from 0. */
  index?: number
}

/** Nodes are passed as opaque objects: the recorder keeps them by identity. */
export interface Recorder {
  /** `node` was made or changed by `step`; `from` is where the new value was written, when it was. */
  edited(node: object, step: Step, from?: Location): void
  /** `copy` took the place of `original`, whose history it continues. */
  copied(original: object, copy: object): void
}

/** Passed along to every edit; undefined when nobody records. */
export interface Trace {
  step: Step
  recorder: Recorder
}
