/** Whole trees made to hurt: each says in its name how its size multiplies. */
import type { Tree } from './mutate.ts'

/** Inputs made to hurt. Each has to end in a second, with output or a message. */
export function hostileTrees(): Tree[] {
  const object = 'apiVersion: v1\nkind: Thing\nmetadata: {name: a}\n'
  const bomb = (levels: number, width: number) => {
    let out = 'b0: &b0 [x]\n'
    for (let i = 1; i < levels; i++)
      out += `b${i}: &b${i} [${Array.from({ length: width }, () => `*b${i - 1}`).join(', ')}]\n`
    return out
  }
  const mergeBomb = () => {
    let out = 'm0: &m0 {k: v}\n'
    for (let i = 1; i < 40; i++)
      out += `m${i}: &m${i} {<<: [*m${i - 1}, *m${i - 1}], k${i}: [*m${i - 1}, *m${i - 1}]}\n`
    return out
  }
  const aliasesThatNest = (steps: number, levels: number) => {
    let out = 'x0: &x0 1\n'
    for (let i = 1; i < steps; i++) out += `x${i}: &x${i} ${'['.repeat(levels)}*x${i - 1}${']'.repeat(levels)}\n`
    return out
  }
  const pairs = (count: number) => Array.from({ length: count }, (_, i) => `k${i}: v`).join(', ')
  const resources: Record<string, string> = {
    'alias bomb': object + bomb(30, 10),
    'aliases just within the limit': object + bomb(5, 21),
    'merge bomb': object + mergeBomb(),
    'aliases of a long text': `${object}a: &a ${'x'.repeat(200_000)}\nb: [${'*a, '.repeat(5000)}*a]\n`,
    'aliases in many documents': `${object}${bomb(5, 20)}---\n`.repeat(40),
    'aliases that nest': object + aliasesThatNest(40, 900),
    'merges of one large map': `${object}m: &m {${pairs(2000)}}\nn: {<<: [${'*m, '.repeat(2000)}*m]}\n`,
    'many anchors of one name': `${object}x: [${'&a b, *a, '.repeat(50_000)}c]\n`,
    'keys with nothing': `${object}x: ${`{~: {z: ${'w'.repeat(500)}}, y: `.repeat(900)}1${'}'.repeat(900)}\n`,
    'keys too large': `${object}x: ${`{18446744073709551615: {z: ${'w'.repeat(500)}}, y: `.repeat(900)}1${'}'.repeat(900)}\n`,
    'equal keys in many maps': `${object}x: [${`{${'k: v, '.repeat(50)}k: w}, `.repeat(500)}1]\n`,
    'a collection as a key': `${object}x: ${'{? '.repeat(900)}a${'}'.repeat(900)}\n`,
    'a long number': `${object}x: ${'1234567890'.repeat(50_000)}\n`,
    'a long hexadecimal number': `${object}x: 0x${'1234567890'.repeat(50_000)}\n`,
    'a long number with underscores': `${object}x: ${'1_'.repeat(200_000)}1\n`,
    'a long fraction': `${object}x: 1.${'1234567890'.repeat(50_000)}\n`,
    'many large powers': `${object}x: [${'1e308, 1e-320, 1e999999999, '.repeat(10_000)}1]\n`,
    'a number as a long key': `${object}? ${'1'.repeat(200_000)}\n: x\n`,
    'a long date': `${object}x: 2020-01-01T00:00:00.${'1'.repeat(200_000)}Z\n`,
    'a long key': `${object}? ${'k'.repeat(500_000)}\n: x\n`,
    'a long name': object.replace('name: a', `name: ${'n'.repeat(500_000)}`),
    'a long namespace': object.replace('name: a', `name: a, namespace: ${'n'.repeat(500_000)}`),
    'binary that is none': `${object}x: !!binary "${'?'.repeat(500_000)}"\n`,
    'many tag directives': `${Array.from({ length: 20_000 }, (_, i) => `%TAG !t${i}! tag:x${i}`).join('\n')}\n---\n${object}`,
    'far to the right': `${object}x:\n${' '.repeat(200_000)}y: 1\n`,
    'a block far to the right': `${object}x: |\n${`${' '.repeat(2000)}y\n`.repeat(500)}`,
    'a folded block of unequal lines': `${object}x: >\n${'  a\n\n    b\n'.repeat(30_000)}`,
    'many empty lines in a quoted text': `${object}x: "a${'\n\n'.repeat(100_000)}b"\n`,
    'half characters': `${object}x: "${'\\ud800'.repeat(50_000)}"\n`,
    'characters of many bytes': `${object}x: "${'\u{1f600}'.repeat(100_000)}"\n`,
    'many annotations': `${object.replace('name: a', `name: a, annotations: {${pairs(20_000)}}`)}`,
    'many commas': `${object}x: [${','.repeat(100_000)}]\n`,
    'pairs in a list': `${object}x: [${'a: b, '.repeat(50_000)}c: d]\n`,
    'keys without values': `${object}${Array.from({ length: 30_000 }, (_, i) => `? k${i}`).join('\n')}\n`,
    'an alias inside its own anchor': `${object}x: &x {y: *x}\n`,
    'deep flow lists': `${object}x: ${'['.repeat(100_000)}`,
    'deep closed flow lists': `${object}x: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
    'deep flow maps': `${object}x: ${'{a: '.repeat(50_000)}`,
    'deep block maps': `${object}${Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')}\n`,
    'deep block lists': `${object}x:\n${'- '.repeat(50_000)}a\n`,
    'a long scalar': `${object}x: ${'word '.repeat(200_000)}\n`,
    'a long quoted scalar': `${object}x: "${'w\\n'.repeat(200_000)}"\n`,
    'many question marks': `${object}${'? '.repeat(50_000)}`,
    'many tags': `${object}x: ${'!a '.repeat(50_000)}`,
    'many anchors': `${object}${Array.from({ length: 20_000 }, (_, i) => `k${i}: &a${i} v`).join('\n')}\n`,
    'many comments': `${'# c\n'.repeat(100_000)}${object}`,
    'many documents': Array.from({ length: 3000 }, (_, i) => `apiVersion: v1\nkind: T\nmetadata: {name: a${i}}\n`).join(
      '---\n',
    ),
    'many separators': '---\n'.repeat(50_000),
    'many equal keys': `${object}${'k: v\n'.repeat(20_000)}`,
    'many keys': `${object}${Array.from({ length: 30_000 }, (_, i) => `k${i}: v`).join('\n')}\n`,
    'nested lists of kind List': `${'{apiVersion: v1, kind: List, items: ['.repeat(2000)}${']}'.repeat(2000)}`,
    'control characters': `${object}x: "${'\\0'.repeat(50_000)}"\n`,
    'spaces only': ' '.repeat(1_000_000),
    'tabs only': '\t'.repeat(100_000),
    'line breaks only': '\n'.repeat(1_000_000),
    'carriage returns': '\r'.repeat(100_000),
    'open quotes': `${object}x: "${'a\n'.repeat(100_000)}`,
    'open block': `${object}x: |\n${' \n'.repeat(100_000)}`,
    colons: `${object}x: ${':'.repeat(200_000)}\n`,
    dashes: '-'.repeat(500_000),
    'deep json': `{"apiVersion":"v1","kind":"T","metadata":{"name":"a"},"x":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    'a long plain multi-line': `${object}x: a\n${'  b\n'.repeat(100_000)}`,
  }
  const trees: Tree[] = []
  const add = (name: string, files: Record<string, string>) => {
    const encoded = Object.entries(files).map(([path, text]): [string, Uint8Array] => [
      `/t/${path}`,
      new TextEncoder().encode(text),
    ])
    trees.push({ name, root: '/t', files: new Map(encoded) })
  }
  for (const [name, text] of Object.entries(resources)) {
    add(`resource: ${name}`, { 'kustomization.yaml': 'resources: [a.yaml]\nnamePrefix: p-\n', 'a.yaml': text })
    add(`kustomization: ${name}`, { 'kustomization.yaml': text })
    add(`patch: ${name}`, {
      'kustomization.yaml': 'resources: [a.yaml]\npatches: [{path: p.yaml, target: {kind: Thing}}]\n',
      'a.yaml': object,
      'p.yaml': text,
    })
  }
  const target = { 'a.yaml': `${object}spec: {text: '${'a'.repeat(5000)}'}\n` }
  const pattern = (name: string) =>
    `resources: [a.yaml]\npatches: [{target: {name: '${name}'}, patch: '[{"op": "add", "path": "/x", "value": 1}]'}]\n`
  add('pattern: nested repeats', {
    'kustomization.yaml': pattern('(a*)*(a*)*(a*)*b'),
    'a.yaml': object.replace('name: a', `name: ${'a'.repeat(5000)}`),
  })
  add('pattern: large counts', { 'kustomization.yaml': pattern('((a{1,100}){1,100}){1,100}'), 'a.yaml': object })
  add('pattern: deep groups', {
    'kustomization.yaml': pattern(`${'('.repeat(5000)}a${')'.repeat(5000)}`),
    'a.yaml': object,
  })
  add('image: a pattern that repeats', {
    'kustomization.yaml': "resources: [a.yaml]\nimages: [{name: '(a+)+', newTag: x}]\n",
    'a.yaml': `${object}spec: {containers: [{image: '${'a'.repeat(5000)}!'}]}\n`,
  })
  add('field path: deep', {
    'kustomization.yaml': `resources: [a.yaml]\nreplacements: [{sourceValue: x, targets: [{select: {name: a}, fieldPaths: ['${'a.'.repeat(20_000)}b'], options: {create: true}}]}]\n`,
    ...target,
  })
  add('json patch: deep pointer', {
    'kustomization.yaml': `resources: [a.yaml]\npatches: [{target: {name: a}, patch: '[{"op": "add", "path": "${'/a'.repeat(20_000)}", "value": 1}]'}]\n`,
    ...target,
  })
  add('json patch: huge index', {
    'kustomization.yaml': `resources: [a.yaml]\npatches: [{target: {name: a}, patch: '[{"op": "add", "path": "/l/99999999999", "value": 1}]'}]\n`,
    'a.yaml': `${object}l: [1]\n`,
  })
  add('delimiter: huge index', {
    'kustomization.yaml':
      'resources: [a.yaml]\nreplacements: [{sourceValue: x, targets: [{select: {name: a}, fieldPaths: [spec.text], options: {delimiter: b, index: 999999999}}]}]\n',
    ...target,
  })
  add(
    'many bases in a row',
    Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [
        `${i === 0 ? '' : `b${i}/`}kustomization.yaml`,
        i === 299 ? 'resources: []\n' : `resources: [${i === 0 ? '' : '../'}b${i + 1}]\n`,
      ]),
    ),
  )
  for (const [name, files] of Object.entries({ ...hostileKustomizations(), ...hostilePatches() })) add(name, files)
  return trees
}

type Files = Record<string, string>

const OBJECT = 'apiVersion: v1\nkind: Thing\nmetadata: {name: a}\n'

function list<T>(count: number, item: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => item(i))
}

function things(count: number): string {
  return list(count, (i) => OBJECT.replace('name: a', `name: a${i}`)).join('---\n')
}

/** One kustomization over `a.yaml`. */
function over(kustomization: string, resource = OBJECT, others: Files = {}): Files {
  return { 'kustomization.yaml': `resources: [a.yaml]\n${kustomization}\n`, 'a.yaml': resource, ...others }
}

function hostileKustomizations(): Record<string, Files> {
  const text = (size: number) => 'x'.repeat(size)
  const replacement = (source: string, targets: string) => `- source: {${source}}\n  targets: [${targets}]\n`
  const doubling = replacement(
    'kind: Thing, fieldPath: spec.text',
    "{select: {kind: Thing}, fieldPaths: [spec.text], options: {delimiter: ',', index: -1}}",
  )
  const growing = replacement(
    'kind: Thing, fieldPath: spec',
    '{select: {kind: Thing}, fieldPaths: [spec.a], options: {create: true}}, {select: {kind: Thing}, fieldPaths: [spec.b], options: {create: true}}',
  )
  const wide = (levels: number): string => (levels === 0 ? '{x: 1}' : `[${list(6, () => wide(levels - 1)).join(', ')}]`)
  return {
    'vars: a long value many times': over(
      'vars: [{name: A, objref: {apiVersion: v1, kind: Thing, name: a}, fieldref: {fieldPath: spec.text}}]\nconfigurations: [c.yaml]',
      `${OBJECT}spec: {text: ${text(100_000)}, to: "${'$(A)'.repeat(20_000)}"}\n`,
      { 'c.yaml': 'varReference: [{path: spec/to, kind: Thing}]\n' },
    ),
    'vars: many open brackets': over(
      'vars: [{name: A, objref: {apiVersion: v1, kind: Thing, name: a}}]\nconfigurations: [c.yaml]',
      `${OBJECT}spec: {to: "${'$('.repeat(200_000)}"}\n`,
      { 'c.yaml': 'varReference: [{path: spec/to, kind: Thing}]\n' },
    ),
    'vars: many': over(
      `vars:\n${list(2000, (i) => `- {name: A${i}, objref: {apiVersion: v1, kind: Thing, name: a${i}}}\n`).join('')}`,
      things(2000),
    ),
    'replacements: a text that doubles': over(
      `replacements:\n${doubling.repeat(60)}`,
      `${OBJECT}spec: {text: 'a,b'}\n`,
    ),
    'replacements: a tree that doubles': over(`replacements:\n${growing.repeat(40)}`, `${OBJECT}spec: {c: 1}\n`),
    'replacements: huge indexes': over(
      `replacements: [{sourceValue: x, targets: [{select: {name: a}, fieldPaths: [spec.list.999999999, spec.list.99999999999999999999], options: {create: true}}]}]`,
      `${OBJECT}spec: {list: []}\n`,
    ),
    'replacements: wildcards in wide lists': over(
      `replacements: [{sourceValue: x, targets: [{select: {name: a}, fieldPaths: ['spec.${'*.'.repeat(5)}x']}]}]`,
      `${OBJECT}spec: ${wide(5)}\n`,
    ),
    'replacements: many': over(
      `replacements:\n${list(1000, (i) => `- {sourceValue: x, targets: [{select: {name: a${i}}, fieldPaths: [metadata.annotations.x], options: {create: true}}]}\n`).join('')}`,
      things(1000),
    ),
    'replacements: a value in a deep place again and again': over(
      `replacements:\n${list(60, (i) => replacement('kind: Thing, fieldPath: spec', `{select: {kind: Thing}, fieldPaths: [spec.${'a.'.repeat(Math.min(900, i * 20))}b], options: {create: true}}`)).join('')}`,
      `${OBJECT}spec: {c: ${'['.repeat(500)}${']'.repeat(500)}}\n`,
    ),
    'a long prefix and many objects': over(`namePrefix: ${text(10_000)}-`, things(1000)),
    'long labels and many objects': over(`commonLabels: {a: ${text(10_000)}}`, things(1000)),
    'many labels': over(`commonLabels: {${list(5000, (i) => `k${i}: v`).join(', ')}}`),
    'many images': over(
      `images:\n${list(2000, (i) => `- {name: n${i}, newTag: x}\n`).join('')}`,
      `${OBJECT}spec: {containers: [${list(2000, (i) => `{image: n${i}}`).join(', ')}]}\n`,
    ),
    'many replicas': over(`replicas:\n${list(2000, (i) => `- {name: a${i}, count: 1}\n`).join('')}`, things(2000)),
    'huge replicas': over('replicas: [{name: a, count: 99999999999999999999999}]'),
    'many bases': over(`bases:\n${'- b\n'.repeat(150_000)}`),
    'many resources that are not there': over(`resources:\n${list(20_000, (i) => `- n${i}.yaml\n`).join('')}`),
    'one resource many times': { 'kustomization.yaml': `resources:\n${'- a.yaml\n'.repeat(20_000)}`, 'a.yaml': OBJECT },
    'bases of bases twice over': Object.fromEntries([
      ...list(24, (i): [string, string][] => [
        [`l${i}/kustomization.yaml`, i === 23 ? 'resources: [a.yaml]\n' : `resources: [x, z]\n`],
        [`l${i}/x/kustomization.yaml`, `namePrefix: x\nresources: [../../l${i + 1}]\n`],
        [`l${i}/z/kustomization.yaml`, `namePrefix: z\nresources: [../../l${i + 1}]\n`],
        [`l${i}/a.yaml`, OBJECT],
      ]).flat(),
      ['kustomization.yaml', 'resources: [l0]\n'],
    ]),
    'a kustomization that names itself': { 'kustomization.yaml': 'resources: [../t, ./, .]\n' },
    'two kustomizations that name each other': {
      'kustomization.yaml': 'resources: [b]\n',
      'b/kustomization.yaml': 'resources: [../c]\n',
      'c/kustomization.yaml': 'components: [../b]\n',
    },
    'a long path': over(`components: ['${'a/'.repeat(50_000)}']`),
    'a path of many dots': over(`components: ['${'../'.repeat(50_000)}']`),
    'a path with many at signs': over(`components: ['${'a@'.repeat(50_000)}']`),
    'a path that looks like git': over(
      `components: ['${'git::'.repeat(50_000)}https://github.com/${'a/'.repeat(50_000)}?ref=${text(50_000)}']`,
    ),
    'a long field name': over(`${text(200_000)}: 1`),
    'many unknown fields': over(list(20_000, (i) => `f${i}: 1`).join('\n')),
    'literals: many': over(
      `configMapGenerator:\n- name: c\n  literals:\n${list(20_000, (i) => `  - k${i}=v\n`).join('')}`,
    ),
    'literals: one key many times': over(`configMapGenerator:\n- name: c\n  literals:\n${'  - k=v\n'.repeat(20_000)}`),
    'literals: one long': over(`configMapGenerator:\n- name: c\n  literals: [k=${text(2_000_000)}]`),
    'a file without line breaks': over(
      'configMapGenerator: [{name: c, files: [f]}]\nsecretGenerator: [{name: s, files: [f]}]',
      OBJECT,
      {
        f: text(4_000_000),
      },
    ),
    'a file of line breaks': over('configMapGenerator: [{name: c, files: [f]}]', OBJECT, { f: '\n'.repeat(1_000_000) }),
    'a file of control characters': over('configMapGenerator: [{name: c, files: [f]}]', OBJECT, {
      f: '\u0001'.repeat(500_000),
    }),
    'an env file of many lines': over('configMapGenerator: [{name: c, envs: [f]}]', OBJECT, {
      f: list(150_000, (i) => `k${i}=v`).join('\n'),
    }),
    'many small files': over(
      `configMapGenerator:\n- name: c\n  files:\n${list(3000, (i) => `  - f${i}\n`).join('')}`,
      OBJECT,
      Object.fromEntries(list(3000, (i) => [`f${i}`, 'x'])),
    ),
    'many generators that merge': over(
      `configMapGenerator:\n- {name: c, literals: [k=v]}\n${list(1000, (i) => `- {name: c, behavior: merge, literals: [k${i}=v]}\n`).join('')}`,
    ),
    'many field specs': over('configurations: [c.yaml]\nnamePrefix: p-', OBJECT, {
      'c.yaml': `namePrefix:\n${list(10_000, (i) => `- {path: spec/a${i}/b/c, create: true}\n`).join('')}`,
    }),
    'a deep field spec': over('configurations: [c.yaml]\nnamePrefix: p-', OBJECT, {
      'c.yaml': `namePrefix:\n- {path: '${'a/'.repeat(20_000)}b', create: true}\n`,
    }),
    'a deep field spec of labels': over(
      `labels: [{pairs: {a: b}, fields: [{path: '${'a/'.repeat(20_000)}b', create: true}]}]`,
    ),
    'many objects with one name': over('', things(3000).replace(/name: a\d+/g, 'name: a')),
    'references between many objects': over(
      'namePrefix: p-',
      list(
        1500,
        (i) =>
          `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: p${i}}\nspec: {volumes: [{configMap: {name: c}}]}\n`,
      )
        .join('---\n')
        .replace(/name: c\}\n/g, (_found, at) => `name: c, namespace: n${at}}\n`),
    ),
    'a nested validator': over('validators: [v.yaml]\ntransformers: [v.yaml]\ngenerators: [v.yaml]', OBJECT, {
      'v.yaml': things(2000),
    }),
    'a large schema': over('openapi: {path: s.json}', OBJECT, {
      's.json': `{"definitions": {${list(5000, (i) => `"d${i}": {"properties": {"p": {"$ref": "#/definitions/d${(i + 1) % 5000}"}}}`).join(', ')}}}`,
    }),
    'crds: definitions in a circle': over('crds: [s.json]', OBJECT, {
      's.json': `{${list(300, (i) => `"d${i}": {"Schema": {"description": "x", "properties": {"kind": {"type": "string"}, "apiVersion": {"type": "string"}, "p": {"$ref": "d${(i + 1) % 300}"}, "q": {"$ref": "d${(i + 7) % 300}"}}}}`).join(', ')}}`,
    }),
  }
}

function hostilePatches(): Record<string, Files> {
  const operations = 'patches: [{target: {kind: Thing}, path: p.yaml}]'
  const json = (lines: string[], resource = OBJECT) => over(operations, resource, { 'p.yaml': lines.join('') })
  const merge = (patch: string, resource: string) => over('patches: [{path: p.yaml}]', resource, { 'p.yaml': patch })
  const deployment = (spec: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {template: {spec: {${spec}}}}\n`
  const deep = `${'{a: '.repeat(450)}1${'}'.repeat(450)}`
  return {
    'json patch: copies that double': json([
      '- {op: add, path: /x, value: {a: 1}}\n',
      ...list(40, (i) => `- {op: copy, from: /x, path: /x/k${i}}\n`),
    ]),
    'json patch: a long text copied': json([
      `- {op: add, path: /x, value: ${'x'.repeat(200_000)}}\n`,
      ...list(5000, (i) => `- {op: copy, from: /x, path: /k${i}}\n`),
    ]),
    'json patch: values in ever deeper places': json(
      list(40, (i) => `- {op: add, path: '${'/a'.repeat(450 * i + 1)}', value: ${deep}}\n`),
    ),
    'json patch: many additions in front': json(
      list(20_000, () => '- {op: add, path: /l/0, value: 1}\n'),
      `${OBJECT}l: []\n`,
    ),
    'json patch: many removals': json(
      list(10_000, (i) => `- {op: remove, path: /spec/k${i}}\n`),
      `${OBJECT}spec: {${list(10_000, (i) => `k${i}: v`).join(', ')}}\n`,
    ),
    'json patch: many tests of much': json(
      list(3000, () => "- {op: test, path: '/spec', value: {k1: w}}\n"),
      `${OBJECT}spec: {${list(5000, (i) => `k${i}: v`).join(', ')}}\n`,
    ),
    'json patch: many tests that hold': json(
      ['- {op: test, path: /spec/k1, value: v}\n'.repeat(20_000)],
      `${OBJECT}spec: {${list(10_000, (i) => `k${i}: v`).join(', ')}}\n`,
    ),
    'json patch: huge numbers': json([
      '- {op: add, path: /x, value: 1e999999999}\n',
      `- {op: add, path: /y, value: ${'9'.repeat(100_000)}}\n`,
    ]),
    'json patch: indexes that are none': json(
      [`- {op: add, path: /l/${'9'.repeat(100_000)}, value: 1}\n`],
      `${OBJECT}l: [1]\n`,
    ),
    'json patch: many patches of many objects': over(
      `patches:\n${list(200, () => '- {target: {kind: Thing}, path: p.yaml}\n').join('')}`,
      things(200),
      { 'p.yaml': '- {op: add, path: /x, value: 1}\n' },
    ),
    'merge patch: many keys removed': merge(
      `${OBJECT}spec: {${list(20_000, (i) => `k${i}: null`).join(', ')}}\n`,
      `${OBJECT}spec: {${list(20_000, (i) => `k${i}: v`).join(', ')}}\n`,
    ),
    'merge patch: long lists by key': merge(
      deployment(`containers: [${list(3000, (i) => `{name: c${i}, image: x}`).join(', ')}]`),
      deployment(`containers: [${list(3000, (i) => `{name: c${2999 - i}, image: y}`).join(', ')}]`),
    ),
    'merge patch: long lists in a given order': merge(
      deployment(
        `$setElementOrder/containers: [${list(3000, (i) => `{name: c${i}}`).join(', ')}], containers: [${list(3000, (i) => `{name: c${i}, $patch: delete}`).join(', ')}]`,
      ),
      deployment(`containers: [${list(3000, (i) => `{name: c${i}}`).join(', ')}]`),
    ),
    'merge patch: long lists of texts': merge(
      `${OBJECT.replace('}', `, finalizers: [${list(5000, (i) => `a.b/${i}`).join(', ')}]}`)}`,
      `${OBJECT.replace('}', `, finalizers: [${list(5000, (i) => `a.c/${i}`).join(', ')}]}`)}`,
    ),
    'merge patch: a long name that is near': merge(
      OBJECT.replace('name: a', `name: ${'ab'.repeat(20_000)}`),
      OBJECT.replace('name: a', `name: ${'ba'.repeat(20_000)}`),
    ),
    'merge patch: many patches that find nothing': over(
      `patches:\n${list(1000, () => '- {path: p.yaml, target: {name: nobody}}\n').join('')}`,
      things(1000),
      { 'p.yaml': OBJECT },
    ),
    'merge patch: many objects at once': merge(things(2000), things(2000)),
  }
}
