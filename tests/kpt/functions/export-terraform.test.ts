/** `export-terraform`: what its files say beyond the recorded pairs, and what it refuses. */
import { describe, expect, it } from 'vitest'
import { Source } from '../../../src/core/source.ts'
import { toJson } from '../../../src/yaml/json.ts'
import { parse } from '../../../src/yaml/parse.ts'
import { runFunction, type Said } from './run.ts'

const object = (group: string, kind: string, name: string, spec: string, annotations = '{}') =>
  `apiVersion: ${group}.cnrm.cloud.google.com/v1beta1
kind: ${kind}
metadata: {name: ${name}, annotations: ${annotations}}
spec: ${spec}
`
const folder = (name: string, spec: string) => object('resourcemanager', 'Folder', name, spec)
const project = (name: string, spec: string) => object('resourcemanager', 'Project', name, spec)
const BILLED = 'billingAccountRef: {external: AAAA}'

const together = (...documents: string[]) => documents.join('---\n')

function filesIn({ output }: Said): Record<string, string> {
  const map = output.split('---\n').find((one) => /^ {2}name: terraform$/m.test(one)) ?? ''
  const root = parse(new Source('map.yaml', map))?.root
  return (JSON.parse(toJson(root as never)) as { data?: Record<string, string> }).data ?? {}
}

const FIREWALL = together(
  object('compute', 'ComputeNetwork', 'net', '{}', '{cnrm.cloud.google.com/project-id: outside}'),
  object(
    'compute',
    'ComputeFirewall',
    'ssh',
    '{networkRef: {name: net}, allow: [{protocol: tcp, ports: ["22", "80"]}], sourceRanges: [10.0.0.0/8], targetTags: [a, b]}',
  ),
)

describe('a firewall rule', () => {
  it('keeps the tags that say for which machines it is', async () => {
    const files = filesIn(await runFunction('export-terraform', '', FIREWALL))
    expect(files['network.tf']?.split('# Firewall Rules\n')[1]).toBe(`resource "google_compute_firewall" "ssh" {
  name      = "ssh"
  network   = module.net.network_name
  project   = "outside"
  direction = "INGRESS"

  allow {
    protocol = "tcp"
    ports    = ["22","80",]
  }

  source_ranges = [
  "10.0.0.0/8",
  ]

  target_tags = [
  "a",
  "b",
  ]
}
`)
  })

  it('loses them with --reference-format, as in the catalog', async () => {
    const files = filesIn(await runFunction('export-terraform', '', FIREWALL, true))
    expect(files['network.tf']).not.toContain('target_tags')
  })

  it.each(['deny: [{protocol: tcp}]', 'sourceTags: [a]', 'disabled: true', 'destinationRanges: [10.0.0.0/8]'])(
    'that its block would make wider is left out, and told: %s',
    async (field) => {
      const said = await runFunction(
        'export-terraform',
        '',
        together(
          object('compute', 'ComputeNetwork', 'net', '{}'),
          object('compute', 'ComputeFirewall', 'ssh', `{networkRef: {name: net}, ${field}}`),
        ),
      )
      expect(filesIn(said)['network.tf']).not.toContain('google_compute_firewall')
      expect(said.results).toEqual([
        {
          message: 'not exported to Terraform',
          severity: 'warning',
          resourceRef: { apiVersion: 'compute.cnrm.cloud.google.com/v1beta1', kind: 'ComputeFirewall', name: 'ssh' },
        },
      ])
    },
  )
})

it.each([
  [
    'roles under conditions',
    object(
      'iam',
      'IAMPolicyMember',
      'a',
      '{role: r, member: m, condition: {title: t}, resourceRef: {kind: Folder, name: f}}',
    ),
  ],
  [
    'roles on projects',
    object('iam', 'IAMPolicyMember', 'a', '{role: r, member: m, resourceRef: {kind: Project, external: p}}'),
  ],
  [
    'sinks with a filter',
    together(
      object('pubsub', 'PubSubTopic', 'b', '{}'),
      object(
        'logging',
        'LoggingLogSink',
        'a',
        '{filter: severity>=ERROR, organizationRef: {external: "1"}, destination: {pubSubTopicRef: {name: b}}}',
      ),
    ),
  ],
  ['projects with another id', project('a', `{resourceID: other, organizationRef: {external: "1"}, ${BILLED}}`)],
  ['kinds that are not known', object('storage', 'StorageBucket', 'a', '{}')],
])('%s are left out, and told', async (_, input) => {
  const said = await runFunction(
    'export-terraform',
    '',
    together(folder('f', '{organizationRef: {external: "1"}}'), input),
  )
  expect(Object.keys(filesIn(said))).toEqual(['README.md', 'folders.tf', 'variables.tf', 'versions.tf'])
  expect(said.results.map(({ message, resourceRef }) => [message, resourceRef?.name])).toContainEqual([
    'not exported to Terraform',
    'a',
  ])
})

it.each([
  [
    '{organizationRef: {external: "1"}}',
    '{organizationRef: {external: "2"}}',
    'the items are of more than one organization: 1 and 2',
  ],
  ['{folderRef: {external: "7"}}', '{folderRef: {name: "a\\"b"}}', '"a\\"b" cannot be a name in Terraform'],
])('what Terraform could not say is refused: %s and %s', async (one, other, message) => {
  const said = await runFunction('export-terraform', '', together(folder('a', one), folder('b', other)))
  expect(said).toMatchObject({
    results: [{ message, severity: 'error' }],
    failure: 'failed to evaluate function: error: function failure',
  })
})

it('a project of no organization is refused', async () => {
  const said = await runFunction('export-terraform', '', project('a', `{folderRef: {external: "7"}, ${BILLED}}`))
  expect(said.results).toEqual([
    { message: 'the items do not say which organization their projects are in', severity: 'error' },
  ])
})

it('texts cannot leave their quotes, nor be read as templates', async () => {
  const input = folder(
    'a',
    `{organizationRef: {external: "1"}, displayName: "x\\" } \${file('/etc/passwd')} %{ if }\\n"}`,
  )
  expect(filesIn(await runFunction('export-terraform', '', input))['folders.tf']).toBe(`resource "google_folder" "a" {
  display_name = "x\\" } $\${file('/etc/passwd')} %%{ if }\\n"
  parent       = "organizations/\${var.org_id}"
}
`)
})

it('a second export replaces the files of the first', async () => {
  const first = await runFunction('export-terraform', '', folder('a', '{organizationRef: {external: "1"}}'))
  expect(await runFunction('export-terraform', '', first.output)).toEqual(first)
  const changed = first.output.replace('external: "1"', 'external: "2"')
  expect(filesIn(await runFunction('export-terraform', '', changed))['variables.tf']).toContain('default     = "2"')
})
