/** Delivery intents become annotations of Flux on what an application delivers (flux-engine O). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { objectsOf } from '../../stack/identity.ts'
import { fullRepoPath, type ManifestLayout } from '../../stack/layout/manifest.ts'
import type { Application, RenderedApplication } from '../../stack/model.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import { FLUX_GROUP } from '../kustomization.ts'
import type { Changes } from './changes.ts'
import type { Tree } from './tree.ts'

type Annotations = Record<string, string>

/** The annotations that an intent asks for, in the order of their keys; undefined without one. */
export function deliveryAnnotations({ delivery }: Application): Annotations | undefined {
  const annotations: Annotations = {}
  if (delivery?.forceReplace) annotations[`${FLUX_GROUP}/force`] = 'enabled'
  if (delivery?.pruneProtection) annotations[`${FLUX_GROUP}/prune`] = 'disabled'
  return Object.keys(annotations).length > 0 ? annotations : undefined
}

/** The first application with an intent, and where it is rendered (R-014). */
export function firstIntent({ layouts }: Tree): { application: Application; layout: ManifestLayout } | undefined {
  for (const layout of layouts) {
    for (const { application, layout: own } of layout.origins?.rendered ?? []) {
      if (deliveryAnnotations(application) !== undefined) return { application, layout: own ?? layout }
    }
  }
  return undefined
}

/** Sets them on every object an application delivers, a List's items instead of the List, and on its generators. */
export function annotateDeliveries({ layouts }: Tree, changes: Changes): void {
  for (const { origins } of layouts) {
    for (const rendered of origins?.rendered ?? []) {
      const annotations = deliveryAnnotations(rendered.application)
      if (annotations !== undefined) annotate(rendered, annotations, changes)
    }
  }
}

function annotate(
  { application, objects, layout }: RenderedApplication,
  annotations: Annotations,
  changes: Changes,
): void {
  for (const object of objectsOf(objects)) {
    checkOther(application, objectText(object), object.metadata?.annotations, annotations)
    if (object.metadata === undefined) changes.set(object, 'metadata', {})
    addAnnotations(object.metadata as { annotations?: Annotations }, annotations, changes)
  }
  const visit = (one: ManifestLayout) => {
    const { configMapGenerators = [], children } = one
    for (const generator of configMapGenerators) {
      const what = `configMapGenerator ${goQuote(generator.name)} of layout ${goQuote(fullRepoPath(one))}`
      checkOther(application, what, generator.annotations, annotations)
      addAnnotations(generator, annotations, changes)
    }
    for (const child of children) visit(child)
  }
  if (layout !== undefined) visit(layout)
}

function addAnnotations(owner: { annotations?: Annotations }, added: Annotations, changes: Changes): void {
  const isThere = Object.entries(added).every(([key, value]) => owner.annotations?.[key] === value)
  if (!isThere) changes.set(owner, 'annotations', { ...owner.annotations, ...added })
}

function checkOther(
  application: Application,
  what: string,
  present: Annotations | undefined,
  wanted: Annotations,
): void {
  for (const [key, value] of Object.entries(wanted)) {
    const own = present?.[key]
    if (own === undefined || own === value) continue
    throw fail(
      'DELIVERY_INTENT',
      `application ${goQuote(application.name)}: ${what} already carries annotation ${key}: ${goQuote(own)}, but the application's delivery intent needs ${goQuote(value)}`,
      { hint: 'take the annotation off, or the intent' },
    )
  }
}

function objectText({ kind, metadata }: KubernetesObject): string {
  const name = metadata?.name ?? ''
  return `${kind} ${goQuote(metadata?.namespace ? `${metadata.namespace}/${name}` : name)}`
}
