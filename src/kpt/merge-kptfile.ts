/** Merging Kptfiles (kpt 15): what a package is called and where it came from stay local, steps are told apart by name. */
import { mergeThreeWay, saysTheSame, type ThreeWayOptions } from '../krm/merge3.ts'
import { clone, removeField, setField, setItems } from '../yaml/edit.ts'
import { field, fieldText, MAPPING, Mapping, type Node, SEQUENCE, type Sequence } from '../yaml/node.ts'

interface Sides {
  local: Mapping
  origin: Mapping | undefined
  updated: Mapping | undefined
}

/** Brings upstream's changes into a local Kptfile. */
export function mergeKptfile(sides: Sides, options: ThreeWayOptions): void {
  const { local } = sides
  const origin = withoutIdentity(sides.origin)
  const updated = withoutIdentity(sides.updated)
  for (const name of ['mutators', 'validators']) mergeSteps({ local, origin, updated }, name, options)
  mergeThreeWay({ local, origin, updated }, undefined, options)
}

function withoutIdentity(root: Mapping | undefined): Mapping {
  const made = root === undefined ? new Mapping() : clone(root)
  for (const name of ['upstream', 'upstreamLock']) removeField(made, name)
  const metadata = field(made, 'metadata')
  if (metadata?.kind === MAPPING) for (const name of ['name', 'namespace']) removeField(metadata, name)
  return made
}

/**
 * Merges a list of steps if they can be told apart. Afterwards the upstream sides have the merged list, so that for the
 * merge of the whole nothing has changed in it.
 */
function mergeSteps({ local, origin, updated }: Required<Sides>, name: string, options: ThreeWayOptions): void {
  const steps = stepsOf(local, name)
  if (steps === undefined) return
  const [own, before, now] = keysOf([steps, stepsOf(origin, name), stepsOf(updated, name)])
  if (own === undefined || before === undefined || now === undefined) return
  const merged: Node[] = []
  for (const [key, step] of own) {
    const old = before.get(key)
    const current = now.get(key)
    if (old !== undefined && current === undefined) {
      if (!saysTheSame(step, old)) options.onConflict?.(['pipeline', name, key])
      continue
    }
    if (current !== undefined) mergeThreeWay({ local: step, origin: old, updated: current }, undefined, options)
    merged.push(step)
  }
  for (const [key, step] of now) if (!own.has(key) && !before.has(key)) merged.push(clone(step))
  setItems(steps, merged)
  for (const root of [local, origin, updated]) {
    const pipeline = field(root, 'pipeline')
    if (pipeline?.kind !== MAPPING) continue
    if (merged.length === 0) removeField(pipeline, name)
    else if (root !== local) setField(pipeline, name, clone(steps))
    if (pipeline.keys.length === 0) removeField(root as Mapping, 'pipeline')
  }
}

function stepsOf(root: Mapping | undefined, name: string): Sequence | undefined {
  const steps = field(field(root, 'pipeline'), name)
  return steps?.kind === SEQUENCE ? steps : undefined
}

type Steps = Map<string, Mapping>

/** The steps of each list by name, or by what they run where none has a name; nothing when that is not unique. */
function keysOf(lists: (Sequence | undefined)[]): (Steps | undefined)[] {
  const all = lists.flatMap((list) => list?.items ?? [])
  const named = all.filter((step) => (fieldText(step, 'name') ?? '') !== '').length
  if (named !== 0 && named !== all.length) return []
  const keyOf = (step: Node) =>
    named > 0 ? (fieldText(step, 'name') ?? '') : imageName(fieldText(step, 'image')) || (fieldText(step, 'exec') ?? '')
  return lists.map((list) => {
    const steps: Steps = new Map()
    for (const step of list?.items ?? []) {
      const key = keyOf(step)
      if (step.kind !== MAPPING || key === '' || steps.has(key)) return undefined
      steps.set(key, step)
    }
    return steps
  })
}

/** An image without tag and digest. */
function imageName(image = ''): string {
  return image.replace(/@.*$/, '').replace(/:[^/:]*$/, '')
}
