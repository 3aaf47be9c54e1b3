/** The objects of applications and bundles. */
import { fail, ToolError, wrap } from '../core/error.ts'
import { goQuote } from '../core/text.ts'
import type { Application, Bundle } from './model.ts'
import type { KubernetesObject } from './object.ts'

/**
 * An application's objects: its config is checked, then asked.
 *
 * @throws ToolError that names the application
 * @example generateApplication({ name: 'web', config: { generate: () => [namespace] } }) // [namespace]
 */
export function generateApplication(application: Application): KubernetesObject[] {
  const { config } = application
  if (!config) {
    throw inApplication(application, fail('APPLICATION_CONFIG_MISSING', 'invalid application.config for Required: nil'))
  }
  try {
    config.validate?.()
  } catch (error) {
    const where = `in namespace ${goQuote(application.namespace ?? '')}`
    throw wrap(`validation failed for application ${goQuote(application.name)} ${where}`, failure(error))
  }
  let objects: KubernetesObject[]
  try {
    objects = config.generate(application)
  } catch (error) {
    throw inApplication(application, error)
  }
  if (!Array.isArray(objects)) {
    throw inApplication(application, fail('APPLICATION_FAILED', 'generate returned no list of objects'))
  }
  const index = objects.findIndex((object) => !isObject(object))
  if (index >= 0) {
    const problem = fail('APPLICATION_FAILED', `generate returned something at index ${index} that is no object`)
    throw inApplication(application, problem)
  }
  return objects
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The objects of a bundle's applications in order, with the bundle's labels and annotations where an object has no such key. The
 * applications' own objects stay as they are.
 *
 * @example generateBundle({ name: 'web', labels: { team: 'a' }, applications: [web] })
 */
export function generateBundle(bundle: Bundle): KubernetesObject[] {
  return (bundle.applications ?? []).flatMap(generateApplication).map((object) => withMetadata(object, bundle))
}

function withMetadata(object: KubernetesObject, { labels, annotations }: Bundle): KubernetesObject {
  const added = {
    ...(labels && Object.keys(labels).length > 0 ? { labels: { ...labels, ...object.metadata?.labels } } : {}),
    ...(annotations && Object.keys(annotations).length > 0
      ? { annotations: { ...annotations, ...object.metadata?.annotations } }
      : {}),
  }
  return Object.keys(added).length === 0 ? object : { ...object, metadata: { ...object.metadata, ...added } }
}

/** An error of an application's own code, named after the application. */
export function inApplication(application: Application, error: unknown): unknown {
  return wrap(`application ${goQuote(application.name)}`, failure(error))
}

/** What a config throws is its author's message, not a defect of ours. */
function failure(error: unknown): ToolError {
  if (error instanceof ToolError) return error
  return fail('APPLICATION_FAILED', error instanceof Error ? error.message : String(error))
}
