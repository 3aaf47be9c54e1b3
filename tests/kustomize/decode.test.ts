import { expect, test } from 'vitest'
import { type Diagnostic, ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import { decodeKustomization, decodeReplacement } from '../../src/kustomize/decode.ts'
import { checkKustomization, fixKustomization } from '../../src/kustomize/fix.ts'
import { readYaml11 } from '../../src/yaml/yaml11.ts'
import messages from './decode-messages.json' with { type: 'json' }

function decode(text: string) {
  return decodeKustomization(new Source('/app/kustomization.yaml', text))
}

function failure(run: () => unknown): ToolError {
  try {
    run()
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
  throw new Error('nothing was wrong')
}

/** The text of the file from a problem's place to the end of its line. */
function place({ at }: { at: Diagnostic['at'] }): string | undefined {
  return at[0]?.source.text.slice(at[0].offset).split('\n')[0]
}

// Recorded from kustomize 5.8.2, each file alone in a folder; syntax errors get their prefix from the caller.
test.each(messages as [string, string][])('%j: %s', (text, message) => {
  expect(failure(() => decode(text)).message.replace(/^invalid Kustomization: /, '')).toBe(message)
})

test('all problems of a file come at once, each with its place and a hint', () => {
  const error = failure(() => decode('resorces: [a]\nnamePrefix: 1\nimages:\n- name: x\n  newtga: 1\n'))
  const found = [error.toDiagnostic(), ...error.also].map((one) => [one.code, one.message, place(one), one.hint])
  expect(found).toEqual([
    ['UNKNOWN_FIELD', 'invalid Kustomization: json: unknown field "newtga"', 'newtga: 1', 'did you mean "newTag"?'],
    [
      'WRONG_TYPE',
      'json: cannot unmarshal number into Go struct field Kustomization.namePrefix of type string',
      '1',
      'namePrefix wants a string: quote the value',
    ],
    ['UNKNOWN_FIELD', 'json: unknown field "resorces"', 'resorces: [a]', 'did you mean "resources"?'],
  ])
})

test('a field far from any known one has no hint', () => {
  expect(failure(() => decode('zzzzzzzz: 1\n')).hint).toBeUndefined()
})

test('absent fields are empty, and only fields that are not null are present', () => {
  const { kustomization: k, warnings } = decode('NamePrefix: a-\nimages:\nresources: [a, ~]\nvars: [{name: V}]\n')
  expect(k.namePrefix).toBe('a-')
  expect(k.resources).toEqual(['a', ''])
  expect(k.patches).toEqual([])
  expect(k.commonLabels).toBeUndefined()
  expect([...k.present].sort()).toEqual(['namePrefix', 'resources', 'vars'])
  expect(k.vars[0]).toEqual({
    name: 'V',
    objref: { apiVersion: '', group: '', version: '', kind: '', name: '', namespace: '' },
    fieldref: { fieldPath: '' },
  })
  expect(warnings.map((one) => one.code)).toEqual(['DEPRECATED_FIELD'])
})

test('fields and their entries know where they stand', () => {
  const { kustomization: k } = decode('resources:\n- a\n- b\nNAMEPREFIX: q\n')
  expect(place({ at: [k.locate('resources', 1) as never] })).toBe('b')
  expect(place({ at: [k.locate('namePrefix') as never] })).toBe('q')
  expect(k.locate('images')).toBeUndefined()
})

test('deprecated fields warn in a fixed order, even when empty', () => {
  const { warnings } = decode('vars: []\nbases: []\ncommonLabels: {}\n')
  expect(warnings.map((one) => one.message)).toEqual([
    "# Warning: 'bases' is deprecated. Please use 'resources' instead. Run 'kustomize edit fix' to update your Kustomization automatically.",
    "# Warning: 'commonLabels' is deprecated. Please use 'labels' instead. Run 'kustomize edit fix' to update your Kustomization automatically.",
    "# Warning: 'vars' is deprecated. Please use 'replacements' instead. [EXPERIMENTAL] Run 'kustomize edit fix' to update your Kustomization automatically.",
  ])
})

test('old fields become current ones', () => {
  const { kustomization: k } = decode(
    [
      'resources: [a]',
      'bases: [b]',
      'images: [{name: one}]',
      'imageTags: [{name: two, newTag: v1}]',
      'configMapGenerator: [{name: c, envs: [e], env: f}]',
      'helmChartInflationGenerator:',
      '- {chartName: web, chartVersion: v, chartRepoUrl: r, values: f.yaml, releaseName: q, chartHome: h, helmHome: i}',
    ].join('\n'),
  )
  fixKustomization(k)
  expect(k.resources).toEqual(['a', 'b'])
  expect(k.images.map((one) => one.name)).toEqual(['one', 'two'])
  expect(k.configMapGenerator[0]?.envs).toEqual(['e', 'f'])
  expect(k.helmCharts).toMatchObject([{ name: 'web', version: 'v', repo: 'r', valuesFile: 'f.yaml', releaseName: 'q' }])
  expect(k.helmGlobals).toEqual({ chartHome: 'h', configHome: 'i' })
})

test.each([
  ['', 'kustomization.yaml is empty'],
  ['kind: Foo\napiVersion: v1\n', 'kustomization.yaml is empty'],
  ['namePrefix: ""\n', 'kustomization.yaml is empty'],
  ['bases: []\nimageTags: []\n', 'kustomization.yaml is empty'],
  ['helmChartInflationGenerator: []\n', 'kustomization.yaml is empty'],
  [
    'kind: Foo\napiVersion: v1\nresources: []\n',
    'Failed to read kustomization file under /app:\nkind should be Kustomization or Component\napiVersion for Foo should be kustomize.config.k8s.io/v1beta1',
  ],
  [
    'kind: Component\napiVersion: kustomize.config.k8s.io/v1beta1\nresources: []\n',
    'Failed to read kustomization file under /app:\napiVersion for Component should be kustomize.config.k8s.io/v1alpha1',
  ],
])('%j is refused: %s', (text, message) => {
  const { kustomization } = decode(text)
  fixKustomization(kustomization)
  expect(failure(() => checkKustomization(kustomization, '/app')).message).toBe(message)
})

test.each(['resources: []\n', 'metadata: {}\n', 'openapi: {}\n', 'vars: []\n', 'bases: [a]\n'])(
  '%j is not empty',
  (text) => {
    const { kustomization } = decode(text)
    fixKustomization(kustomization)
    checkKustomization(kustomization, '/app')
    expect(kustomization.kind).toBe('Kustomization')
  },
)

test('in a file of replacements plain numbers are texts where no struct is embedded', () => {
  const read = (text: string) => {
    const source = new Source('/app/r.yaml', text)
    return decodeReplacement(readYaml11(source) as never, source)
  }
  expect(read('sourceValue: 1\ntargets: [{fieldPaths: [2], other: 3}]\n')).toMatchObject({
    sourceValue: '1',
    targets: [{ fieldPaths: ['2'], reject: [] }],
  })
  expect(failure(() => read('targets: [{select: {kind: 1}}]\n')).message).toBe(
    'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal number into Go struct field Selector.targets.select.ResId.Gvk.kind of type string',
  )
})
