/** The order of this list is the order of a build (build 3.1). Implementations are loaded when a kustomization wants them. */
import type { Kustomization } from '../types.ts'
import type { Transformer } from './transformer.ts'

// biome-ignore lint/suspicious/noExplicitAny: each definition only ever meets configurations of its own
type AnyTransformer = Transformer<any>

interface Entry {
  /** Name in files and messages. */
  kind: string
  /** Whether a kustomization's fields ask for it. */
  isWanted(kustomization: Kustomization): boolean
  load(): Promise<AnyTransformer>
}

const never = () => false

/** What a kustomization file's fields ask for in the order it happens; those never wanted are for files only. */
export const transformers: readonly Entry[] = [
  {
    kind: 'PatchStrategicMergeTransformer',
    isWanted: (k) => k.patchesStrategicMerge.length > 0,
    load: async () => (await import('./patches-strategic.ts')).patchesStrategic,
  },
  {
    kind: 'PatchTransformer',
    isWanted: (k) => k.patches.length > 0,
    load: async () => (await import('./patch.ts')).patches,
  },
  {
    kind: 'NamespaceTransformer',
    isWanted: (k) => k.namespace !== '',
    load: async () => (await import('./namespace.ts')).namespace,
  },
  {
    kind: 'PrefixTransformer',
    isWanted: (k) => k.namePrefix !== '',
    load: async () => (await import('./prefix-suffix.ts')).prefix,
  },
  {
    kind: 'SuffixTransformer',
    isWanted: (k) => k.nameSuffix !== '',
    load: async () => (await import('./prefix-suffix.ts')).suffix,
  },
  {
    kind: 'LabelTransformer',
    isWanted: (k) => k.labels.length > 0 || k.commonLabels !== undefined,
    load: async () => (await import('./labels.ts')).labels,
  },
  {
    kind: 'AnnotationsTransformer',
    isWanted: (k) => k.commonAnnotations !== undefined,
    load: async () => (await import('./labels.ts')).annotations,
  },
  {
    kind: 'PatchJson6902Transformer',
    isWanted: (k) => k.patchesJson6902.length > 0,
    load: async () => (await import('./patches-json.ts')).patchesJson,
  },
  {
    kind: 'ReplicaCountTransformer',
    isWanted: (k) => k.replicas.length > 0,
    load: async () => (await import('./replicas.ts')).replicas,
  },
  {
    kind: 'ImageTagTransformer',
    isWanted: (k) => k.images.length > 0,
    load: async () => (await import('./images.ts')).images,
  },
  {
    kind: 'ReplacementTransformer',
    isWanted: (k) => k.replacements.length > 0,
    load: async () => (await import('./replacements.ts')).replacements,
  },
  {
    kind: 'PrefixSuffixTransformer',
    isWanted: never,
    load: async () => (await import('./prefix-suffix.ts')).prefixSuffix,
  },
  { kind: 'ValueAddTransformer', isWanted: never, load: async () => (await import('./value-add.ts')).valueAdd },
  { kind: 'HashTransformer', isWanted: never, load: async () => (await import('./hash.ts')).hash },
]
