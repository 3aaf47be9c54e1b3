/** Folders and projects. */
import { type CloudObject, type CloudObjects, identifier, PROJECT_ANNOTATION, quoted, reference } from './objects.ts'

export function foldersFile(objects: CloudObjects): string {
  const blocks: string[] = []
  for (const folder of objects.ofKind('Folder')) {
    const parent = parentOf(folder, objects)
    if (parent === undefined || 'resourceID' in folder.spec) continue
    objects.exported(folder)
    blocks.push(`resource "google_folder" "${identifier(folder.name)}" {
  display_name = ${quoted(folder.spec.displayName ?? folder.name)}
  parent       = ${parent}
}
`)
  }
  return blocks.join('\n')
}

function parentOf(folder: CloudObject, objects: CloudObjects): string | undefined {
  const organization = reference(folder, 'organizationRef').external
  if (organization !== undefined) return `"organizations/\${${objects.organizationVariable(organization)}}"`
  const { name, external } = reference(folder, 'folderRef')
  if (name !== undefined) return `google_folder.${identifier(name)}.name`
  return external === undefined ? undefined : quoted(`folders/${external.replace(/^folders\//, '')}`)
}

export function projectsFile(objects: CloudObjects): string {
  const hosts = new Set<unknown>()
  for (const host of objects.ofKind('ComputeSharedVPCHostProject')) hosts.add(host.annotations[PROJECT_ANNOTATION])
  const blocks: string[] = []
  for (const project of objects.ofKind('Project')) {
    const { external: billing } = reference(project, 'billingAccountRef')
    if ('resourceID' in project.spec || billing === undefined) continue
    objects.exported(project)
    const { name = project.name } = project.spec
    const { external: organization } = reference(project, 'organizationRef')
    if (organization !== undefined) objects.organizationVariable(organization)
    const folder = reference(project, 'folderRef')
    const folderId = folder.name === undefined ? folder.external : `google_folder.${identifier(folder.name)}.name`
    const lines = [
      `  name       = ${quoted(name)}`,
      name === project.name ? undefined : `  project_id = ${quoted(project.name)}`,
      '  org_id     = var.org_id',
      folderId === undefined ? undefined : `  folder_id  = ${folder.name === undefined ? quoted(folderId) : folderId}`,
      '',
      hosts.has(project.name) ? '  enable_shared_vpc_host_project = true' : undefined,
      `  billing_account = ${objects.billingVariable(billing)}`,
    ]
    blocks.push(`module "${identifier(project.name)}" {
  source  = "terraform-google-modules/project-factory/google"
  version = "~> 12.0"

${lines.filter((line) => line !== undefined).join('\n')}
}
`)
  }
  for (const host of objects.ofKind('ComputeSharedVPCHostProject')) {
    if (objects.find('Project', String(host.annotations[PROJECT_ANNOTATION])) !== undefined) objects.exported(host)
  }
  return blocks.join('\n')
}
