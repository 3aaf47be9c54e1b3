/** Kustomizations for comparisons, from YAML. */
import { Source } from '../../src/core/source.ts'
import { compareKustomizations } from '../../src/flux/diff/compare.ts'
import type { ComparedKustomization } from '../../src/flux/diff/objects.ts'
import type { DiffReport } from '../../src/flux/diff/report.ts'
import { Schema } from '../../src/krm/schema.ts'
import type { Mapping } from '../../src/yaml/node.ts'
import { readYaml11 } from '../../src/yaml/yaml11.ts'

type Settings = Partial<Omit<ComparedKustomization, 'objects' | 'name'>>

/** `apps` stands for `flux-system/apps`; the documents are separated by `---`. */
export function applied(name: string, documents: string, settings: Settings = {}): ComparedKustomization {
  const objects = documents
    .split(/^---\n/m)
    .filter((text) => text.trim() !== '')
    .map((text) => ({ root: readYaml11(new Source('', text)) as Mapping, jsonTyped: true }))
  return { name: `flux-system/${name}`, prune: true, isSuspended: false, deletionPolicy: '', objects, ...settings }
}

export async function compared(
  base: readonly ComparedKustomization[],
  head: readonly ComparedKustomization[],
): Promise<DiffReport> {
  const schema = Schema.builtin()
  await schema.load()
  return compareKustomizations({ base, head, schema })
}
