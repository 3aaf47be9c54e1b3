/** Manifests that somebody else provides: read, and held to the shape that the bootstrap counts on. */
import { fail } from '../../core/error.ts'
import { Source } from '../../core/source.ts'
import { objectsOf } from '../../stack/identity.ts'
import type { KubernetesObject, ObjectMetadata } from '../../stack/object.ts'
import { readObjects } from '../../stack/plain.ts'

export interface NamedObject extends KubernetesObject {
  kind: string
  metadata: ObjectMetadata & { name: string }
}

/**
 * The objects of a manifest, Lists opened.
 *
 * @example readManifest('policies.yaml', text).map(({ metadata }) => metadata.name)
 * @throws ToolError for what is no YAML, and for a document that is no object with a name
 */
export function readManifest(path: string, text: string): NamedObject[] {
  const objects: KubernetesObject[] = objectsOf(readObjects(new Source(path, text)))
  objects.forEach((object, i) => {
    if (isNamed(object)) return
    throw fail('FLUX_MANIFEST_OBJECT', `${path}: object ${i + 1} is no Kubernetes object with a kind and a name`)
  })
  return objects as NamedObject[]
}

function isNamed(object: unknown): object is NamedObject {
  if (!isMap(object) || typeof object['kind'] !== 'string') return false
  const { metadata } = object
  return isMap(metadata) && typeof metadata['name'] === 'string' && isMap(metadata['labels'] ?? {})
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A controller: one container, whose arguments are replaced by position. */
export interface ControllerDeployment extends NamedObject {
  spec: { template: { metadata?: { labels?: Record<string, string> }; spec: PodSpec } }
}

export interface PodSpec {
  containers: [Container, ...Container[]]
  nodeSelector?: Record<string, string>
  imagePullSecrets?: { name: string }[]
  tolerations?: { key: string; operator: string }[]
}

interface Container {
  args: string[]
  image: string
}

/**
 * The same object as a controller's Deployment.
 *
 * @throws ToolError for one without a container that has arguments and an image
 */
export function controllerDeployment(object: NamedObject): ControllerDeployment {
  const template = Object(Object(object['spec']).template) as { spec?: unknown; metadata?: unknown }
  const [container] = list(Object(template.spec).containers)
  const { args, image } = Object(container) as Partial<Container>
  const isSound = Array.isArray(args) && typeof image === 'string' && isMap(template.metadata ?? {})
  if (isSound) return object as ControllerDeployment
  const name = object.metadata.name
  throw fail('FLUX_MANIFEST_DEPLOYMENT', `Deployment ${name} has no container with arguments and an image`, {
    hint: "give the files of a Flux release's manifests.tar.gz",
  })
}

/** What a binding points to; nothing of an object that is no binding. */
export function bindingOf(object: NamedObject): {
  role: { name: string } | undefined
  subjects: { namespace?: string }[]
} {
  const { roleRef } = object as { roleRef?: unknown }
  const role = isMap(roleRef) && typeof roleRef['name'] === 'string' ? (roleRef as { name: string }) : undefined
  return { role, subjects: list(object['subjects']).filter(isMap) }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
