/**
 * The cluster file, said once: its types, its JSON Schema, its checks and its table in the docs all come from here.
 */
import { z } from 'zod'

const text = z.string()
const texts = z.array(z.string())
const textMap = z.record(z.string(), z.string())
const flag = z.boolean()
const duration = z.string().describe('a duration such as `90s`, `10m`, `1h30m`')
const object = z
  .looseObject({ apiVersion: z.string(), kind: z.string() })
  .describe('a Kubernetes object, whole and inline')

const sourceRef = z
  .strictObject({
    kind: text.describe('`GitRepository`, `OCIRepository`, or another kind of source that exists already'),
    name: text.describe('name of the source'),
    namespace: text.exactOptional().describe('namespace of the source; that of Flux without one'),
    url: text.exactOptional().describe('generate the source too, with this address'),
    branch: text.exactOptional().describe('branch of a GitRepository'),
    tag: text.exactOptional().describe('tag of a GitRepository or OCIRepository'),
  })
  .check((context) => {
    const { kind, url, branch, tag } = context.value
    const wrong = (field: string, message: string) =>
      context.issues.push({ code: 'custom', message, path: [field], input: context.value })
    if (url === undefined || url === '') {
      if (branch) wrong('branch', 'a branch goes with a url: without one the source exists already')
      if (tag) wrong('tag', 'a tag goes with a url: without one the source exists already')
    } else if (kind === 'OCIRepository' && branch) wrong('branch', 'an OCIRepository has no branch; use tag')
  })

const healthCheck = z.strictObject({
  apiVersion: text.exactOptional().describe('version of the object; `apps/v1` without one'),
  kind: text.describe('kind of the object'),
  name: text.describe('name of the object'),
  namespace: text.exactOptional().describe('namespace of the object'),
})

const patch = z.strictObject({
  patch: text.describe('a strategic merge patch or a JSON patch, as text'),
  target: z
    .strictObject({
      group: text.exactOptional().describe('pattern of the group'),
      version: text.exactOptional().describe('pattern of the version'),
      kind: text.exactOptional().describe('pattern of the kind'),
      name: text.exactOptional().describe('pattern of the name'),
      namespace: text.exactOptional().describe('pattern of the namespace'),
      labelSelector: text.exactOptional().describe('selector over labels'),
      annotationSelector: text.exactOptional().describe('selector over annotations'),
    })
    .exactOptional()
    .describe('what the patch applies to; without one it names its object'),
})

const postBuild = z.strictObject({
  substitute: textMap.exactOptional().describe('variables and their values'),
  substituteFrom: z
    .array(
      z.strictObject({
        kind: z.enum(['ConfigMap', 'Secret']).describe('kind of the object that holds variables'),
        name: text.describe('name of the object that holds variables'),
        optional: flag.exactOptional().describe('it may be missing'),
      }),
    )
    .exactOptional()
    .describe('objects in the cluster that hold variables'),
})

const extraFile = z.strictObject({ name: text.describe('relative path'), content: text.describe('the file, whole') })
const generator = z.strictObject({
  name: text.describe('name of the ConfigMap, before its hash'),
  files: texts.exactOptional().describe('files of the directory'),
  annotations: textMap.exactOptional().describe('annotations of the ConfigMap'),
})

const layoutSettings = {
  kustomizationName: text.exactOptional().describe("name of the directory's own Kustomization"),
  dependsOn: texts.exactOptional().describe('layouts that its Kustomization waits for'),
  wait: flag.exactOptional().describe('wait until everything is ready'),
  prune: flag.exactOptional().describe('delete what is no longer there'),
  force: flag.exactOptional().describe('delete and create anew where a field cannot be changed'),
  suspend: flag.exactOptional().describe('do nothing for now'),
  timeout: duration.exactOptional(),
  retryInterval: duration.exactOptional(),
  interval: duration.exactOptional(),
  labels: textMap.exactOptional().describe('labels of its Kustomization'),
  annotations: textMap.exactOptional().describe('annotations of its Kustomization'),
  filePer: z.enum(['resource', 'kind']).exactOptional().describe('a file per object or per kind'),
  fileNaming: z.enum(['default', 'kind-name']).exactOptional().describe('how files are named'),
  applicationFileMode: z.enum(['resource', 'single']).exactOptional().describe('many files, or all in one'),
  mode: z.enum(['explicit', 'recursive']).exactOptional().describe('with or without a `kustomization.yaml`'),
  extraFiles: z.array(extraFile).exactOptional().describe('further files'),
  configMapGenerators: z.array(generator).exactOptional().describe('generated ConfigMaps'),
}

const layoutSettingsSchema = z.strictObject(layoutSettings)

export const layoutChild = layoutSettingsSchema.extend({
  name: text.describe('name of the directory'),
  objects: z.array(object).exactOptional().describe('what it holds'),
  get children(): z.ZodOptional<z.ZodArray<typeof layoutChild>> {
    return z.array(layoutChild).optional().describe('directories below')
  },
})

const augment = z.strictObject({
  extraFiles: z.array(extraFile).exactOptional().describe("further files in the application's directory"),
  configMapGenerators: z.array(generator).exactOptional().describe('generated ConfigMaps'),
  children: z.array(layoutChild).exactOptional().describe('directories below'),
  layout: layoutSettingsSchema.exactOptional().describe("settings of the application's own directory"),
  wantsOwnLayout: flag.exactOptional().describe('`false`: no directory of its own where applications are grouped flat'),
})

const helmRelease = z
  .strictObject({
    chart: text.exactOptional().describe('name of the chart, or its path in a GitRepository or Bucket'),
    version: text.exactOptional().describe('version or range of the chart'),
    source: z
      .strictObject({
        kind: z
          .enum(['HelmRepository', 'OCIRepository', 'GitRepository', 'Bucket'])
          .describe('kind of the source that holds the chart'),
        name: text.describe('name of the source'),
        namespace: text.exactOptional().describe('namespace of the source'),
        url: text.exactOptional().describe('generate the HelmRepository or OCIRepository too, with this address'),
        tag: text.exactOptional().describe('tag of a generated OCIRepository'),
      })
      .describe('where the chart comes from'),
    interval: duration.exactOptional(),
    releaseName: text.exactOptional().describe('name of the release'),
    targetNamespace: text.exactOptional().describe('namespace of the release'),
    values: z.record(z.string(), z.unknown()).exactOptional().describe('values'),
    valuesFrom: z
      .array(
        z.strictObject({
          kind: z.enum(['ConfigMap', 'Secret']).describe('kind of the object that holds values'),
          name: text.describe('name of the object that holds values'),
          valuesKey: text.exactOptional().describe('its key; `values.yaml` without one'),
          optional: flag.exactOptional().describe('it may be missing'),
        }),
      )
      .exactOptional()
      .describe('objects in the cluster that hold values'),
  })
  .check((context) => {
    const { chart, version, source } = context.value
    const wrong = (path: string[], message: string) =>
      context.issues.push({ code: 'custom', message, path, input: context.value })
    if (source.kind === 'OCIRepository') {
      if (chart) wrong(['chart'], 'an OCIRepository is the chart itself')
      if (version) wrong(['version'], 'an OCIRepository has a tag; use source.tag')
    } else {
      if (!chart) wrong(['chart'], `a ${source.kind} holds many charts: name one`)
      if (source.tag) wrong(['source', 'tag'], `a ${source.kind} has no tag; use version`)
    }
    if (source.url && source.kind !== 'OCIRepository' && source.kind !== 'HelmRepository')
      wrong(['source', 'url'], `a ${source.kind} is not generated; leave the url out`)
  })

const chart = z.strictObject({
  name: text.describe('name of the chart'),
  repo: text.describe('address of its repository'),
  version: text.describe('exact version'),
  releaseName: text.exactOptional().describe("name of the release; the application's without one"),
  namespace: text.exactOptional().describe("namespace of the release; the application's without one"),
  valuesInline: z.record(z.string(), z.unknown()).exactOptional().describe('values'),
  includeCRDs: flag.exactOptional().describe('with the definitions of the chart'),
})

export const applicationSchema = z
  .strictObject({
    name: text.describe('name; a directory name where the rules give it a directory'),
    namespace: text.exactOptional().describe('target namespace'),
    delivery: z
      .strictObject({
        pruneProtection: flag.exactOptional().describe('keep the objects when they leave the source'),
        forceReplace: flag.exactOptional().describe('delete and create anew where a field cannot be changed'),
      })
      .exactOptional()
      .describe('what delivery does to the objects'),
    objects: z.array(object).exactOptional().describe('objects, inline'),
    files: texts.exactOptional().describe('YAML files beside the cluster file'),
    kustomization: text.exactOptional().describe('a folder with a kustomization, built'),
    package: text.exactOptional().describe('a folder with a Kptfile, its pipeline run'),
    helmRelease: helmRelease.exactOptional().describe('a HelmRelease, and its source when that has a url'),
    chart: chart.exactOptional().describe('a Helm chart, rendered with helm now'),
    augment: augment.exactOptional().describe('a directory of its own with files, generators, directories below'),
  })
  .describe('one workload or set of objects')

export const bundleSchema = z.strictObject({
  name: text.describe('name, unique in the cluster: a DNS-1123 subdomain'),
  dirName: text.exactOptional().describe('name of its directory'),
  kustomizationName: text.exactOptional().describe('name of its Kustomization'),
  interval: duration.exactOptional(),
  timeout: duration.exactOptional(),
  retryInterval: duration.exactOptional(),
  prune: flag.exactOptional().describe('delete what is no longer there'),
  wait: flag.exactOptional().describe('wait until everything is ready'),
  force: flag.exactOptional().describe('delete and create anew where a field cannot be changed'),
  suspend: flag.exactOptional().describe('do nothing for now'),
  serviceAccountName: text.exactOptional().describe('service account that applies it'),
  dependsOn: texts.exactOptional().describe('bundles of this cluster that come first, by name'),
  namedDependsOn: texts.exactOptional().describe('Kustomizations that come first, by name'),
  labels: textMap.exactOptional().describe('labels of its Kustomization'),
  annotations: textMap.exactOptional().describe('annotations of its Kustomization'),
  description: text.exactOptional().describe('free text'),
  sourceRef: sourceRef.exactOptional().describe('the source it is delivered from'),
  healthChecks: z.array(healthCheck).exactOptional().describe('objects that must be ready'),
  patches: z.array(patch).exactOptional().describe('patches of its Kustomization'),
  postBuild: postBuild.exactOptional().describe('variables of its Kustomization'),
  applications: z.array(applicationSchema).exactOptional().describe('what it deploys'),
  get children(): z.ZodOptional<z.ZodArray<typeof bundleSchema>> {
    return z.array(bundleSchema).optional().describe('bundles under this umbrella')
  },
})

export const nodeSchema = z.strictObject({
  name: text.exactOptional().describe('name of its directory; only the root may go without'),
  kustomizationName: text.exactOptional().describe("name of the node's own Kustomization, where it has one"),
  dependsOn: texts.exactOptional().describe('nodes that come first, by path from the root'),
  namedDependsOn: texts.exactOptional().describe('Kustomizations that come first, by name'),
  packageref: z
    .strictObject({
      group: text.describe('group of the source'),
      version: text.describe('version of the source'),
      kind: text.describe('kind of the source'),
    })
    .exactOptional()
    .describe('the package its subtree is written into'),
  bundle: bundleSchema.exactOptional().describe('what is deployed here'),
  get children(): z.ZodOptional<z.ZodArray<typeof nodeSchema>> {
    return z.array(nodeSchema).optional().describe('nodes below')
  },
})

const bootstrap = z.strictObject({
  enabled: flag.exactOptional().describe('write the bootstrap too'),
  fluxMode: z.enum(['flux-operator', 'gotk']).exactOptional().describe('how Flux is installed'),
  fluxVersion: text.exactOptional().describe('version of Flux'),
  components: texts.exactOptional().describe('controllers to install'),
  registry: text.exactOptional().describe('registry of the images'),
  imagePullSecret: text.exactOptional().describe('secret to pull them with'),
  sourceKind: z.enum(['GitRepository', 'OCIRepository']).exactOptional().describe('kind of the source of this tree'),
  sourceURL: text.exactOptional().describe('address of the source of this tree'),
  sourceRef: text.exactOptional().describe('its branch or tag'),
  syncName: text.exactOptional().describe('name of the sync objects (flux-operator)'),
  prune: flag.exactOptional().describe('delete what is no longer there'),
  argoCDVersion: text.exactOptional().describe('version of Argo CD; not read yet'),
  argoCDNamespace: text.exactOptional().describe('namespace of Argo CD; not read yet'),
})

export const layoutRules = z.strictObject({
  nodeGrouping: z
    .enum(['name', 'flat'])
    .exactOptional()
    .describe('a directory for each node, or merged into its parent'),
  bundleGrouping: z.enum(['name', 'flat']).exactOptional().describe('a directory for each bundle, or its node’s'),
  applicationGrouping: z
    .enum(['name', 'flat'])
    .exactOptional()
    .describe('a directory for each application, or its bundle’s'),
  filePer: z.enum(['resource', 'kind']).exactOptional().describe('a file per object or per kind'),
  fileNaming: z.enum(['default', 'kind-name']).exactOptional().describe('how files are named'),
  fluxPlacement: z
    .enum(['separate', 'integrated', 'integrated-per-bundle'])
    .exactOptional()
    .describe('where Flux’s objects stand'),
  clusterName: text.exactOptional().describe('directory above the root node’s, such as `clusters/prod`'),
  flattenSingleTier: flag.exactOptional().describe('collapse a top directory that adds nothing'),
})

/** A cluster file. Unknown keys are mistakes. */
export const clusterSchema = z
  .strictObject({
    name: text.describe('name of the cluster'),
    layout: layoutRules.exactOptional().describe('how directories are made; options of the command line win'),
    gitops: z
      .strictObject({
        type: z.enum(['flux', 'argocd']).exactOptional().describe('what delivers the tree'),
        bootstrap: bootstrap.exactOptional().describe('how it is installed'),
      })
      .exactOptional()
      .describe('the GitOps tool'),
    contentFromDirectories: flag
      .exactOptional()
      .describe(
        'a bundle without applications takes each YAML file of the folder of its name, or of its node’s, as an application',
      ),
    node: nodeSchema.exactOptional().describe('the root of the tree'),
  })
  .describe('a cluster and what is delivered to it')

/** The parts of a model as they are in code, each without the parts it holds. */
const held = z.unknown().optional()
export const modelSchemas = {
  cluster: z.strictObject({ name: text, node: held, gitOps: clusterSchema.shape.gitops }),
  node: nodeSchema
    .omit({ bundle: true, children: true, dependsOn: true, packageref: true })
    .extend({ bundle: held, children: held, dependsOn: held, packageRef: nodeSchema.shape.packageref }),
  bundle: bundleSchema
    .omit({ applications: true, children: true, dependsOn: true })
    .extend({ applications: held, children: held, dependsOn: held, parentPath: text.exactOptional() }),
  application: z.strictObject({
    name: text,
    namespace: text.exactOptional(),
    config: held,
    delivery: applicationSchema.shape.delivery,
  }),
}

/** What stands in a cluster file, and what {@link defineCluster} takes. */
export type ClusterFile = z.infer<typeof clusterSchema>
export type NodeFile = z.infer<typeof nodeSchema>
export type BundleFile = z.infer<typeof bundleSchema>
export type ApplicationFile = z.infer<typeof applicationSchema>
export type LayoutChildFile = z.infer<typeof layoutChild>
export type HelmReleaseFile = NonNullable<ApplicationFile['helmRelease']>
export type ChartFile = NonNullable<ApplicationFile['chart']>

/** The JSON Schema of a cluster file (draft 2020-12), for editors and other programs. */
export function clusterJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(clusterSchema, { io: 'input', reused: 'inline' }),
    $id: 'https://strake.dev/schemas/cluster.json',
    title: 'strake cluster file',
  }
}
