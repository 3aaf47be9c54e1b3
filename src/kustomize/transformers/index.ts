/** The order of this list is the order of a build (build 3.1). */
import { images } from './images.ts'
import { annotations, labels } from './labels.ts'
import { namespace } from './namespace.ts'
import { patches } from './patch.ts'
import { patchesJson } from './patches-json.ts'
import { patchesStrategic } from './patches-strategic.ts'
import { prefix, prefixSuffix, suffix } from './prefix-suffix.ts'
import { replacements } from './replacements.ts'
import { replicas } from './replicas.ts'
import type { Transformer } from './transformer.ts'
import { hash } from './hash.ts'
import { valueAdd } from './value-add.ts'

// biome-ignore lint/suspicious/noExplicitAny: each definition only ever meets configurations of its own
type AnyTransformer = Transformer<any>

/** What a kustomization file's fields ask for, in the order it happens. */
export const transformers: readonly AnyTransformer[] = [
  patchesStrategic,
  patches,
  namespace,
  prefix,
  suffix,
  labels,
  annotations,
  patchesJson,
  replicas,
  images,
  replacements,
]

/** Those that only files under `transformers:` can ask for. */
export const fileTransformers: readonly AnyTransformer[] = [...transformers, prefixSuffix, valueAdd, hash]
