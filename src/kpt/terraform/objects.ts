/** The objects of Config Connector that are exported, and what they refer to. */
import { fail } from '../../core/error.ts'
import { compareBytes } from '../../core/text.ts'

export interface Reference {
  name?: string
  external?: string
  kind?: string
}

/** An object as plain data. */
export interface CloudObject {
  kind: string
  name: string
  annotations: Readonly<Record<string, unknown>>
  spec: Readonly<Record<string, unknown>>
}

export const PROJECT_ANNOTATION = 'cnrm.cloud.google.com/project-id'

/** All objects of an export: by kind in the order of their names, of several with one name the last. */
export class CloudObjects {
  private readonly byKind = new Map<string, Map<string, CloudObject>>()
  private readonly left = new Set<CloudObject>()
  private organization: string | undefined
  private billingAccount: string | undefined

  constructor(
    /** In the order of the items. */
    readonly all: readonly CloudObject[],
    /** What the catalog's program writes, also where that loses something. */
    readonly asRecorded: boolean,
  ) {
    for (const object of all) {
      const named = this.byKind.get(object.kind) ?? new Map<string, CloudObject>()
      this.byKind.set(object.kind, named.set(object.name, object))
      this.left.add(object)
    }
  }

  /** Marks an object as one that the files say all of. */
  exported(object: CloudObject): void {
    this.left.delete(object)
  }

  /** What no file mentions. */
  notExported(): CloudObject[] {
    return this.all.filter((one) => this.left.has(one))
  }

  ofKind(kind: string): CloudObject[] {
    return [...(this.byKind.get(kind)?.values() ?? [])].sort((a, b) => compareBytes(a.name, b.name))
  }

  find(kind: string, name: string | undefined): CloudObject | undefined {
    return name === undefined ? undefined : this.byKind.get(kind)?.get(name)
  }

  /** `var.org_id`: there is one organization. */
  organizationVariable(id: string): string {
    this.organization = sameAs(this.organization, id, 'organization')
    return 'var.org_id'
  }

  billingVariable(id: string): string {
    this.billingAccount = sameAs(this.billingAccount, id, 'billing account')
    return 'var.billing_account'
  }

  variables(): { billingAccount: string | undefined; organization: string | undefined } {
    return { billingAccount: this.billingAccount, organization: this.organization }
  }

  /** `module.name.project_id` of a project among the items, its id otherwise. */
  projectId(id: string): string {
    return this.find('Project', id) === undefined ? quoted(id) : `module.${identifier(id)}.project_id`
  }
}

function sameAs(known: string | undefined, id: string, what: string): string {
  if (known === undefined || known === id) return id
  throw fail('TERRAFORM', `the items are of more than one ${what}: ${known} and ${id}`)
}

export function reference(object: CloudObject, field: string): Reference {
  const found = object.spec[field]
  return found !== null && typeof found === 'object' && !Array.isArray(found) ? (found as Reference) : {}
}

export function listIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one) => one !== null && typeof one === 'object') : []
}

/** A name as Terraform may have it. */
export function identifier(name: string): string {
  const made = name.replaceAll('.', '-')
  if (/^[A-Za-z_][\w-]*$/.test(made)) return made
  throw fail('TERRAFORM', `${JSON.stringify(name)} cannot be a name in Terraform`)
}

/** A text in Terraform's language. */
export function quoted(value: unknown): string {
  const text = String(value ?? '')
  return JSON.stringify(text).replace(/[$%](?=\{)/g, '$&$&')
}
