/** The graph of a tree: what is drawn, what waits for itself, and what nothing ends. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { drawnGraph, type FluxGraph, fluxGraph } from '../../src/flux/graph.ts'
import { graphText } from '../../src/flux/graph-text.ts'
import { renderTree } from '../../src/flux/render-tree.ts'
import { dotText } from '../../src/krm/graph/dot.ts'
import { mermaidText } from '../../src/krm/graph/mermaid.ts'
import { svgText } from '../../src/krm/graph/svg.ts'

const ks = (name: string, path: string, spec = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec:
  interval: 10m
  prune: true
  path: ${path}
  sourceRef: {kind: GitRepository, name: fleet}
${spec}---
`

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: flux-system}\ndata: {a: b}\n'

const source = (name: string) => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: ${name}, namespace: flux-system}
spec: {url: "https://example.com/${name}.git"}
---
`

async function graphOf(files: Record<string, string>, localSources = new Map<string, string>()): Promise<FluxGraph> {
  const inRepository = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/fleet/${name}`, text]))
  const fs = memoryFileSystem(inRepository)
  return fluxGraph(await renderTree({ fs, repository: '/fleet', folder: '/fleet/prod', localSources }))
}

const problems = async (files: Record<string, string>) => (await graphOf(files)).problems

const FILES = {
  'prod/all.yaml': `${ks('infra', './infra', '  wait: true\n')}${ks('apps', './apps', '  dependsOn: [{name: infra}]\n')}`,
  'infra/a.yaml': ks('crds', './crds'),
  'crds/a.yaml': CONFIG,
  'apps/a.yaml': CONFIG.replace('settings', 'other'),
}

describe('the graph', () => {
  test('shows as text what applies what, sources, levels and the longest way', async () => {
    expect(graphText(await graphOf(FILES))).toBe(`./prod (2 objects)
├── flux-system/infra (./infra of GitRepository/flux-system/fleet, 1 object)
│   └── flux-system/crds (./crds of GitRepository/flux-system/fleet, 1 object)
└── flux-system/apps (./apps of GitRepository/flux-system/fleet, 1 object, depends on flux-system/infra)

Sources:
  GitRepository/flux-system/fleet (assumed)

Levels:
  0: ./prod
  1: flux-system/infra
  2: flux-system/crds
  3: flux-system/apps

Critical path: ./prod -> flux-system/infra -> flux-system/crds -> flux-system/apps
`)
  })

  test('is drawn for Graphviz and Mermaid', async () => {
    const drawn = drawnGraph(await graphOf(FILES))
    expect(dotText(drawn)).toBe(`digraph {
  rankdir=LR
  node [fontname="sans-serif"]
  edge [fontname="sans-serif",fontsize=10]
  "./prod" [label="./prod\\n2 objects",shape=box]
  "flux-system/infra" [label="flux-system/infra\\n./infra\\n1 object",shape=box]
  "flux-system/crds" [label="flux-system/crds\\n./crds\\n1 object",shape=box]
  "flux-system/apps" [label="flux-system/apps\\n./apps\\n1 object",shape=box]
  "GitRepository/flux-system/fleet" [label="GitRepository/flux-system/fleet",shape=cylinder]
  "./prod" -> "flux-system/infra" [label="applies",style=solid,penwidth=2.5]
  "GitRepository/flux-system/fleet" -> "flux-system/infra" [label="source",style=dotted]
  "flux-system/infra" -> "flux-system/crds" [label="applies",style=solid,penwidth=2.5]
  "GitRepository/flux-system/fleet" -> "flux-system/crds" [label="source",style=dotted]
  "./prod" -> "flux-system/apps" [label="applies",style=solid]
  "flux-system/infra" -> "flux-system/apps" [label="dependsOn",style=dashed]
  "GitRepository/flux-system/fleet" -> "flux-system/apps" [label="source",style=dotted]
}
`)
    expect(mermaidText(drawn)).toBe(`flowchart LR
  n0["./prod<br>2 objects"]
  n1["flux-system/infra<br>./infra<br>1 object"]
  n2["flux-system/crds<br>./crds<br>1 object"]
  n3["flux-system/apps<br>./apps<br>1 object"]
  n4[("GitRepository/flux-system/fleet")]
  n0 -->|"applies"| n1
  n4 -.->|"source"| n1
  n1 -->|"applies"| n2
  n4 -.->|"source"| n2
  n0 -->|"applies"| n3
  n1 -.->|"dependsOn"| n3
  n4 -.->|"source"| n3
  linkStyle 0 stroke-width:4px
  linkStyle 2 stroke-width:4px
`)
  })

  test('has labels that no language takes for itself', () => {
    const name = 'a"]; click n0 "javascript:x" <b>\n\u001b'
    const graph = { nodes: [{ id: name, label: [name], shape: 'box' as const }], edges: [] }
    expect(mermaidText(graph)).toBe(
      'flowchart LR\n  n0["a#34;#93;#59; click n0 #34;javascript:x#34; #60;b#62;#92;u000a#92;u001b"]\n',
    )
    expect(dotText(graph)).toContain(`"a\\"]; click n0 \\"javascript:x\\" <b>\\\\u000a\\\\u001b" [label=`)
    expect(svgText(graph)).toContain('>a&#34;]; click n0 &#34;javascript:x&#34; &#60;b&#62;\\u000a\\u001b</text>')
  })
})

const BROWSER = [process.env.CHROMIUM ?? '', '/usr/bin/chromium'].find((place) => place !== '' && existsSync(place))

test.skipIf(BROWSER === undefined)(
  'the SVG drawing has every node and edge in a browser (Chromium, or $CHROMIUM)',
  async () => {
    const browser = await chromium.launch({ executablePath: BROWSER as string, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      await page.setContent(svgText(drawnGraph(await graphOf(FILES))))
      expect(await page.locator('g.node').count()).toBe(5)
      expect(await page.locator('g.edge').count()).toBe(7)
      const boxes = await page.locator('g.node rect').evaluateAll((all) =>
        all.map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect()
          return { left, right, top, bottom }
        }),
      )
      const overlaps = boxes.filter((a, i) =>
        boxes.some((b, j) => i < j && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
      )
      expect(overlaps).toEqual([])
    } finally {
      await browser.close()
    }
  },
)

const hasGraphviz = (() => {
  try {
    execFileSync('dot', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test.skipIf(!hasGraphviz)('Graphviz reads the drawing (dot on PATH)', async () => {
  const drawn = drawnGraph(await graphOf(FILES))
  const svg = execFileSync('dot', ['-Tsvg'], { input: dotText(drawn), encoding: 'utf8' })
  expect(svg.match(/class="edge"/g)).toHaveLength(7)
})

describe('what never becomes ready', () => {
  test('are dependencies on each other', async () => {
    const files = {
      'prod/all.yaml': `${ks('a', './x', '  dependsOn: [{name: b}]\n')}${ks('b', './x', '  dependsOn: [{name: c}]\n')}${ks('c', './x', '  dependsOn: [{name: a}]\n')}`,
      'x/a.yaml': CONFIG,
    }
    expect(await problems(files)).toEqual([
      {
        code: 'DEPENDENCY_CYCLE',
        message: 'circular dependency detected: flux-system/a -> flux-system/b -> flux-system/c -> flux-system/a',
        path: ['flux-system/a', 'flux-system/b', 'flux-system/c', 'flux-system/a'],
      },
    ])
  })

  test('is a dependency on something inside of what it applies itself', async () => {
    const files = {
      'prod/all.yaml': ks('a', './a', '  dependsOn: [{name: c}]\n'),
      'a/a.yaml': ks('b', './b'),
      'b/a.yaml': ks('c', './c'),
      'c/a.yaml': CONFIG,
    }
    expect(await problems(files)).toEqual([
      {
        code: 'DEADLOCK',
        message:
          'nothing of this ever becomes ready: flux-system/a depends on flux-system/c, flux-system/b applies flux-system/c, flux-system/a applies flux-system/b',
        path: ['flux-system/a', 'flux-system/c', 'flux-system/b', 'flux-system/a'],
      },
    ])
  })

  test('is a child that depends on a parent which waits for it', async () => {
    const child = ks('b', './b', '  dependsOn: [{name: a}]\n')
    const files = (wait: string) => ({ 'prod/all.yaml': ks('a', './a', wait), 'a/a.yaml': child, 'b/a.yaml': CONFIG })
    const check = (name: string) =>
      `  healthChecks: [{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, name: ${name}}]\n`
    const expected = [
      {
        code: 'DEADLOCK',
        message:
          'nothing of this ever becomes ready: flux-system/a waits until flux-system/b is ready, flux-system/b depends on flux-system/a',
        path: ['flux-system/a', 'flux-system/b', 'flux-system/a'],
      },
    ]
    expect(await problems(files('  wait: true\n'))).toEqual(expected)
    expect(await problems(files(check('b')))).toEqual(expected)
    expect(await problems(files(''))).toEqual([])
    expect(await problems(files(check('none')))).toEqual([
      {
        code: 'UNMET_DEPENDENCY',
        message:
          'flux-system/a waits for the health of Kustomization flux-system/none, which nothing applies: it never becomes ready',
        path: ['flux-system/a'],
      },
    ])
  })

  test('is a source inside of what is made from it', async () => {
    const files = {
      'prod/all.yaml': ks('a', './a').replace('name: fleet', 'name: own'),
      'a/a.yaml': `${source('own')}${CONFIG}`,
    }
    const graph = await graphOf(files, new Map([['GitRepository/flux-system/own', '/fleet']]))
    expect(graph.problems).toEqual([
      {
        code: 'DEADLOCK',
        message:
          'nothing of this ever becomes ready: flux-system/a needs GitRepository/flux-system/own, which flux-system/a applies',
        path: ['flux-system/a'],
      },
    ])
  })

  test('are variables inside of what they are put into', async () => {
    const from = '  postBuild: {substituteFrom: [{kind: ConfigMap, name: settings}]}\n'
    const files = {
      'prod/all.yaml': ks('a', './a', from) + ks('b', './b', '  dependsOn: [{name: a}]\n'),
      'a/a.yaml': '',
      'b/a.yaml': CONFIG,
    }
    expect((await problems(files)).map(({ message }) => message)).toEqual([
      'nothing of this ever becomes ready: flux-system/a needs ConfigMap/flux-system/settings, which flux-system/b applies, flux-system/b depends on flux-system/a',
    ])
  })

  test('is not what applies itself and its source, as flux bootstrap makes it', async () => {
    const files = {
      'prod/flux-system/all.yaml': source('fleet') + ks('flux-system', './prod'),
      'prod/apps.yaml': ks('apps', './apps'),
      'apps/a.yaml': CONFIG,
    }
    const graph = await graphOf(files, new Map([['GitRepository/flux-system/fleet', '/fleet']]))
    expect(graph.problems).toEqual([])
    expect(graph.sources).toEqual([
      {
        id: 'GitRepository/flux-system/fleet',
        url: 'https://example.com/fleet.git',
        found: 'given',
        appliedBy: ['flux-system/flux-system'],
      },
    ])
  })

  test('is a dependency on what nothing applies; an expression only needs it to be there', async () => {
    const unmet = { 'prod/all.yaml': ks('a', './a', '  dependsOn: [{name: none, namespace: x}]\n'), 'a/a.yaml': CONFIG }
    expect(await problems(unmet)).toEqual([
      {
        code: 'UNMET_DEPENDENCY',
        message: 'flux-system/a depends on x/none, which nothing applies: it never becomes ready',
        path: ['flux-system/a'],
      },
    ])
    const expression = "  dependsOn: [{name: b, readyExpr: 'true'}]\n"
    const both = {
      'prod/all.yaml': ks('a', './a', expression) + ks('b', './a', '  dependsOn: [{name: a}]\n'),
      'a/a.yaml': CONFIG,
    }
    expect(await problems(both)).toEqual([])
  })

  test('is what applies what applies it', async () => {
    const files = { 'prod/all.yaml': ks('a', './a'), 'a/a.yaml': ks('b', './b'), 'b/a.yaml': ks('a', './a') }
    expect(await problems(files)).toEqual([
      {
        code: 'KUSTOMIZATION_CYCLE',
        message: 'Kustomizations apply each other: flux-system/a -> flux-system/b -> flux-system/a',
        path: ['flux-system/a'],
      },
    ])
  })

  test('is found in a chain of thousands', async () => {
    const count = 3000
    const all = Array.from({ length: count }, (_, i) =>
      ks(`k${i}`, './x', `  dependsOn: [{name: k${(i + 1) % count}}]\n`),
    )
    const found = await problems({ 'prod/all.yaml': all.join(''), 'x/a.yaml': CONFIG })
    expect(found.map(({ code, path }) => [code, path.length])).toEqual([['DEPENDENCY_CYCLE', count + 1]])
  })
})
