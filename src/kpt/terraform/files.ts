/** The files of an export. */
import { fail } from '../../core/error.ts'
import { README, VERSIONS } from './fixed-files.ts'
import { foldersFile, projectsFile } from './hierarchy.ts'
import { iamFile } from './iam.ts'
import { logExportFile } from './log-export.ts'
import { networkFile } from './network.ts'
import { type CloudObjects, quoted } from './objects.ts'

const FILES: readonly (readonly [name: string, make: (objects: CloudObjects) => string])[] = [
  ['folders.tf', foldersFile],
  ['iam.tf', iamFile],
  ['log-export.tf', logExportFile],
  ['network.tf', networkFile],
  ['projects.tf', projectsFile],
  ['variables.tf', variablesFile],
]

/**
 * Files by their names, none without an object that can be exported.
 *
 * @example terraformFiles(new CloudObjects([], false)) // []
 */
export function terraformFiles(objects: CloudObjects): [name: string, text: string][] {
  const made = FILES.map(([name, make]): [string, string] => [name, make(objects)]).filter(([, text]) => text !== '')
  if (made.length === 0) return []
  const { organization } = objects.variables()
  if (organization === undefined && made.some(([, text]) => text.includes('var.org_id')))
    throw fail('TERRAFORM', 'the items do not say which organization their projects are in')
  return [['README.md', README], ...made, ['versions.tf', VERSIONS]]
}

function variablesFile(objects: CloudObjects): string {
  const { billingAccount, organization } = objects.variables()
  const variable = (name: string, description: string, value: string | undefined) =>
    value === undefined
      ? []
      : [
          `variable "${name}" {
  description = "${description}"
  type        = string
  default     = ${quoted(value)}
}
`,
        ]
  return [
    ...variable('billing_account', 'The ID of the billing account to associate projects with', billingAccount),
    ...variable('org_id', 'The organization id for the associated resources', organization),
  ].join('\n')
}
