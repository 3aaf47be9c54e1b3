/** Sets the project of Config Connector items, and the setter of that name in Kptfiles (functions 18). */
import { fail, rephrase, ToolError } from '../../core/error.ts'
import { dirname, join } from '../../core/path.ts'
import { annotationsOf } from '../../krm/path-annotations.ts'
import { append, setField, stringScalar } from '../../yaml/edit.ts'
import { field, MAPPING, Mapping, type Node, SCALAR, Scalar, SEQUENCE, Sequence } from '../../yaml/node.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { annotationOf, filePathOf, mappingIn, textOf } from './items.ts'
import { gvkOf } from './kinds.ts'
import { losesMigrationMarks, losesStyle } from './reference-style.ts'

export const setProjectId: CatalogFunction = { name: 'set-project-id', run: setProject }

const SETTER = 'project-id'
const ANNOTATION = 'cnrm.cloud.google.com/project-id'
const APPLY_SETTERS = 'gcr.io/kpt-fn/apply-setters:v0.2'

function setProject({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  const id = textOf(config, 'data', SETTER)
  if (id === '') throw fail('FUNCTION_CONFIG', `\`data.${SETTER}\` should not be empty`)
  if (referenceFormat) losesMigrationMarks(items)
  try {
    setSetters(items, id)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const message = `failed to set project-id setter: ${error.message}`
    throw rephrase(`${message}${message}\n`, error)
  }
  for (const item of items) {
    if (isKptfile(item)) {
      if (referenceFormat) rewriteAnnotations(item)
    } else if (hasProject(item) && annotationOf(item, ANNOTATION) === '') {
      const metadata = mappingIn(item, 'metadata')
      const annotations = metadata && mappingIn(metadata, 'annotations')
      if (annotations !== undefined) setField(annotations, ANNOTATION, stringScalar(id))
      if (referenceFormat) rewriteAnnotations(item)
    }
  }
  return []
}

function rewriteAnnotations(item: Mapping): void {
  const annotations = annotationsOf(item)
  if (annotations !== undefined) losesStyle(annotations)
}

function isKptfile(item: Mapping): boolean {
  return textOf(item, 'kind') === 'Kptfile'
}

function hasProject(item: Mapping): boolean {
  const { group } = gvkOf(item)
  return group.endsWith('.cnrm.cloud.google.com') && !group.startsWith('core.')
}

function setSetters(items: readonly Mapping[], id: string): void {
  const kptfiles = items.filter(isKptfile)
  if (kptfiles.length === 0) {
    const hint = 'please include --include-meta-resources flag if a Kptfile is present'
    throw fail('KPTFILE', `failed to find Kptfile: unable to find Kptfile, ${hint}`)
  }
  for (const kptfile of kptfiles) {
    const values = settersOf(kptfile, items)
    if (values !== undefined && textOf(values, SETTER) === '') setField(values, SETTER, stringScalar(id))
  }
}

/** The values of the first step that applies setters, made where there is none. */
function settersOf(kptfile: Mapping, items: readonly Mapping[]): Mapping | undefined {
  const pipeline = mappingIn(kptfile, 'pipeline')
  if (pipeline === undefined) return undefined
  const steps = listIn(pipeline, 'mutators')
  const step = steps?.items.find((one) => textOf(one, 'image').includes('apply-setters'))
  if (step?.kind !== MAPPING) {
    const made = new Mapping([new Scalar('image')], [new Scalar(APPLY_SETTERS)])
    if (steps !== undefined) append(steps, made)
    return mappingIn(made, 'configMap')
  }
  const path = textOf(step, 'configPath')
  if (path === '') return mappingIn(step, 'configMap')
  const full = join(dirname(filePathOf(kptfile)), path)
  const config = items.find((item) => filePathOf(item) === full)
  if (config !== undefined) return mappingIn(config, 'data')
  const hint = 'please ensure the file specified in "configPath" exists and retry'
  throw fail('KPTFILE', `error updating Kptfile: failed to find setter file: file ${path} doesn't exist, ${hint}`)
}

function listIn(map: Mapping, name: string): Sequence | undefined {
  const old: Node | undefined = field(map, name)
  if (old?.kind === SEQUENCE) return old
  if (old !== undefined && (old.kind !== SCALAR || old.value !== '')) return undefined
  const made = new Sequence()
  setField(map, name, made)
  return made
}
