import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import { readClusterFile } from '../../src/stack/cluster-file.ts'
import { type ApplicationLoader, type ClusterDefinition, defineCluster, loadCluster } from '../../src/stack/define.ts'
import { corpusRoot } from '../corpus.ts'

/** Each mistake as `LINE:COLUMN message (hint)`. */
function mistakes(text: string): string[] {
  try {
    readClusterFile(new Source('cluster.yaml', text))
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return [error.toDiagnostic(), ...error.also].map(({ message, at: [at], hint }) => {
      const position = at?.source.position(at.offset)
      return `${position?.line}:${position?.column} ${message}${hint ? ` (${hint})` : ''}`
    })
  }
  return []
}

function problem(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof ToolError) return `${error.message}${error.hint ? ` (${error.hint})` : ''}`
    throw error
  }
  return 'accepted'
}

const NOTHING: ApplicationLoader = {
  read: (path) => Promise.resolve(new Source(path, `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${path}}\n`)),
  list: (path) => Promise.resolve(path === 'web' ? ['a.yaml', 'notes.txt'] : undefined),
  kustomization: () => Promise.resolve([]),
  package: () => Promise.resolve([]),
  chart: () => Promise.resolve([]),
  helmRelease: () => [],
}

describe('a cluster file', () => {
  test('shows every mistake at its place, in the order of the file', () => {
    expect(
      mistakes(`name: 3
node:
  name: apps
  bundel: {}
  bundle:
    interval: 10
    prune: "yes"
    sourceRef: {kind: OCIRepository, name: x, url: oci://x, branch: main}
    applications: web
    dependsOn: [a, {}]
layout:
  filePer: object
`),
    ).toEqual([
      '1:1 name: expected a text, found 3',
      '4:3 node.bundel: unknown field "bundel" (did you mean bundle?)',
      '5:3 node.bundle.name: is missing',
      '6:5 node.bundle.interval: expected a text, found 10',
      '7:5 node.bundle.prune: expected true or false, found "yes"',
      '8:61 node.bundle.sourceRef.branch: an OCIRepository has no branch; use tag',
      '9:5 node.bundle.applications: expected a list, found "web"',
      '10:20 node.bundle.dependsOn[1]: expected a text, found a map',
      '12:3 layout.filePer: "object" is not one of "resource", "kind"',
    ])
  })

  test('is one document', () => {
    expect(mistakes('name: a\n---\nname: b\n')).toEqual(['3:1 a cluster file holds one document'])
  })

  test('with the older word for the mode of bootstrap is told the two modes', () => {
    expect(mistakes('name: a\ngitops:\n  bootstrap: {fluxMode: gitops-toolkit}\n')).toEqual([
      '3:15 gitops.bootstrap.fluxMode: "gitops-toolkit" is not one of "flux-operator", "gotk"',
    ])
  })

  test('with a key twice is refused', () => {
    expect(() => readClusterFile(new Source('c.yaml', 'name: a\nname: b\n'))).toThrow(/name/)
  })

  const corpus = corpusRoot()
  const folder = corpus && join(corpus, 'kure/clusters')
  test.skipIf(!folder || !existsSync(folder))('of the recorded clusters is read', () => {
    for (const name of readdirSync(folder as string))
      expect(mistakes(readFileSync(join(folder as string, name), 'utf8')), name).toEqual([])
  })
})

describe('a definition', () => {
  const definition: ClusterDefinition = {
    name: 'demo',
    node: {
      name: 'prod',
      bundle: { name: 'base' },
      children: [
        { name: 'apps', bundle: { name: 'web', dependsOn: ['base'], children: [{ name: 'db' }] }, dependsOn: ['prod'] },
      ],
    },
  }

  test('becomes a cluster in which names are the bundles and nodes themselves', () => {
    const { node } = defineCluster(definition)
    const apps = node?.children?.[0]
    expect(apps?.bundle?.dependsOn?.[0]).toBe(node?.bundle)
    expect(apps?.dependsOn?.[0]).toBe(node)
    expect(apps?.bundle?.children?.[0]?.parentPath).toBe('web')
  })

  test('that names a bundle or node that is not there is refused with its place', () => {
    const node = (more: object) => ({ ...definition, node: { ...definition.node, ...more } }) as ClusterDefinition
    expect(problem(() => defineCluster(node({ bundle: { name: 'base', dependsOn: ['wev'] } })))).toBe(
      'node.bundle.dependsOn[0]: no bundle of this cluster is named "wev" (did you mean web?)',
    )
    expect(problem(() => defineCluster(node({ dependsOn: ['apps'] })))).toBe(
      'node.dependsOn[0]: there is no node "apps" (nodes are named by their path from the root, such as prod/apps)',
    )
  })

  test('may bring configs of its own', () => {
    const config = { generate: () => [{ apiVersion: 'v1', kind: 'ConfigMap' }] }
    const cluster = defineCluster({
      name: 'demo',
      node: { name: 'n', bundle: { name: 'b', applications: [{ name: 'a', config }] } },
    })
    expect(cluster.node?.bundle?.applications?.[0]?.config).toBe(config)
  })

  test('that names files is loaded, and its paths stay in its folder', async () => {
    const application = (files: string[]): ClusterDefinition => ({
      name: 'demo',
      node: { name: 'n', bundle: { name: 'b', applications: [{ name: 'a', files }] } },
    })
    expect(problem(() => defineCluster(application(['a.yaml'])))).toBe(
      'node.bundle.applications[0].files: has to be loaded (use loadCluster)',
    )
    const cluster = await loadCluster(application(['x/./a.yaml']), NOTHING)
    const [loaded] = cluster.node?.bundle?.applications ?? []
    expect(loaded?.config.generate(loaded)).toEqual([
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x/a.yaml' } },
    ])
    for (const path of ['../a.yaml', '/etc/passwd', 'x/../../a.yaml'])
      await expect(loadCluster(application([path]), NOTHING)).rejects.toThrow(
        `node.bundle.applications[0].files[0]: ${JSON.stringify(path)} leaves the folder of the cluster file`,
      )
  })

  test('may take the content of bundles from directories', async () => {
    const cluster = await loadCluster(
      {
        name: 'demo',
        contentFromDirectories: true,
        node: { name: 'n', bundle: { name: 'web' }, children: [{ name: 'x', bundle: { name: 'y' } }] },
      },
      NOTHING,
    )
    expect(cluster.node?.bundle?.applications?.map(({ name }) => name)).toEqual(['a'])
    expect(cluster.node?.children?.[0]?.bundle?.applications).toBeUndefined()
  })
})
