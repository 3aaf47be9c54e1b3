/** Who may do what in the organization and its folders. */
import { compareBytes } from '../../core/text.ts'
import { type CloudObject, type CloudObjects, identifier, listIn, quoted, reference } from './objects.ts'

/** Where roles are given. */
interface Place {
  name: string
  module: string
  kind: 'organizations' | 'folders'
  value: string
  roles: Map<string, string[]>
}

export function iamFile(objects: CloudObjects): string {
  const places = new Map<string, Place>()
  for (const object of objects.all) {
    const bindings = bindingsOf(object)
    const place = bindings === undefined ? undefined : placeOf(object, places)
    if (bindings === undefined || place === undefined) continue
    objects.exported(object)
    for (const [role, member] of bindings) {
      const members = place.roles.get(role) ?? []
      members.push(member)
      place.roles.set(role, members)
    }
  }
  const sorted = [...places.values()].sort((a, b) => compareBytes(a.name, b.name))
  let external = 0
  for (const place of sorted) if (place.module === '') place.module = `folder-${++external}`
  return [...sorted.map(moduleOf), ...auditBlocks(objects)].join('\n\n')
}

/** Roles and their members; undefined for what gives no roles, or under conditions. */
function bindingsOf({ kind, spec }: CloudObject): [role: string, member: string][] | undefined {
  if (kind === 'IAMPolicyMember') {
    const { role, member, condition } = spec
    if (typeof role !== 'string' || typeof member !== 'string' || condition !== undefined) return undefined
    return [[role, member]]
  }
  if (kind !== 'IAMPolicy' && kind !== 'IAMPartialPolicy') return undefined
  const found: [string, string][] = []
  for (const { role, members, condition } of listIn(spec.bindings)) {
    for (const { member } of listIn(members)) {
      if (typeof role !== 'string' || typeof member !== 'string' || condition !== undefined) return undefined
      found.push([role, member])
    }
  }
  return found
}

function placeOf(object: CloudObject, places: Map<string, Place>): Place | undefined {
  const { kind, name, external } = reference(object, 'resourceRef')
  if (kind !== 'Organization' && kind !== 'Folder') return undefined
  const id = external ?? name
  if (id === undefined || (kind === 'Organization' && external === undefined)) return undefined
  const key = `${kind} ${external === undefined ? 'name' : 'external'} ${id}`
  const known = places.get(key)
  if (known !== undefined) return known
  const roles = new Map<string, string[]>()
  const made: Place =
    kind === 'Organization'
      ? { name: id, module: 'organization', kind: 'organizations', value: quoted(id), roles }
      : external === undefined
        ? { name: id, module: identifier(id), kind: 'folders', value: `google_folder.${identifier(id)}.name`, roles }
        : { name: id, module: '', kind: 'folders', value: quoted(`folders/${id.replace(/^folders\//, '')}`), roles }
  places.set(key, made)
  return made
}

function moduleOf({ module, kind, value, roles }: Place): string {
  const sorted = [...roles].sort(([a], [b]) => compareBytes(a, b))
  const bindings = sorted.map(
    ([role, members]) =>
      `    \n    ${quoted(role)} = [\n${members.map((one) => `      ${quoted(one)},\n`).join('')}    ]\n`,
  )
  return `module "${module}-iam" {
  source  = "terraform-google-modules/iam/google//modules/${kind}_iam"
  version = "~> 7.4"

  ${kind} = [${value}]

  bindings = {
${bindings.join('')}    
  }
}
`
}

function auditBlocks(objects: CloudObjects): string[] {
  const blocks: string[] = []
  for (const audit of objects.ofKind('IAMAuditConfig')) {
    const { kind, external } = reference(audit, 'resourceRef')
    const types = listIn(audit.spec.auditLogConfigs)
    // One block has the name; who is exempted is not said in it.
    if (kind !== 'Organization' || external === undefined || blocks.length > 0) continue
    if (types.some(({ exemptedMembers }) => exemptedMembers !== undefined)) continue
    objects.exported(audit)
    const configs = types.map(({ logType }) => `\n  audit_log_config {\n      log_type = ${quoted(logType)}\n  }\n`)
    blocks.push(`resource "google_organization_iam_audit_config" "org_config" {
  org_id  = ${objects.organizationVariable(external)}
  service = ${quoted(audit.spec.service)}
${configs.join('')}}
`)
  }
  return blocks
}
