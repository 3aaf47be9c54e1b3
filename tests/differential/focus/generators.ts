/** Generators: every source and option, odd lines, and all behaviours over three levels. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { documents, type Literal, object, oneOf, print, quoted, seldom, some, treeOf, usually } from './kit.ts'

// biome-ignore format: a table
const LITERALS = ['a=1', 'b=two words', 'c="q"', "c='q'", 'd=', 'e=x=y', 'f=<&>é😀', 'g="', "h='\"'", 'i=\'x"', 'j= padded ', ' k=v', 'l =v', 'm=line\\nbreak', 'n=a\nb', 'o=a\nb\n', 'p=\t', 'a b=c', 'q=""', 'r=true', 's=010', 't=2020-01-01', 'u=null', 'v=a: b', 'w=#x', `x=${'long '.repeat(30)}`, 'y=$(VAR)', 'yes=no', '1=2', 'true=x', 'null=x', '1.5=x', 'k.yaml=a: 1\n', '.=x', '-=x', 'é=x']
const BAD_LITERALS = ['nothing', '=x', '', '=']
// biome-ignore format: a table
const FILES = ['data.txt', 'key=data.txt', 'bin.dat', 'empty', 'sub/inner.txt', 'k.y=sub/inner.txt', 'bom.txt', 'crlf.txt', 'a=empty', './data.txt', 'long.txt', 'sub/../data.txt']
const BAD_FILES = ['missing', '=data.txt', 'key=', 'a=b=c', 'sub', '../top/data.txt', '/etc/none', 'k=missing', '']
// biome-ignore format: a table
const ENV_LINES = ['A=1', 'B = spaced', '  C=led', '# comment', '  # comment', '', '   ', 'D', 'E=', 'F="quoted"', "G='single'", 'H=x=y', 'I=trail  ', '\tJ=tab', 'K=a#b', 'L=é😀', 'export M=1', 'N=a\tb', '=x', 'O=\u0085', 'P=\u2028', 'A=2', 'a.b=c', 'Q=$HOME', '1=2', '\ufeffR=bom', 'S=\\n', ';=x', '# =']

const behaviour = oneOf('create', 'merge', 'replace', 'merge', 'unspecified', '""', 'Merge')
const pairs = fc.dictionary(oneOf('app', 'team', 'x.y/z'), oneOf('web', '"1"', '"true"', '""', '"a: b"'), {
  minKeys: 1,
  maxKeys: 2,
})
const options = fc.record({
  labels: seldom(pairs, 3),
  annotations: seldom(pairs, 3),
  disableNameSuffixHash: seldom(oneOf('true', 'false'), 3),
  immutable: seldom(oneOf('true', 'false'), 3),
})

function generator(isSecret: boolean, level: number): fc.Arbitrary<Literal> {
  return fc.record({
    name: usually(
      level === 0 ? oneOf('one', 'two', 'three') : oneOf('one', 'two', 'plain', 'p-one', 'new'),
      oneOf('""', '"1"', 'A_b'),
      30,
    ) as fc.Arbitrary<Literal>,
    namespace: seldom(oneOf('ns', 'default'), 8),
    behavior: seldom(behaviour, level === 0 ? 12 : 1.3),
    literals: seldom(some(usually(oneOf(...LITERALS), oneOf(...BAD_LITERALS), 40).map(quoted), 0, 4), 1.7),
    files: seldom(some(usually(oneOf(...FILES), oneOf(...BAD_FILES), 30).map(quoted), 1, 2), 3),
    envs: seldom(some(oneOf('vars.env', 'vars.env', 'other.env'), 1, 2), 4),
    env: seldom(oneOf('other.env', '""'), 15),
    type: isSecret ? seldom(oneOf('Opaque', 'kubernetes.io/tls', '""'), 3) : fc.constant(undefined),
    options: seldom(options, 3),
  }) as fc.Arbitrary<Literal>
}

const level = (index: number) =>
  fc.record({
    configMapGenerator: seldom(some(generator(false, index), 1, 2), 1.5),
    secretGenerator: seldom(some(generator(true, index), 1, 2), 2.5),
    generatorOptions: seldom(options, 4),
    namePrefix: seldom(oneOf('p-'), 4),
    nameSuffix: seldom(oneOf('-s'), 6),
    namespace: seldom(oneOf('ns', 'other'), 5),
    commonAnnotations: seldom(oneOf<Literal>({ z: '"1"' }), 6),
    patches: seldom(
      oneOf<Literal>(
        [{ target: { kind: 'ConfigMap' }, patch: quoted('[{"op":"add","path":"/data/patched","value":"x"}]') }],
        [
          {
            target: { name: 'one' },
            patch: quoted('{apiVersion: v1, kind: ConfigMap, metadata: {name: any}, data: {patched: y}}'),
          },
        ],
      ),
      6,
    ),
    configurations: fc.constant(undefined),
    sortOptions: seldom(oneOf<Literal>({ order: 'fifo' }), 6),
    buildMetadata: seldom(oneOf<Literal>(['originAnnotations'], ['originAnnotations', 'transformerAnnotations']), 6),
  })

const POD: Literal = object('v1', 'Pod', 'user', {
  spec: {
    containers: [
      {
        name: 'c',
        envFrom: [{ configMapRef: { name: 'one' } }, { secretRef: { name: 'two' } }],
        env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'three', key: 'a' } } }],
      },
    ],
    volumes: [
      { name: 'v', configMap: { name: 'two' } },
      { name: 'w', projected: { sources: [{ secret: { name: 'one' } }] } },
    ],
  },
})
const PLAIN: Literal = object('v1', 'ConfigMap', 'plain', { data: { a: '1', kept: 'yes' } })
const SECRET: Literal = object('v1', 'Secret', 'plain', { stringData: { a: '"1"', kept: 'x' }, type: 'Opaque' })

export const generatorTrees: fc.Arbitrary<Tree> = fc
  .record({
    base: level(0),
    middle: seldom(level(1), 2),
    top: seldom(level(2), 2),
    lines: some(usually(oneOf(...ENV_LINES.slice(0, 10)), oneOf(...ENV_LINES), 2), 1, 5),
    crlf: oneOf(false, false, true),
  })
  .map(({ base, middle, top, lines, crlf }) => {
    const files: Record<string, string> = {}
    let below: string[] = ['objects.yaml']
    let folder = 'base'
    const place = (name: string, fields: object) => {
      folder = name
      files[`${name}/kustomization.yaml`] = print({ resources: below, ...fields } as Literal)
      files[`${name}/data.txt`] = 'some text\nin lines\n'
      files[`${name}/bin.dat`] = 'a\u0000\u0001b'
      files[`${name}/empty`] = ''
      files[`${name}/bom.txt`] = '\ufefftext'
      files[`${name}/crlf.txt`] = 'a\r\nb\r\n'
      files[`${name}/long.txt`] = `${'0123456789'.repeat(12)}\n trailing \n`
      files[`${name}/sub/inner.txt`] = 'inner'
      files[`${name}/vars.env`] = `${lines.join(crlf ? '\r\n' : '\n')}\n`
      files[`${name}/other.env`] = 'OTHER=1\n'
      below = [`../${name}`]
    }
    files['base/objects.yaml'] = documents([POD, PLAIN, SECRET])
    place('base', base)
    if (middle !== undefined) place('middle', middle)
    if (top !== undefined) place('top', top)
    return treeOf(files, [folder])
  })
