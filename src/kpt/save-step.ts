/** `--save`: a function noted in a Kptfile, whose other text stays as it is (kpt 11). */
import { append, setField, setItem } from '../yaml/edit.ts'
import { field, fieldText, MAPPING, Mapping, type Node, SEQUENCE, Sequence } from '../yaml/node.ts'
import { preserve } from '../yaml/preserve.ts'
import type { Kptfile, PipelineStep, Selector } from './kptfile.ts'
import { type Plain, plainNode } from './results.ts'

/** The text of the Kptfile with the step, in the place of one that runs the same function, or behind the others. */
export function withStep(
  { source, document }: Kptfile,
  list: 'mutators' | 'validators',
  step: PipelineStep,
): { text: string; isNew: boolean } {
  const root = document.root as Mapping
  const pipeline = fieldOf(root, 'pipeline', MAPPING, () => new Mapping())
  const steps = fieldOf(pipeline, list, SEQUENCE, () => new Sequence())
  const node = plainNode(plainStep(step))
  const at = steps.items.findIndex((one) => isSameFunction(one, step))
  if (at < 0) append(steps, node)
  else setItem(steps, at, node)
  return { text: preserve(document, source), isNew: at < 0 }
}

function fieldOf<T extends Mapping | Sequence>(parent: Mapping, name: string, kind: T['kind'], make: () => T): T {
  const found = field(parent, name)
  if (found !== undefined && found.kind === kind) return found as T
  const made = make()
  setField(parent, name, made)
  return made
}

function isSameFunction(node: Node, { image, exec }: PipelineStep): boolean {
  return image === '' ? fieldText(node, 'exec') === exec : fieldText(node, 'image') === image
}

function plainStep({ image, exec, tag, configPath, configMap, selectors, exclude }: PipelineStep): Plain {
  const names = Object.keys(configMap).sort()
  return {
    ...{ image, exec, configPath },
    configMap: names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, configMap[name]])),
    tag,
    selectors: selectors.map(plainSelector),
    exclude: exclude.map(plainSelector),
  }
}

function plainSelector({ apiVersion, kind, name, namespace, labels, annotations }: Selector): Plain {
  return { apiVersion, kind, name, namespace, labels, annotations }
}
