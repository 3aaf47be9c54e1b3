/** The Flux components bundle, as its installer makes it of a manifests base (flux-crds 6). Nothing is sorted at the end. */
import { fail } from '../../core/error.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import { bindingOf, type ControllerDeployment, controllerDeployment, type NamedObject } from './manifest.ts'

/** A release's manifests base. Each call of its functions makes the objects anew. */
export interface ComponentsBase {
  /** What stands in the label `app.kubernetes.io/version`. */
  version: string
  /** The components it holds. */
  components: readonly string[]
  policies(): NamedObject[]
  rbac(): NamedObject[]
  component(name: string): NamedObject[]
}

export interface ComponentsOptions {
  namespace?: string | undefined
  /** In place of `ghcr.io/fluxcd`, verbatim; empty leaves `fluxcd/`. */
  registry?: string | undefined
  imagePullSecret?: string | undefined
  /** In this order. */
  components?: readonly string[] | undefined
  logLevel?: string | undefined
  watchAllNamespaces?: boolean | undefined
  networkPolicy?: boolean | undefined
  clusterDomain?: string | undefined
  tolerationKeys?: readonly string[] | undefined
}

const DEFAULT_COMPONENTS = ['source-controller', 'kustomize-controller', 'helm-controller', 'notification-controller']
const LOG_LEVELS = ['debug', 'info', 'error']
const WITHOUT_NAMESPACE = ['Namespace', 'CustomResourceDefinition', 'ClusterRole', 'ClusterRoleBinding']

/**
 * The objects that install Flux: namespace, policies, roles, then for each component its definitions, account, services
 * and deployment. Every call makes them anew.
 *
 * @example fluxComponents({ namespace: 'gitops' }, await componentsBase('')).length // 32
 * @throws ToolError for a component that the base lacks or that is named twice, and options Flux would not take
 */
export function fluxComponents(options: ComponentsOptions, base: ComponentsBase): KubernetesObject[] {
  const namespace = options.namespace ?? 'flux-system'
  const components = componentsOf(options)
  check(namespace, options)
  const objects = [namespaceObject(namespace), ...((options.networkPolicy ?? true) ? base.policies() : [])]
  objects.push(...inNamespace(base.rbac(), namespace))
  const seen = new Set<string>()
  for (const name of components) {
    if (!base.components.includes(name)) {
      const hint = `there are ${base.components.join(', ')}`
      throw fail('FLUX_COMPONENT_UNKNOWN', `component ${name} is not available`, { hint })
    }
    const own = base.component(name)
    if (seen.has(name)) throw registeredTwice(name, own[0])
    seen.add(name)
    objects.push(...own)
  }
  const labels = {
    'app.kubernetes.io/instance': namespace,
    'app.kubernetes.io/part-of': 'flux',
    'app.kubernetes.io/version': base.version,
  }
  for (const object of objects) {
    const { kind, metadata } = object
    if (!WITHOUT_NAMESPACE.includes(kind)) metadata.namespace = namespace
    metadata.labels = { ...metadata.labels, ...labels }
    if (kind === 'Deployment') finishDeployment(controllerDeployment(object), options, components, labels)
  }
  return objects
}

function namespaceObject(name: string): NamedObject {
  const labels = {
    'pod-security.kubernetes.io/warn': 'restricted',
    'pod-security.kubernetes.io/warn-version': 'latest',
  }
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } }
}

/** The components in the order given, or those Flux installs when none is named. */
export function componentsOf({ components }: ComponentsOptions): readonly string[] {
  return components !== undefined && components.length > 0 ? components : DEFAULT_COMPONENTS
}

function check(namespace: string, { logLevel = 'info' }: ComponentsOptions): void {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace)) {
    throw fail('FLUX_NAMESPACE_INVALID', `namespace must be a valid DNS label: "${namespace}"`, {
      hint: 'lower-case letters, digits and -, at most 63',
    })
  }
  if (!LOG_LEVELS.includes(logLevel)) {
    const levels = LOG_LEVELS.join(', ')
    throw fail('FLUX_LOG_LEVEL', `unsupported log level '${logLevel}', must be one of: ${levels}`)
  }
}

/** What kustomize says of the second object with an identity; a component's first one is a definition. */
function registeredTwice(component: string, first: KubernetesObject | undefined) {
  const [group = '', version = ''] = first?.apiVersion?.split('/') ?? []
  const id = `${first?.kind}.${version}.${group}/${first?.metadata?.name}.[noNs]`
  return fail('FLUX_COMPONENT_TWICE', `may not add resource with an already registered id: ${id}`, {
    hint: `name ${component} once`,
  })
}

/** Roles and bindings end in the namespace's name, and a binding to a role among them follows. */
function inNamespace(rbac: NamedObject[], namespace: string): NamedObject[] {
  const roles = new Set(rbac.filter(({ kind }) => kind === 'ClusterRole').map(({ metadata }) => metadata.name))
  for (const object of rbac) {
    object.metadata.name += `-${namespace}`
    const { role, subjects } = bindingOf(object)
    if (role !== undefined && roles.has(role.name)) role.name += `-${namespace}`
    for (const subject of subjects) if (subject.namespace === 'flux-system') subject.namespace = namespace
  }
  return rbac
}

function finishDeployment(
  { metadata: { name }, spec: { template } }: ControllerDeployment,
  options: ComponentsOptions,
  components: readonly string[],
  labels: Record<string, string>,
): void {
  template.metadata = { ...template.metadata, labels: { ...template.metadata?.labels, ...labels } }
  const pod = template.spec
  pod.nodeSelector = { 'kubernetes.io/os': 'linux' }
  if (options.imagePullSecret) pod.imagePullSecrets = [{ name: options.imagePullSecret }]
  if (options.tolerationKeys && options.tolerationKeys.length > 0) {
    pod.tolerations = options.tolerationKeys.map((key) => ({ key, operator: 'Exists' }))
  }
  const [container] = pod.containers
  argumentsOf(name, options, components).forEach((argument, i) => {
    if (argument !== undefined) container.args[i] = argument
  })
  const takesArtifacts = name === 'kustomize-controller' || name === 'helm-controller'
  if (takesArtifacts && components.includes('source-watcher')) {
    container.args.push('--feature-gates=ExternalArtifact=true')
  }
  const registry = options.registry ?? 'ghcr.io/fluxcd'
  const [prefix, image] = [`fluxcd/${name}`, container.image]
  if (registry !== '' && image.startsWith(`${prefix}:`))
    container.image = `${registry}/${image.slice('fluxcd/'.length)}`
}

/** Replaced by position: undefined leaves what the base has there. */
function argumentsOf(name: string, options: ComponentsOptions, components: readonly string[]): (string | undefined)[] {
  const domain = options.clusterDomain ?? 'cluster.local'
  const common = [
    `--watch-all-namespaces=${options.watchAllNamespaces ?? true}`,
    `--log-level=${options.logLevel ?? 'info'}`,
  ]
  if (name === 'notification-controller') return common
  const events = components.includes('notification-controller')
    ? `http://notification-controller.$(RUNTIME_NAMESPACE).svc.${domain}./`
    : ''
  const all: (string | undefined)[] = [`--events-addr=${events}`, ...common]
  if (name === 'source-controller' || name === 'source-watcher') {
    all[6] = `--storage-adv-addr=${name}.$(RUNTIME_NAMESPACE).svc.${domain}.`
  }
  return all
}
