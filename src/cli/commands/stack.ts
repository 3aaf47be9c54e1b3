/** `strake stack …`: from the description of a cluster to a GitOps repository. */
import type { Command } from '../command.ts'
import type { FlagSpec } from '../flags.ts'

const RULES: readonly FlagSpec[] = [
  {
    name: 'placement',
    type: 'string',
    values: ['separate', 'integrated', 'integrated-per-bundle'],
    meaning: "where Flux's objects stand: in one directory, beside each directory, beside each bundle",
  },
  { name: 'cluster-name', type: 'string', meaning: "directory above the root node's, such as clusters/prod" },
  ...(['node', 'bundle', 'application'] as const).map(
    (level): FlagSpec => ({
      name: `${level}-grouping`,
      type: 'string',
      values: ['name', 'flat'],
      meaning: `a directory for each ${level}, or merged into what is above`,
    }),
  ),
  { name: 'file-per', type: 'string', values: ['resource', 'kind'], meaning: 'a file per object or per kind' },
  { name: 'file-naming', type: 'string', values: ['default', 'kind-name'], meaning: 'how files are named' },
  {
    name: 'preset',
    type: 'string',
    values: ['CentralizedControlPlane', 'SiblingControlPlane', 'ParentDeployedControl'],
    meaning: 'rules by the name of a preset; the other options win',
  },
  {
    name: 'engine',
    type: 'string',
    values: ['flux', 'argocd'],
    meaning: 'what delivers the tree (default gitops.type, else flux)',
  },
]
const ENABLE_HELM: FlagSpec = {
  name: 'enable-helm',
  type: 'bool',
  meaning: 'run helm for applications that are charts',
}
const READING = [...RULES, ENABLE_HELM]
const FORMAT = (values: readonly string[]): FlagSpec => ({
  name: 'format',
  type: 'string',
  default: values[0] as string,
  values,
  meaning: 'how it is printed',
})
const CLUSTER = `CLUSTER is a cluster file (YAML or JSON; - reads standard input) or a TypeScript or JavaScript module, which is run; its
default export is the cluster, its export layout the rules of the layout.`

export const commands: readonly Command[] = [
  {
    name: 'graph',
    path: 'stack graph',
    short: 'Print what waits for what',
    about: `Print the Kustomizations of a cluster, what applies them and what they wait for.

${CLUSTER}

Examples:
  strake stack graph cluster.yaml
  strake stack graph cluster.yaml --format svg > cluster.svg`,
    use: 'CLUSTER',
    flags: [FORMAT(['text', 'dot', 'mermaid', 'svg', 'json']), ...READING],
    showsUsage: false,
    completes: 'file',
    load: async () => (await import('./stack-graph.ts')).run,
  },
  {
    name: 'init',
    path: 'stack init',
    short: 'Write a cluster file to begin with',
    about: `Write a small cluster file that renders as it is. Nothing that exists is overwritten.

Examples:
  strake stack init
  strake stack init clusters/prod.yaml`,
    use: '[FILE]',
    flags: [{ name: 'name', type: 'string', meaning: 'name of the cluster (default that of the file)' }],
    showsUsage: false,
    completes: 'file',
    load: async () => (await import('./stack-init.ts')).run,
  },
  {
    name: 'render',
    path: 'stack render',
    short: 'Write the repository of a cluster',
    about: `Write the repository of a cluster: manifests, kustomization.yaml files, the objects of Flux or Argo CD, and its bootstrap.
Everything is checked before anything is written. Files of an earlier run that are no longer part of it are removed.

${CLUSTER}

Examples:
  strake stack render cluster.yaml -o .
  strake stack render cluster.yaml -o . --check
  strake stack render cluster.yaml -o . --diff
  strake stack render cluster.yaml -o cluster.tar
  strake stack render cluster.ts -o oci://registry.example.com/fleet:prod
  strake stack render cluster.yaml`,
    use: 'CLUSTER',
    flags: [
      {
        name: 'output',
        short: 'o',
        type: 'string',
        meaning: 'folder, .tar file or oci:// address to write to (default: everything is printed)',
      },
      { name: 'check', type: 'bool', meaning: 'write nothing; exit code 1 when the folder differs' },
      {
        name: 'diff',
        type: 'bool',
        meaning: 'write nothing; print what would change, exit code 1 when something does',
      },
      ...READING,
    ],
    showsUsage: false,
    completes: 'file',
    load: async () => (await import('./stack-render.ts')).run,
  },
  {
    name: 'schema',
    path: 'stack schema',
    short: 'Print the JSON Schema of cluster files',
    about: `Print the JSON Schema of cluster files, for editors. The first line of a cluster file may name it:
  # yaml-language-server: $schema=cluster.schema.json

Examples:
  strake stack schema > cluster.schema.json`,
    use: '',
    flags: [],
    showsUsage: false,
    load: async () => (await import('./stack-schema.ts')).run,
  },
  {
    name: 'tree',
    path: 'stack tree',
    short: 'Draw the directories with what applies each',
    about: `Draw the directories of a cluster's repository with what applies each.

${CLUSTER}

Examples:
  strake stack tree cluster.yaml
  strake stack tree cluster.yaml --placement integrated`,
    use: 'CLUSTER',
    flags: [FORMAT(['text', 'json']), ...READING],
    showsUsage: false,
    completes: 'file',
    load: async () => (await import('./stack-tree.ts')).run,
  },
  {
    name: 'validate',
    path: 'stack validate',
    short: 'Check a cluster and everything that would be written',
    about: `Check a cluster and everything that would be written for it; nothing is.

${CLUSTER}

Examples:
  strake stack validate cluster.yaml
  strake stack validate clusters/*.yaml`,
    use: 'CLUSTER...',
    flags: READING,
    showsUsage: false,
    completes: 'file',
    load: async () => (await import('./stack-validate.ts')).run,
  },
]
