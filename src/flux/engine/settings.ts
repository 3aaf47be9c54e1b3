/** What a resource generator is set to (flux-engine R-008). */
import { DEFAULT_INTERVAL, DEFAULT_NAMESPACE } from './defaults.ts'

export interface ResourceSettings {
  /** A Go duration, for what names no interval of its own. */
  defaultInterval: string
  /** The namespace of every generated object. */
  defaultNamespace: string
  /** Whether a Kustomization of a layout prunes when neither the layout nor its bundle says so. */
  prune?: boolean | undefined
  /** Readiness flows through dependencies on leaves instead of umbrellas that wait. */
  umbrellasDoNotWait: boolean
}

/** The settings in effect; what is given is never overridden, the empty namespace included. */
export function resourceSettings(given: Partial<ResourceSettings> = {}): ResourceSettings {
  return {
    defaultInterval: given.defaultInterval ?? DEFAULT_INTERVAL,
    defaultNamespace: given.defaultNamespace ?? DEFAULT_NAMESPACE,
    prune: given.prune,
    umbrellasDoNotWait: given.umbrellasDoNotWait ?? false,
  }
}
