/** Group, version and kind of an object. */
export interface Gvk {
  group: string
  version: string
  kind: string
}

/** Splits at the first slash; without one all of it is the version. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/')
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) }
}

export function apiVersionOf(gvk: Gvk): string {
  return gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`
}

/** `Kind.Version.Group` with placeholders for what is empty, as in messages. */
export function gvkText(gvk: Gvk): string {
  return `${gvk.kind || '[noKind]'}.${gvk.version || '[noVer]'}.${gvk.group || '[noGrp]'}`
}

/** Every non-empty part of the selector equals the object's. */
export function isSelectedBy(gvk: Gvk, selector: Partial<Gvk>): boolean {
  return (
    (!selector.group || selector.group === gvk.group) &&
    (!selector.version || selector.version === gvk.version) &&
    (!selector.kind || selector.kind === gvk.kind)
  )
}
