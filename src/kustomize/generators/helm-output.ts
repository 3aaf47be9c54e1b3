/** From what `helm template` prints to objects (build 5.14, step 5). */
import { fail, rephrase, ToolError } from '../../core/error.ts'
import { Source } from '../../core/source.ts'
import { markHelmGenerated } from '../../krm/helm-mark.ts'
import { checked } from '../../krm/objects.ts'
import { ResMap } from '../../krm/resmap.ts'
import { Resource } from '../../krm/resource.ts'
import { wrongNodeKind } from '../../krm/wrong-kind.ts'
import { readResources } from '../../yaml/documents.ts'
import { field, fieldText, MAPPING, type Mapping, type Node, SEQUENCE } from '../../yaml/node.ts'
import type { BuildContext } from '../context.ts'

export function objectsOfChart(text: string, context: BuildContext): Mapping[] {
  const objects = readOutput(text, context)
  for (const object of objects) mark(object)
  return objects
}

function readOutput(text: string, context: BuildContext): Mapping[] {
  const source = new Source('', text)
  try {
    return distinct(context.objects(source))
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return readPlainly(source, context, error)
  }
}

/** What is wrong as a file of resources may pass when lists are left whole and local configuration is left out. */
function readPlainly(source: Source, context: BuildContext, first: ToolError): Mapping[] {
  let documents: Node[]
  try {
    documents = readResources(source, context.budget)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const reason = error.code === 'YAML_SYNTAX' ? `MalformedYAMLError: ${error.message}` : error.message
    throw rephrase(`error reading helm output: ${reason}`, error)
  }
  if (documents.length === 0) throw rephrase(`could not parse bytes into resource map: ${first.message}`, first)
  try {
    const objects = documents.filter(isMeant).map((node) => checked(node, source))
    return distinct(objects.map((root) => new Resource(root, context.schema, source)))
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw rephrase(`could not parse rnode slice into resource map: ${error.message}`, error)
  }
}

function distinct(resources: readonly Resource[]): Mapping[] {
  new ResMap().appendEach(resources)
  return resources.map(({ root }) => root)
}

function isMeant(node: Node): boolean {
  if (node.kind === SEQUENCE) return node.items.length > 0
  const value = fieldText(field(field(node, 'metadata'), 'annotations'), 'config.kubernetes.io/local-config')
  return value === undefined || value === 'false'
}

function mark(root: Mapping): void {
  const annotations = field(field(root, 'metadata'), 'annotations')
  if (annotations?.kind === SEQUENCE && annotations.items.length > 0) {
    const { message } = wrongNodeKind(MAPPING, annotations)
    throw fail('HELM_OUTPUT', `failed to set helm annotation: ${message}`)
  }
  markHelmGenerated(root)
}
