/** What the program is asked and what becomes of its answer, compared with the reference. */
import { describe, expect, test } from 'vitest'
import type { HelmOptions } from '../../src/kustomize/types.ts'
import { referenceProgram } from '../subject.ts'
import { CONFIG_MAP, type Files, World } from './world.ts'

interface Case {
  kustomization: string
  files?: Files
  variables?: Record<string, string>
  words?: string[]
  helm?: HelmOptions
  /** What the program prints. */
  prints?: string
}

const CHART = { 'charts/c/Chart.yaml': 'name: c\n', 'charts/c/values.yaml': 'v: 1\n' }
const PLAIN = 'helmCharts: [{name: c}]\n'

const asked: Record<string, Case> = {
  'a chart with nothing else': { kustomization: PLAIN },
  'every option': {
    kustomization: `namespace: ns
helmCharts:
- name: c
  releaseName: r
  nameTemplate: t-{{x}}
  additionalValuesFiles: [more.yaml, charts/../more.yaml]
  valuesFile: more.yaml
  includeCRDs: true
  skipHooks: true
  skipTests: true
  apiVersions: [a/v1, b/v1]
  kubeVersion: "1.2"
  debug: true
  devel: true
  valuesInline: {z: 1}
`,
    files: { 'more.yaml': 'f: 1\n' },
    words: ['--helm-kube-version', '9', '--helm-api-versions', 'q/v1'],
    helm: { kubeVersion: '9', apiVersions: ['q/v1'] },
  },
  'options of the command line where the chart has none': {
    kustomization: PLAIN,
    words: ['--helm-kube-version', '9', '--helm-api-versions', 'q/v1,w', '--helm-api-versions', 'p', '--helm-debug'],
    helm: { kubeVersion: '9', apiVersions: ['q/v1,w', 'p'], debug: true },
  },
  'a chart of a repository': {
    kustomization: 'helmCharts: [{name: d, repo: "http://x.example/", valuesFile: v.yaml}]\n',
  },
  'a chart of a repository at a version': {
    kustomization:
      'helmCharts: [{name: d, repo: "http://x.example/", version: 1.2.3, valuesFile: v.yaml, devel: true}]\n',
  },
  'a chart of an OCI registry': {
    kustomization: 'helmCharts: [{name: d, repo: "oci://x.example/a//", version: "1", valuesFile: v.yaml}]\n',
  },
  'a chart that is there already at its version': {
    kustomization: 'helmCharts: [{name: d, repo: "http://x.example/", version: "1"}]\n',
    files: { 'charts/d-1/d/values.yaml': 'd: 1\n' },
  },
  'a chart that was pulled without its values': {
    kustomization: 'helmCharts: [{name: d, repo: "http://x.example/"}]\n',
  },
  'a pull that fails': {
    kustomization: 'helmCharts: [{name: d, repo: "http://x.example/"}]\n',
    variables: { STAND_IN_PULL: '3' },
  },
  'no such chart': { kustomization: 'helmCharts: [{name: d}]\n' },
  'a file where the chart belongs': { kustomization: 'helmCharts: [{name: d}]\n', files: { 'charts/d': '' } },
  'another chart home': {
    kustomization: 'helmGlobals: {chartHome: ./my/../my}\nhelmCharts: [{name: c}]\n',
    files: { 'my/c/values.yaml': 'my: 1\n' },
  },
  'a chart home outside with values inside': {
    kustomization: 'helmGlobals: {chartHome: ../outer}\nhelmCharts: [{name: c, valuesFile: more.yaml}]\n',
    files: { 'more.yaml': 'f: 1\n', '../outer/c/values.yaml': '' },
  },
  'a chart home outside with its own values': {
    kustomization: 'helmGlobals: {chartHome: ../outer}\nhelmCharts: [{name: c}]\n',
    files: { '../outer/c/values.yaml': '' },
  },
  'a chart home outside without restrictions': {
    kustomization: 'helmGlobals: {chartHome: ../outer}\nhelmCharts: [{name: c}]\n',
    files: { '../outer/c/values.yaml': 'o: 1\n' },
    words: ['--load-restrictor', 'LoadRestrictionsNone'],
  },
  'a configuration home': { kustomization: 'helmGlobals: {configHome: /nowhere/cfg}\nhelmCharts: [{name: c}]\n' },
  'variables of the user': { kustomization: PLAIN, variables: { HELM_CONFIG_HOME: 'x', HELM_OTHER: 'y' } },
  'values outside': {
    kustomization: 'helmCharts: [{name: c, valuesFile: ../v.yaml}]\n',
    files: { '../v.yaml': '' },
  },
  'values that are missing': { kustomization: 'helmCharts: [{name: c, valuesFile: v.yaml}]\n' },
  'additional values that are missing': { kustomization: 'helmCharts: [{name: c, additionalValuesFiles: [v.yaml]}]\n' },
  'additional values outside': {
    kustomization: 'helmCharts: [{name: c, additionalValuesFiles: [../v.yaml]}]\n',
    files: { '../v.yaml': '' },
  },
  'a namespace in the configuration that messages show': {
    kustomization: 'namespace: ns\nhelmCharts: [{name: c, valuesMerge: x}]\n',
  },
  'a chart name with a slash': {
    kustomization: 'helmCharts: [{name: c/d, valuesFile: charts/c/values.yaml}]\n',
    files: { 'charts/c/d/Chart.yaml': '' },
  },
  'the old field': {
    kustomization:
      'helmChartInflationGenerator: [{chartName: c, chartHome: my, releaseName: r, releaseNamespace: n, values: v.yaml, valuesLocal: {a: 1}, valuesMerge: merge, helmHome: /h, extraArgs: [x]}]\n',
    files: { 'my/c/values.yaml': '', 'v.yaml': 'b: 2\n' },
  },
  'a generator of a file, which takes no namespace': {
    kustomization: 'namespace: ns\ngenerators: [g.yaml]\n',
    files: {
      'g.yaml':
        'apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: x}\nname: c\nchartHome: ./charts\nvaluesInline: {a: 1}\n',
    },
  },
  'a generator that is written inline': {
    kustomization:
      'generators:\n- |-\n  apiVersion: builtin\n  kind: HelmChartInflationGenerator\n  metadata: {name: x}\n  name: c\n  releaseName: r\n',
  },
  'the namespace of the overlay, past one that sets none': {
    kustomization: 'namespace: top\nresources: [mid]\n',
    files: {
      'mid/kustomization.yaml': 'namePrefix: m-\ncomponents: [../part]\nresources: [base]\n',
      'mid/base/kustomization.yaml': PLAIN,
      'mid/base/charts/c/values.yaml': '',
      'part/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nhelmCharts: [{name: e}]\n',
      'part/charts/e/values.yaml': '',
    },
  },
  'a version that is none': { kustomization: PLAIN, variables: { STAND_IN_VERSION: 'nothing here' } },
  'a version without a dot': { kustomization: PLAIN, variables: { STAND_IN_VERSION: 'v4' } },
  'version 2': { kustomization: PLAIN, variables: { STAND_IN_VERSION: 'Client: v2.16.1+gbbdfe5e' } },
  'version 4': { kustomization: PLAIN, variables: { STAND_IN_VERSION: 'v4.0.1+g12500dd' } },
  'a number before the version': { kustomization: PLAIN, variables: { STAND_IN_VERSION: 'at 10.0.0.1: v3.1.2' } },
  'a failure': { kustomization: PLAIN, variables: { STAND_IN_CODE: '1', STAND_IN_STDERR: 'Error: bad chart' } },
  'a failure without a word': { kustomization: PLAIN, variables: { STAND_IN_CODE: '2' } },
  'a failure with the option debug': {
    kustomization: 'helmCharts: [{name: c, debug: true}]\n',
    variables: { STAND_IN_CODE: '1', STAND_IN_STDERR: 'Error: bad chart' },
  },
  'no helm': { kustomization: PLAIN, words: ['--helm-command', 'no-such-helm'], helm: { command: 'no-such-helm' } },
  'no helm at a path': { kustomization: PLAIN, words: ['--helm-command', './nope'], helm: { command: './nope' } },
  'an empty name of the program': { kustomization: PLAIN, words: ['--helm-command', ''], helm: { command: '' } },
}

const SCALARS = `i1: 012
i2: 0x1F
i3: 1e3
i4: 1.0
i5: 12345678901234567890123
i6: 0o17
i7: 1_000
b1: yes
b2: True
b3: "yes"
b4: 'true'
n1: null
n2: ~
n3:
d1: 2020-01-01
d2: 2020-01-01T00:00:00Z
s1: |
  multi
  line
s2: >-
  folded
  text
s3: "tab\\tq"
s4: "1"
s5: ' x'
s6: ''
anchor: &a {k: v}
alias: *a
merged: {<<: *a, z: 1}
tag: !!str 12
list: [1, {b: null, a: 2}, "x", []]
empty: {}
`

function values(valuesInline: string, file: string | Uint8Array, merge = ''): Case {
  return {
    kustomization: `helmCharts: [{name: c, valuesFile: v.yaml, valuesMerge: "${merge}", valuesInline: ${valuesInline}}]\n`,
    files: { 'v.yaml': file },
  }
}

const MERGED = '{v: {q: 1}, w: null, x: {y: null, "n": 2}, z: [3], k: no, y: 1e2}'
const FILE =
  'v: {a: 1, q: 2}\nw: {a: 1} # c\nx: {y: 3, q: , r: null}\nz: [1, 2]\nm: {a: null, b: ~, e: , f: {}, g: []}\n'
const OBJECT =
  'kind: Deployment\napiVersion: apps/v1\nspec: {template: {spec: {containers: [{name: a, image: b}]}}}\nb: [{name: a}]\n'

const ALIASES = 'a: &a {k: &k v}\nb: *a\nc: {<<: *a, d: *k, e: [*a, *k], f: {<<: [*a]}}\ng: *k\n'

const valueCases: Record<string, Case> = {
  'all sorts of scalars under an inline value': values('{aa: 1}', SCALARS),
  'all sorts of scalars over an inline value': values('{aa: 1, i1: 5, s1: x}', SCALARS, 'merge'),
  'nothing inline leaves the bytes as they are': values('{}', SCALARS, 'merge'),
  'inline values over the file': values(MERGED, FILE),
  'inline values over the file, said in a word': values(MERGED, FILE, 'override'),
  'the file over inline values': values(MERGED, FILE, 'merge'),
  'inline values alone': values(MERGED, FILE, 'replace'),
  'inline values alone where there is no file': {
    kustomization: 'helmCharts: [{name: c, valuesFile: nope.yaml, valuesInline: {a: null}, valuesMerge: replace}]\n',
  },
  'a file with nothing in it': values('{a: 1}', ''),
  'a file with a comment in it': values('{a: 1}', '# here\n', 'merge'),
  'a file that is null': values('{a: 1, b: null}', 'null\n'),
  'a file that is null over inline values': values('{a: 1, b: null}', 'null\n', 'merge'),
  'a file that is a list': values('{a: 1, b: null}', '- a\n'),
  'a file that is a list over inline values': values('{a: 1, b: null}', '- a\n', 'merge'),
  'a file that is a text': values('{a: 1, b: null}', 'x\n'),
  'a file of two documents': values('{c: 1}', 'a: 1\n---\nb: 2\n'),
  'a file in UTF-16': values('{z: 1}', Buffer.from('\ufeffa: 1\n', 'utf16le')),
  'a file that is no text': values('{z: 1}', Buffer.from([0x61, 0x3a, 0x20, 0xff, 0x0a])),
  'a file that is no YAML': values('{c: 1}', 'a: [\n'),
  'an unknown anchor': values('{c: 1}', 'a: *b\n'),
  'aliases, which are lost outside of lists': values('{z: 1}', ALIASES),
  'inline values over aliases': values('{b: {z: 1}, g: 2, c: {d: 1}, a: null}', ALIASES),
  'aliases over nothing': values('{z: 1}', ALIASES, 'merge'),
  'an alias over a map': values('{b: {z: 1}}', ALIASES, 'merge'),
  'an alias over a number': values('{g: 1}', ALIASES, 'merge'),
  'repeated keys': values('{c: 1}', 'a: 1\na: 2\n'),
  'a number that JSON does not have': values('{c: 1}', 'a: .inf\n'),
  'a map over a number': values('{v: {q: 1}}', 'v: 1\n'),
  'a list over a number': values('{v: [1]}', 'v: 1\n'),
  'a number over a list': values('{v: [1]}', 'v: 1\n', 'merge'),
  'words about patches': values(
    '{a: {$patch: delete}, b: [{$patch: delete}]}',
    'a: {b: 1}\nb: [{name: x}]\nc: {$patch: delete}\n',
  ),
  'values that look like an object are merged as one': values(
    '{kind: Deployment, apiVersion: apps/v1, spec: {template: {spec: {containers: [{name: c, image: d}]}}}, b: [{name: c}]}',
    OBJECT,
  ),
}

const LOCAL =
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: l, annotations: {config.kubernetes.io/local-config: "true"}}\n---\n'
const ROLES =
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: rb}\nsubjects: [{kind: ServiceAccount, name: default}]\nroleRef: {kind: Role, name: a, apiGroup: rbac}\n'

function output(prints: string, more = ''): Case {
  return { kustomization: `${PLAIN}${more}`, prints }
}

/** A patch of `a`, before the namespace is set. */
function patched(patch: string): Case {
  return output(`${CONFIG_MAP}---\n${ROLES}`, `namespace: ns\npatches:\n- target: {name: a}\n  patch: |-\n${patch}`)
}

const outputs: Record<string, Case> = {
  nothing: output(''),
  'a comment': output('# only\n'),
  'lines before the first document': output(`x: y\n---\n${CONFIG_MAP}`),
  'words before the first document': output(`chatter\n---\n${CONFIG_MAP}`),
  'no YAML': output('a: [\n'),
  'a separator with something behind it': output(`${CONFIG_MAP}--- x\n${CONFIG_MAP}`),
  'the same object twice': output(`${CONFIG_MAP}---\n${CONFIG_MAP}`),
  'local configuration': output(LOCAL + CONFIG_MAP),
  'a generated name': output('apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a}\n'),
  'a list': output('apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n'),
  'a list of one kind': output(
    'kind: ConfigMapList\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n',
  ),
  'a list whose items are a text': output('kind: FooList\nmetadata: {name: a}\nitems: x\n'),
  'a list of no objects': output(`${LOCAL}kind: FooList\nitems: [x]\n`),
  'a list of the same object twice': output(
    `${LOCAL}kind: FooList\nitems: [{kind: A, metadata: {name: b}},{kind: A, metadata: {name: b}}]\n`,
  ),
  'a lone list of no objects': output('kind: List\nitems: [x]\n'),
  'a lone list of the same object twice': output(
    'kind: List\nitems: [{kind: A, metadata: {name: b}},{kind: A, metadata: {name: b}}]\n',
  ),
  'local configuration beside what is not read otherwise': output(
    `${LOCAL}kind: FooList\nmetadata: {name: l, annotations: {config.kubernetes.io/local-config: "true"}}\nitems: x\n`,
  ),
  'a sequence': output(`${LOCAL}- a\n`),
  'an empty sequence': output(`${LOCAL}[]\n`),
  'a text': output(`${LOCAL}x\n`),
  'a name that is a list': output('kind: ConfigMap\nmetadata: {name: [1]}\n'),
  'annotations that are numbers': output(
    'kind: A\nmetadata: {name: a, annotations: {a: 1, b: , c: null}, labels: {b: 2}}\n',
  ),
  'annotations that are a text': output('kind: A\nmetadata: {name: a, annotations: x}\n'),
  'annotations that are a list': output('kind: A\nmetadata: {name: a, annotations: [x]}\n'),
  'annotations that are empty': output('kind: A\nmetadata: {name: a, annotations: {}}\n'),
  'annotations that are an empty list': output('kind: A\nmetadata: {name: a, annotations: []}\n'),
  'annotations that generators read elsewhere': output(
    'kind: ConfigMap\nmetadata: {name: a, annotations: {kustomize.config.k8s.io/needs-hash: "x", internal.config.kubernetes.io/index: "3"}}\n',
  ),
  'repeated keys': output(`${CONFIG_MAP}x: {a: 1, a: 2}\n`),
  'anchors and line ends of another system': output(
    'x: &a {a: 1}\r\nkind: A\r\nmetadata: {name: a}\r\nz: {<<: *a}\r\n',
  ),
  'an object that is there already': {
    kustomization: `resources: [r.yaml]\n${PLAIN}`,
    files: { 'r.yaml': CONFIG_MAP },
  },
  'the same chart twice': { kustomization: 'helmCharts: [{name: c}, {name: c}]\n' },
  'a namespace that is not set': output(`${CONFIG_MAP}---\n${ROLES}`, 'namespace: ns\n'),
  'a namespace transformer of a file': {
    kustomization: `transformers: [t.yaml]\n${PLAIN}`,
    files: {
      't.yaml':
        'apiVersion: builtin\nkind: NamespaceTransformer\nmetadata: {name: x, namespace: other}\nfieldSpecs: [{path: metadata/namespace, create: true}]\n',
    },
  },
  'a clash with what moves into the namespace': {
    kustomization: `namespace: ns\nresources: [r.yaml]\n${PLAIN}`,
    files: { 'r.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: other}\n' },
    prints: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: ns}\n',
  },
  'origins and transformations': output(
    CONFIG_MAP,
    'buildMetadata: [originAnnotations, transformerAnnotations]\nnamespace: ns\nnamePrefix: q-\n',
  ),
  'the mark written by hand': {
    kustomization: 'namespace: ns\nresources: [r.yaml]\n',
    files: {
      'r.yaml': ['"true"', 'true', '"false"', 'x', '']
        .map(
          (value, i) =>
            `kind: P\nmetadata: {name: p${i}, annotations: {internal.config.kubernetes.io/helm-generated: ${value}}}\n`,
        )
        .join('---\n'),
    },
  },
  'a patch that sees the annotations': patched(
    '    - op: test\n      path: /metadata/annotations/none\n      value: 1\n',
  ),
  'a patch that removes all annotations': patched('    - op: remove\n      path: /metadata/annotations\n'),
  'a patch that makes all annotations anew': patched(
    '    - op: add\n      path: /metadata/annotations\n      value: {b: c}\n',
  ),
  'a patch that does something else': patched('    - op: add\n      path: /x\n      value: {b: c}\n'),
  'a merge patch that deletes annotations': patched(
    '    {kind: A, apiVersion: v1, metadata: {name: a, annotations: {$patch: delete}}}\n',
  ),
  'a merge patch that replaces annotations': patched(
    '    {kind: A, apiVersion: v1, metadata: {name: a, annotations: {$patch: replace, z: z}}}\n',
  ),
  'a merge patch of no annotations': patched('    {kind: A, apiVersion: v1, metadata: {name: a, annotations: null}}\n'),
  'a selector that sees the mark': output(
    CONFIG_MAP,
    'patches:\n- target: {annotationSelector: internal.config.kubernetes.io/helm-generated=true}\n  patch: |-\n    - op: add\n      path: /x\n      value: 1\n',
  ),
}

describe.skipIf(referenceProgram() === undefined)('with the reference (skipped where there is no kustomize)', () => {
  for (const [title, cases] of Object.entries({ asked, values: valueCases, outputs })) {
    describe(title, () => {
      for (const [name, { kustomization, files = {}, variables, words, helm = {}, prints }] of Object.entries(cases)) {
        test(name, async () => {
          const world = new World({ 'kustomization.yaml': kustomization, ...CHART, ...files }, variables)
          try {
            if (prints !== undefined) world.prints(prints)
            const expected = await world.reference(words)
            const restrictor = words?.includes('LoadRestrictionsNone')
              ? 'LoadRestrictionsNone'
              : 'LoadRestrictionsRootOnly'
            const actual = await world.build({ helm, loadRestrictor: restrictor })
            expect(onceEach(actual)).toEqual(onceEach(expected))
          } finally {
            world.close()
          }
        })
      }
    })
  }
})

/** The version is asked once for a build here, and once for each chart there. */
function onceEach<R extends { error?: string; calls: string[] } | undefined>(result: R) {
  if (result === undefined) return undefined
  const { calls, error, ...others } = result
  const [first, ...more] = calls
  const rest = more.filter((call) => !call.startsWith('word version'))
  return { ...others, error: error?.replace(/&\{0x\w+ <nil>/, '&{$ADDRESS <nil>'), calls: [first, ...rest] }
}
