/** A recorder that remembers why each node is what it is. */
import type { Location } from './source.ts'
import type { Recorder, Step } from './trace.ts'

export interface Cause {
  step: Step
  /** Where the value was written, when it was. */
  from: Location | undefined
}

/** Keeps the causes of every node of a build, for as long as the recorder lives. */
export interface CauseRecorder extends Recorder {
  /** What made a node and changed it since, oldest first; of the node alone, not of those around it. */
  of(node: object): readonly Cause[]
}

/**
 * A recorder to give to a build.
 *
 * ```ts
 * import { build, causeRecorder, memoryFileSystem } from 'strake'
 *
 * const recorder = causeRecorder()
 * const fs = memoryFileSystem({
 *   '/app/kustomization.yaml': 'namePrefix: dev-\nresources: [map.yaml]\n',
 *   '/app/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: colours}\n',
 * })
 * const { documents } = await build({ root: '/app', fs, recorder })
 * for (const { root } of documents) console.log(recorder.of(root).map(({ step }) => step.kind)) // ['load']
 * ```
 */
export function causeRecorder(): CauseRecorder {
  const causes = new Map<object, Cause[]>()
  return {
    edited(node, step, from) {
      const known = causes.get(node)
      if (known === undefined) causes.set(node, [{ step, from }])
      else known.push({ step, from })
    },
    copied(original, copy) {
      const known = causes.get(original)
      if (known !== undefined) causes.set(copy, [...known, ...(causes.get(copy) ?? [])])
    },
    of: (node) => causes.get(node) ?? [],
  }
}
