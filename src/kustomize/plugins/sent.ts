/** Objects as plugins are given them: with the bookkeeping that the reference keeps in annotations (build 4.3, 5.21). */
import { Source } from '../../core/source.ts'
import { printResourceList } from '../../krm/functions.ts'
import type { ResId } from '../../krm/id.ts'
import { copyWithInternalAnnotations } from '../../krm/internal-annotations.ts'
import {
  annotation,
  ID,
  INDEX,
  MIGRATION_ID,
  PATH,
  setAnnotation,
  setPairedAnnotation,
} from '../../krm/path-annotations.ts'
import type { Resource } from '../../krm/resource.ts'
import { stringScalar } from '../../yaml/edit.ts'
import { emitPlainValueSorted, emitSorted } from '../../yaml/emit.ts'
import { Mapping, Scalar } from '../../yaml/node.ts'
import { parse } from '../../yaml/parse.ts'

/** By this, what a plugin gives back is told from what it adds. */
export const GIVEN_ID = 'kustomize.config.k8s.io/id'
export const LOCAL_CONFIG = 'config.kubernetes.io/local-config'

/** The texts of the objects for a transformer, in order. */
export function textsOf(resources: readonly Resource[]): string[] {
  return resources.map((resource) => {
    const root = copyWithInternalAnnotations(resource)
    setAnnotation(root, GIVEN_ID, idYaml(resource.id))
    return emitSorted(root, { annotationsAsStrings: true })
  })
}

/** A plugin's own configuration as text. */
export function configurationText(resource: Resource): string {
  return emitSorted(copyWithInternalAnnotations(resource), { annotationsAsStrings: true })
}

function idYaml(id: ResId): string {
  const names = ['group', 'kind', 'name', 'namespace', 'version'] as const
  const given = names.filter((name) => id[name] !== '')
  return emitPlainValueSorted(
    new Mapping(
      given.map((name) => new Scalar(name)),
      given.map((name) => stringScalar(id[name])),
    ),
  )
}

/** What a function reads. Without objects, it is given its own configuration as one. */
export function functionInput(texts: readonly string[], configuration: string): string {
  const config = read(configuration)
  setAnnotation(config, LOCAL_CONFIG, 'true')
  const items = texts.length === 0 ? [read(configuration)] : texts.map(read)
  if (texts.length === 0) setAnnotation(items[0] as Mapping, LOCAL_CONFIG, 'true')
  items.forEach((item, i) => {
    const number = String(i)
    const path = annotation(item, PATH.key) ?? annotation(item, PATH.legacy)
    if (path !== undefined) setPairedAnnotation(item, PATH, path)
    setPairedAnnotation(item, INDEX, number)
    setAnnotation(item, MIGRATION_ID, number)
    setAnnotation(item, ID.key, String(i + 1))
    setAnnotation(item, ID.legacy, String(i + 1))
  })
  return printResourceList(items, config)
}

function read(text: string): Mapping {
  return parse(new Source('', text), { comments: false })?.root as Mapping
}
