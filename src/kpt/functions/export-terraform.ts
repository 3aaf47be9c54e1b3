/** Writes objects of Config Connector as files of Terraform, into a ConfigMap (functions 18). */
import { ToolError } from '../../core/error.ts'
import { PATH } from '../../krm/path-annotations.ts'
import { setField } from '../../yaml/edit.ts'
import { toJson } from '../../yaml/json.ts'
import { DOUBLE, LITERAL, Mapping, type Node, Scalar } from '../../yaml/node.ts'
import { terraformFiles } from '../terraform/files.ts'
import { type CloudObject, CloudObjects } from '../terraform/objects.ts'
import { failed } from './ended.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { annotationOf, fileOf, LOCAL_CONFIG_ANNOTATION, sortItems, textOf } from './items.ts'
import { gvkOf } from './kinds.ts'

export const exportTerraform: CatalogFunction = {
  name: 'export-terraform',
  run(list) {
    try {
      return exportItems(list)
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      throw failed([{ message: error.message, severity: 'error' }])
    }
  },
}

const IGNORED = 'cnrm.cloud.google.com/ignore-clusterless'

function exportItems(list: FunctionInput): FunctionResult[] {
  const items = new Map<CloudObject, Mapping>()
  for (const item of list.items) {
    const { group } = gvkOf(item)
    if (!group.endsWith('.cnrm.cloud.google.com') || group.startsWith('core.')) continue
    if (annotationOf(item, IGNORED) !== 'true') items.set(objectOf(item), item)
  }
  const objects = new CloudObjects([...items.keys()], list.referenceFormat === true)
  const files = terraformFiles(objects)
  const target = configMapIn(list)
  const names = files.map(([name]) => new Scalar(name))
  const texts = files.map(([, text]): Node => {
    const scalar = new Scalar(text, / $/m.test(text) ? DOUBLE : LITERAL)
    scalar.tag = '!!str'
    return scalar
  })
  if (files.length > 0) setField(target, 'data', new Mapping(names, texts))
  sortItems(list.items)
  if (list.referenceFormat) return []
  return objects.notExported().map((object) => notExported(items.get(object) as Mapping))
}

function objectOf(item: Mapping): CloudObject {
  const { metadata, spec } = JSON.parse(toJson(item)) as {
    metadata?: { annotations?: Record<string, unknown> | null } | null
    spec?: Record<string, unknown> | null
  }
  const { kind } = gvkOf(item)
  const name = textOf(item, 'metadata', 'name')
  return { kind, name, annotations: metadata?.annotations ?? {}, spec: spec ?? {} }
}

/** The ConfigMap of an earlier export, or a new one. */
function configMapIn(list: FunctionInput): Mapping {
  const before = list.items.find(
    (item) =>
      textOf(item, 'kind') === 'ConfigMap' &&
      textOf(item, 'metadata', 'name') === 'terraform' &&
      annotationOf(item, FLAVOR) === 'terraform',
  )
  if (before !== undefined) return before
  const annotations = new Mapping()
  setField(annotations, FLAVOR, new Scalar('terraform'))
  setField(annotations, 'blueprints.cloud.google.com/syntax', new Scalar('hcl'))
  setField(annotations, LOCAL_CONFIG_ANNOTATION, new Scalar('true', DOUBLE))
  setField(annotations, PATH.key, new Scalar('terraform.yaml'))
  const metadata = new Mapping()
  setField(metadata, 'name', new Scalar('terraform'))
  setField(metadata, 'annotations', annotations)
  const made = new Mapping()
  setField(made, 'apiVersion', new Scalar('v1'))
  setField(made, 'kind', new Scalar('ConfigMap'))
  setField(made, 'metadata', metadata)
  list.items.push(made)
  return made
}

const FLAVOR = 'blueprints.cloud.google.com/flavor'

function notExported(item: Mapping): FunctionResult {
  const [apiVersion, kind] = [textOf(item, 'apiVersion'), textOf(item, 'kind')]
  const [name, namespace] = [textOf(item, 'metadata', 'name'), textOf(item, 'metadata', 'namespace')]
  return {
    message: 'not exported to Terraform',
    severity: 'warning',
    resourceRef: { apiVersion, kind, name, ...(namespace === '' ? {} : { namespace }) },
    ...fileOf(item),
  }
}
