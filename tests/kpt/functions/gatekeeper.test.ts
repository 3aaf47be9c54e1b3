/** `gatekeeper`: which items a policy is asked about, and what it sees. */
import { describe, expect, it } from 'vitest'
import { messages, runFunction } from './run.ts'

const INDENT = '          '

function template(rego: string, more = ''): string {
  return `apiVersion: templates.gatekeeper.sh/v1
kind: ConstraintTemplate
metadata: {name: rule}
spec:
  crd: {spec: {names: {kind: Rule}}}
  targets:
    - target: admission.k8s.gatekeeper.sh
      rego: |
${rego.replace(/^/gm, INDENT)}
${more}---
`
}

const NAMES = template('package rule\nviolation[{"msg": msg}] { msg := input.review.object.metadata.name }')

const constraint = (spec: string) =>
  `apiVersion: constraints.gatekeeper.sh/v1beta1\nkind: Rule\nmetadata: {name: rule}\nspec: ${spec}\n---\n`

const ITEMS = `apiVersion: v1
kind: Namespace
metadata: {name: kube-system, labels: {tier: base}}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: base, namespace: kube-system}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, labels: {app: web}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
`

async function found(match: string): Promise<string[]> {
  const said = await runFunction('gatekeeper', '', NAMES + constraint(`{match: ${match}}`) + ITEMS)
  return messages(said)
    .map((message) => message.split('\n')[0] as string)
    .filter((name) => name !== 'rule')
    .sort()
}

describe('a constraint is for the items', () => {
  it.each([
    ['{}', ['base', 'kube-system', 'reader', 'shop', 'web']],
    ['{kinds: [{apiGroups: [""], kinds: [ConfigMap]}, {apiGroups: ["*"], kinds: [Deployment]}]}', ['base', 'web']],
    ['{kinds: [{apiGroups: [apps], kinds: ["*"]}]}', ['web']],
    ['{namespaces: [shop]}', ['reader', 'shop', 'web']],
    ['{namespaces: ["kube-*"], scope: Namespaced}', ['base']],
    ['{excludedNamespaces: ["*-system"]}', ['reader', 'shop', 'web']],
    ['{labelSelector: {matchLabels: {app: web}}}', ['web']],
    ['{labelSelector: {matchExpressions: [{key: tier, operator: In, values: [base]}]}}', ['kube-system']],
    ['{labelSelector: {matchExpressions: [{key: app, operator: Exists}]}}', ['web']],
    ['{labelSelector: {matchExpressions: [{key: app, operator: NotIn, values: [web]}]}, scope: Namespaced}', ['base']],
    ['{namespaceSelector: {matchLabels: {tier: base}}, scope: Namespaced}', ['base']],
    ['{namespaceSelector: {matchExpressions: [{key: tier, operator: DoesNotExist}]}}', ['reader', 'shop', 'web']],
    ['{scope: Cluster}', ['kube-system', 'reader', 'shop']],
    ['{name: "w*"}', ['web']],
    ['{source: Generated}', []],
  ])('of match %s', async (match, names) => {
    expect(await found(match)).toEqual(names)
  })

  it.each([
    ['{kindz: []}', 'spec.match.kindz is not supported'],
    ['{scope: All}', 'spec.match.scope cannot be "All"'],
    ['{namespaces: shop}', 'spec.match.namespaces cannot be "shop"'],
    ['{labelSelector: {labels: {a: b}}}', 'spec.match.labelSelector.labels is not supported'],
    [
      '{labelSelector: {matchExpressions: [{key: a, operator: Like}]}}',
      'spec.match.labelSelector.matchExpressions cannot be "Like"',
    ],
  ])('and never for others by a mistake: %s', async (match, message) => {
    const said = await runFunction('gatekeeper', '', NAMES + constraint(`{match: ${match}}`) + ITEMS)
    expect(said).toMatchObject({
      results: [{ message: `adding constraint "rule": ${message}`, severity: 'error' }],
      failure: `[error] : adding constraint "rule": ${message}\n`,
    })
  })

  it('whose Namespace is known, when its labels decide', async () => {
    const input = `${NAMES}${constraint('{match: {namespaceSelector: {matchLabels: {a: b}}}}')}apiVersion: v1
kind: ConfigMap
metadata: {name: lost, namespace: elsewhere}
`
    expect(messages(await runFunction('gatekeeper', '', input))).toEqual([
      'spec.match.namespaceSelector: the Namespace "elsewhere" of ConfigMap "lost" is not among the items',
    ])
  })
})

describe('a policy', () => {
  it('uses its libraries', async () => {
    const rego =
      'package rule\nimport data.lib.names\nviolation[{"msg": msg}] { names.bad(input.review.name); msg := names.text }'
    const library = 'package lib.names\nbad(name) { startswith(name, "w") }\ntext = "named by w"'
    const libs = `      libs:\n        - |\n${library.replace(/^/gm, '            ')}\n`
    const said = await runFunction('gatekeeper', '', template(rego, libs) + constraint('{}') + ITEMS)
    expect(said.results).toEqual([
      {
        message: 'named by w\nviolatedConstraint: rule',
        severity: 'error',
        resourceRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' },
      },
    ])
  })

  it('finds the other items in data.inventory', async () => {
    const rego = `package rule
violation[{"msg": msg}] {
  input.review.kind.kind == "ClusterRole"
  maps := [name | data.inventory.namespace[_]["v1"]["ConfigMap"][name]]
  spaces := [name | data.inventory.cluster["v1"].Namespace[name]]
  msg := sprintf("%v %v", [maps, spaces])
}`
    const said = await runFunction('gatekeeper', '', template(rego) + constraint('{}') + ITEMS)
    expect(messages(said)).toEqual(['["base"] ["kube-system", "shop"]\nviolatedConstraint: rule'])
  })

  it('does not see what tools note on items', async () => {
    const rego = 'package rule\nviolation[{"msg": msg}] { msg := sprintf("%v", [input.review.object.metadata]) }'
    const item = (annotations: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {config.kubernetes.io/path: a.yaml, internal.config.kubernetes.io/path: a.yaml${annotations}}}\n`
    const match = constraint('{match: {kinds: [{apiGroups: [""], kinds: [ConfigMap]}]}}')
    const said = await runFunction('gatekeeper', '', `${template(rego) + match + item('')}---\n${item(', own: x')}`)
    expect(messages(said)).toEqual([
      '{"annotations": {"own": "x"}, "name": "a"}\nviolatedConstraint: rule',
      '{"name": "a"}\nviolatedConstraint: rule',
    ])
  })

  it('in the newer language is read as such', async () => {
    const code = `apiVersion: templates.gatekeeper.sh/v1
kind: ConstraintTemplate
metadata: {name: rule}
spec:
  crd: {spec: {names: {kind: Rule}}}
  targets:
    - target: admission.k8s.gatekeeper.sh
      code:
        - engine: Rego
          source:
            version: v1
            rego: |
              package rule
              violation contains {"msg": "seen"} if input.review.name == "web"
---
`
    const said = await runFunction('gatekeeper', '', code + constraint('{enforcementAction: warn}') + ITEMS)
    expect(said.results.map(({ message, severity }) => [message, severity])).toEqual([
      ['seen\nviolatedConstraint: rule', 'warning'],
    ])
  })

  it.each([
    [
      'package rule\nviolation[{"message": "a"}] { true }',
      'evaluating constraint "rule": a violation has no text in "msg"',
    ],
    [
      'package rule\nviolation[{"msg": "a"}] { x > 1 }',
      'adding template "rule": invalid ConstraintTemplate: 1 error occurred: templates["admission.k8s.gatekeeper.sh"]["Rule"]:2: rego_unsafe_var_error: var x is unsafe',
    ],
    [
      'package rule\ndeny[{"msg": "a"}] { true }',
      'adding template "rule": invalid ConstraintTemplate: 1 error occurred: templates["admission.k8s.gatekeeper.sh"]["Rule"]:1: rego_compile_error: the policy has no rule "violation"',
    ],
  ])('that cannot say what is wrong is an error: %s', async (rego, message) => {
    expect(messages(await runFunction('gatekeeper', '', template(rego) + constraint('{}') + ITEMS))).toEqual([message])
  })
})

it('many items and policies take time in proportion', async () => {
  const item = (i: number) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c${i}, labels: {app: web}}\n`
  const rego = 'package rule\nviolation[{"msg": msg}] { not input.review.object.metadata.labels.app; msg := "none" }'
  const time = async (count: number) => {
    const input = template(rego) + constraint('{}') + Array.from({ length: count }, (_, i) => item(i)).join('---\n')
    const start = performance.now()
    const said = await runFunction('gatekeeper', '', input)
    // The template and the constraint have no such label.
    expect(said.results).toHaveLength(2)
    return performance.now() - start
  }
  await time(200)
  expect(await time(4000)).toBeLessThan(Math.max(40 * (await time(400)), 2000))
})
