/** With a recorder, every node of what the examples print can name its causes, from the file it was loaded from on. */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { build, type Cause, type CauseRecorder, causeRecorder } from '../../src/index.ts'
import { nodeFileSystem } from '../../src/node/index.ts'
import { Mapping, type Node, Scalar, Sequence } from '../../src/yaml/node.ts'
import { checkoutRoot } from '../subject.ts'

/** Calls back for each node with the causes of the nodes around it, outermost first, and its own last. */
function walk(
  node: Node,
  causes: CauseRecorder,
  around: Cause[],
  path: string,
  visit: (path: string, chain: Cause[]) => void,
): void {
  const chain = [...around, ...causes.of(node)]
  visit(path, chain)
  if (node instanceof Mapping) {
    for (const [key, value] of pairs(node)) walk(value, causes, chain, `${path}.${key}`, visit)
  } else if (node instanceof Sequence) {
    for (const [i, item] of node.items.entries()) walk(item, causes, chain, `${path}[${i}]`, visit)
  }
}

function pairs(map: Mapping): [string, Node][] {
  return map.keys.map((key, i) => [key instanceof Scalar ? key.value : '?', map.values[i] as Node])
}

const root = join(checkoutRoot(), 'examples')
const folders = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('expected.yaml'))
  .map((path) => dirname(path))
  .sort()

/** Steps of one node of one object, as `Kind in file`. */
async function stepsOf(folder: string): Promise<Map<string, string[]>> {
  const causes = causeRecorder()
  const { documents } = await build({ root: join(root, folder), fs: nodeFileSystem(), recorder: causes })
  const found = new Map<string, string[]>()
  for (const { kind, root: tree } of documents) {
    walk(tree as Node, causes, [], kind, (path, chain) => {
      const names = chain.map(({ step }) => `${step.kind} in ${step.file.slice(step.file.indexOf(`${folder}/`))}`)
      // A field and the value in it are noted one by one.
      found.set(
        path,
        names.filter((name, i) => name !== names[i - 1]),
      )
    })
  }
  return found
}

describe('causes', () => {
  test.each(folders)('%s: every node has one', async (folder) => {
    const steps = await stepsOf(folder)
    expect(steps.size).toBeGreaterThan(0)
    expect([...steps].filter(([, names]) => names.length === 0).map(([path]) => path)).toEqual([])
  })

  const template = 'Deployment.spec.template.spec'
  test.each([
    ['images', 'Deployment.kind', ['load']],
    ['images', `${template}.containers[0].image`, ['load', 'ImageTagTransformer']],
    ['images', 'Deployment.spec.replicas', ['load', 'ReplicaCountTransformer']],
    ['labels-and-names', 'Service.metadata.name', ['load', 'PrefixTransformer', 'SuffixTransformer']],
    ['labels-and-names', 'Service.metadata.namespace', ['load', 'NamespaceTransformer']],
    ['labels-and-names', 'Service.spec.selector.track', ['load', 'LabelTransformer']],
    ['labels-and-names', 'Service.metadata.annotations.owner', ['load', 'AnnotationsTransformer']],
    ['labels-and-names', 'Ingress.spec.defaultBackend.service.name', ['load', 'NameReferenceTransformer']],
    ['generators', 'ConfigMap.data.TIMEZONE', ['ConfigMapGenerator']],
    ['generators', 'Secret.metadata.name', ['SecretGenerator', 'HashTransformer']],
    ['patches', `${template}.containers[1].image`, ['load', 'PatchTransformer']],
    ['patches', `${template}.priorityClassName`, ['load', 'PatchTransformer']],
    ['replacements', `${template}.containers[0].env[0].value`, ['load', 'ReplacementTransformer']],
  ])('%s: %s by %j', async (folder, path, kinds) => {
    const names = (await stepsOf(folder)).get(path) ?? []
    expect(names.map((name) => name.split(' ')[0])).toEqual(kinds)
    const files = names.filter((name) => !name.startsWith('load ')).map((name) => name.split(' ')[2])
    expect(new Set(files)).toEqual(
      new Set(kinds.length > 1 || kinds[0] !== 'load' ? [`${folder}/kustomization.yaml`] : []),
    )
  })

  test('without a recorder the bytes are the same', async () => {
    const options = { root: join(root, 'model-serving/overlays/production'), fs: nodeFileSystem() }
    const { text } = await build({ ...options, recorder: causeRecorder() })
    expect(text).toBe((await build(options)).text)
  })
})
