/** Objects as they are compared: by their text first, as trees when that differs. */
import { Source } from '../../core/source.ts'
import { parseApiVersion } from '../../krm/gvk.ts'
import { field, type Mapping } from '../../yaml/node.ts'
import { readYaml11 } from '../../yaml/yaml11.ts'
import { maskHidden } from '../hidden-values.ts'
import { FLUX_GROUP } from '../kustomization.ts'
import { type FluxObject, idOf, type ObjectId, printObject, stringField } from '../object.ts'

/** A Kustomization on one side of a comparison. */
export interface ComparedKustomization {
  /** `namespace/name`. */
  name: string
  /** What is no longer applied is deleted from the cluster. */
  prune: boolean
  isSuspended: boolean
  /** What becomes of the objects when the Kustomization is deleted; '' for what `prune` says. */
  deletionPolicy: string
  /** In the order in which they are applied. */
  objects: readonly FluxObject[]
  /** Why its objects are not known. */
  problem?: string
}

/**
 * What stands for decrypted values: the same for equal ones, so that it is seen that they differ, and in a form that is
 * never shown (`mask.ts`).
 */
export class StandIns {
  private readonly known = new Map<string, string>()

  of(value: string): string {
    const known = this.known.get(value)
    if (known !== undefined) return known
    const made = `ENC[DECRYPTED,data:${this.known.size}]`
    this.known.set(value, made)
    return made
  }
}

export class ComparedObject {
  readonly id: ObjectId
  /** What tells it from all others of a cluster; versions of its kind are the same object. */
  readonly key: string
  /** The same without the hash that generators put behind names. */
  readonly baseKey: string
  readonly text: string
  private tree: Mapping | undefined = undefined

  constructor(
    object: FluxObject,
    readonly kustomization: ComparedKustomization,
    standIns: StandIns,
  ) {
    this.id = idOf(object)
    this.key = keyOf(this.id)
    this.baseKey = keyOf({ ...this.id, name: withoutHash(this.id.name) })
    this.text = printObject(maskHidden(object, (value) => standIns.of(value)))
  }

  /** As it is read back from its text, so that both sides have values of the same form. */
  get root(): Mapping {
    return (this.tree ??= readYaml11(new Source('', this.text)) as Mapping)
  }

  /** Helm leaves it in the cluster when its release no longer has it. */
  get isKeptByHelm(): boolean {
    const annotations = field(field(this.root, 'metadata'), 'annotations')
    return stringField(annotations, 'helm.sh/resource-policy').toLowerCase() === 'keep'
  }

  /** A setting of Flux in a label or an annotation, in small letters; '' when there is none. */
  setting(name: string): string {
    const metadata = field(this.root, 'metadata')
    const of = (map: 'labels' | 'annotations') => stringField(field(metadata, map), `${FLUX_GROUP}/${name}`)
    return (of('annotations') || of('labels')).toLowerCase()
  }
}

function keyOf({ apiVersion, kind, namespace, name }: ObjectId): string {
  return [parseApiVersion(apiVersion).group, kind, namespace, name].join('\0')
}

/** Stands before the name of a release, which has objects as a Kustomization has. */
export const RELEASE_MARK = 'HelmRelease/'

/** The key of a Kustomization object by its `namespace/name`, of a HelmRelease by `HelmRelease/namespace/name`. */
export function kustomizationKey(name: string): string {
  const isRelease = name.startsWith(RELEASE_MARK)
  const [namespace = '', own = ''] = (isRelease ? name.slice(RELEASE_MARK.length) : name).split('/')
  if (isRelease) return keyOf({ apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', namespace, name: own })
  return keyOf({ apiVersion: `${FLUX_GROUP}/v1`, kind: 'Kustomization', namespace, name: own })
}

/** Ten characters of the alphabet of kustomize's hashes (build 5.13), which has neither vowels nor common digits. */
function withoutHash(name: string): string {
  return name.replace(/-[2456789bcdfghkmt]{10}$/, '')
}
