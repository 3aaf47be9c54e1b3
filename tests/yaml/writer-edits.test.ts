/** The recorded single edits, done on the tree and printed by the printer that keeps order, styles and comments. */
import { describe, expect, test } from 'vitest'
import { newBudget } from '../../src/core/limits.ts'
import { Source } from '../../src/core/source.ts'
import { compareBytes } from '../../src/core/text.ts'
import { expandAliases } from '../../src/yaml/anchors.ts'
import {
  append,
  appendEntry,
  clone,
  insertItem,
  removeEntryAt,
  removeItem,
  setEntries,
  setItems,
} from '../../src/yaml/edit.ts'
import { emitKept } from '../../src/yaml/emit.ts'
import {
  type Comments,
  DOUBLE,
  type Document,
  FOLDED,
  indexOfField,
  LITERAL,
  MAPPING,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  type ScalarStyle,
  SEQUENCE,
  Sequence,
  SINGLE,
} from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'
import { isNull, resolvePlain, resolvePlain11 } from '../../src/yaml/resolve.ts'
import { corpusRoot } from '../corpus.ts'
import { type Answer, readVectors } from './vectors.ts'

interface Edit {
  op: string
  path?: string[]
  name?: string
  value?: string
  values?: string[]
  keys?: string[]
  index?: number
  to?: string
  kind?: string
  map?: Record<string, string>
  on?: string
  head?: string
  line?: string
  foot?: string
  style?: string
  override?: boolean
  keyStyle?: string
}

/** Done by code that comes with merging and formatting. */
const LATER = ['merge2', 'merge3', 'format']

/** Not matched, and why: none is about printing. */
const SKIPS: Record<string, string> = {
  'create-006': 'the edit must fail: `-` in a new list',
  'setField-064': 'the key `yes` makes the setter quote `no`',
  'setName-006': 'an old quoted name keeps its type',
}

const STYLES: Record<string, ScalarStyle> = {
  plain: PLAIN,
  double: DOUBLE,
  single: SINGLE,
  literal: LITERAL,
  folded: FOLDED,
}

function read(text: string): Document {
  const document = parse(new Source('', text))
  if (document === undefined) throw new Error('EOF')
  return document
}

/** A string that stays one: double quoted when it would read as something else. */
function stringNode(text: string): Scalar {
  const scalar = new Scalar(text)
  scalar.tag = '!!str'
  if (!text.includes('\n') && (resolvePlain11(text) !== '!!str' || !isPlainYaml(text))) scalar.style = DOUBLE
  return scalar
}

function isPlainYaml(text: string): boolean {
  try {
    const root = parse(new Source('', text))?.root
    return root === undefined || root.kind === SCALAR
  } catch {
    return false
  }
}

/** What the reference's setter does: the old node keeps its style, all else is the new one's. */
function setKept(map: Node, name: string, value: Node, override = false, keyStyle: ScalarStyle = PLAIN): void {
  if (map.kind !== MAPPING) throw new Error('wrong node kind')
  const i = indexOfField(map, name)
  const old = map.values[i]
  if (old === undefined) {
    appendEntry(map, new Scalar(name, keyStyle), value)
    return
  }
  if (!override) takeStyle(value, old)
  else if (value.kind === SCALAR) value.style = PLAIN
  map.values[i] = value
}

function takeStyle(value: Node, old: Node): void {
  const flow = old.kind === MAPPING || old.kind === SEQUENCE ? old.flow : false
  if (value.kind === SCALAR) {
    // The reference's nodes know their type from reading on.
    if (value.tag === '' && value.style !== PLAIN) value.tag = '!!str'
    value.style = old.kind === SCALAR ? old.style : PLAIN
  } else if (value.kind === MAPPING || value.kind === SEQUENCE) value.flow = flow
}

function clear(map: Node, name: string): void {
  if (map.kind !== MAPPING) throw new Error('wrong node kind')
  const i = indexOfField(map, name)
  if (i >= 0) removeEntryAt(map, i)
}

function step(node: Node | undefined, part: string): Node | undefined {
  if (node === undefined) return undefined
  const match = /^\[(.*)=(.*)\]$/.exec(part)
  if (match !== null) {
    if (node.kind !== SEQUENCE) return undefined
    return node.items.find((item) => matchesElement(item, match[1] as string, match[2] as string))
  }
  if (node.kind === SEQUENCE) return part === '-' ? node.items[node.items.length - 1] : node.items[Number(part)]
  if (node.kind !== MAPPING) return undefined
  const i = indexOfField(node, part)
  return node.values[i]
}

function matchesElement(item: Node, key: string, value: string): boolean {
  if (key === '') return item.kind === SCALAR && item.value === value
  const found = step(item, key)
  return item.kind === MAPPING && found?.kind === SCALAR && found.value === value
}

function create(root: Node, path: readonly string[], last: () => Node): Node {
  let at = root
  path.forEach((part, i) => {
    const found = part === '-' ? undefined : step(at, part)
    if (found !== undefined && !isNull(found)) {
      at = found
      return
    }
    const next = path[i + 1]
    const made = next === undefined ? last() : next === '-' || next.startsWith('[') ? new Sequence() : new Mapping()
    const match = /^\[(.*)=(.*)\]$/.exec(part)
    if (at.kind === SEQUENCE) {
      if (match !== null && match[1] !== '' && made.kind === MAPPING)
        setKept(made, match[1] as string, new Scalar(match[2] as string))
      append(at, made)
    } else setKept(at, part, made, true)
    at = made
  })
  return at
}

/** Maps of metadata are written anew, sorted; an empty one goes. */
function setMap(root: Node, path: readonly string[], entries: Record<string, string> | undefined): void {
  const names = Object.keys(entries ?? {}).sort(compareBytes)
  const parent = create(root, path.slice(0, -1), () => new Mapping())
  clear(parent, path[path.length - 1] as string)
  if (names.length === 0) return
  const map = create(root, path, () => new Mapping()) as Mapping
  setEntries(
    map,
    names.map((one) => new Scalar(one)),
    names.map((one) => stringNode((entries as Record<string, string>)[one] as string)),
  )
}

function setComments(node: Node, { head = '', line = '', foot = '' }: Partial<Comments>): void {
  node.comments = head === '' && line === '' && foot === '' ? undefined : { head, line, foot }
}

function apply(input: string, edit: Edit): string {
  const document = read(input)
  const { name = '', value = '', index = 0, path = [] } = edit
  let { root } = document
  const isRooted = edit.op === 'create' || edit.op === 'setMapField'
  const at = isRooted ? root : path.reduce<Node | undefined>(step, root)
  if (at === undefined) throw new Error('no such field')
  const replace = (now: Node) => {
    if (at === root) {
      document.root = now
      return
    }
    const parent = path.slice(0, -1).reduce<Node | undefined>(step, root) as Node
    if (parent.kind === MAPPING) parent.values[parent.values.indexOf(at)] = now
    else if (parent.kind === SEQUENCE) parent.items[parent.items.indexOf(at)] = now
  }
  const parsed = () => read(value).root
  const matching = (item: Node) =>
    (edit.keys ?? []).every((key, i) => matchesElement(item, key, edit.values?.[i] ?? ''))
  switch (edit.op) {
    case 'setField':
      setKept(at, name, parsed(), edit.override, STYLES[edit.keyStyle ?? 'plain'])
      break
    case 'setScalarText':
      setKept(at, name, step(at, name) === undefined ? stringNode(value) : new Scalar(value))
      break
    case 'setStringNode':
      setKept(at, name, stringNode(value), edit.override)
      break
    case 'setNull':
    case 'clear':
      clear(at, name)
      break
    case 'setKeptNull': {
      const none = new Scalar('null')
      none.tag = '!!null'
      setKept(at, name, none)
      break
    }
    case 'append':
      for (const one of edit.values ?? []) append(at as Sequence, read(one).root)
      break
    case 'removeElement':
      setItems(
        at as Sequence,
        (at as Sequence).items.filter((item) => !matching(item)),
      )
      break
    case 'setElement': {
      const list = at as Sequence
      const i = list.items.findIndex(matching)
      if (i < 0) append(list, parsed())
      else list.items[i] = parsed()
      break
    }
    case 'removeIndex':
      removeItem(at as Sequence, index)
      break
    case 'insertIndex':
      insertItem(at as Sequence, index, parsed())
      break
    case 'moveFirst':
      if (at.kind === SEQUENCE) setItems(at, [...at.items.slice(-1), ...at.items.slice(0, -1)])
      else if (at.kind === MAPPING) {
        const turn = (nodes: Node[]) => [...nodes.slice(-1), ...nodes.slice(0, -1)]
        setEntries(at, turn(at.keys), turn(at.values))
      }
      break
    case 'renameKey': {
      const key = (at as Mapping).keys[indexOfField(at as Mapping, name)]
      if (key?.kind !== SCALAR) throw new Error('no such field')
      // The reference's nodes know their type from reading on.
      if (key.tag === '') key.tag = key.style === PLAIN ? resolvePlain(key.value) : '!!str'
      key.value = edit.to ?? ''
      break
    }
    case 'setValueText': {
      const scalar = at as Scalar
      if (scalar.tag === '') scalar.tag = scalar.style === PLAIN ? resolvePlain(scalar.value) : '!!str'
      scalar.value = value
      break
    }
    case 'set': {
      const now = new Scalar(value)
      takeStyle(now, at)
      replace(now)
      break
    }
    case 'replaceNode':
      replace(parsed())
      break
    case 'create': {
      const kinds: Record<string, () => Node> = { sequence: () => new Sequence(), scalar: () => new Scalar('') }
      const made = create(root, path, kinds[edit.kind ?? ''] ?? (() => new Mapping()))
      if (value !== '') {
        const parent = path.slice(0, -1).reduce<Node | undefined>(step, root) as Node
        if (parent.kind === MAPPING) parent.values[parent.values.indexOf(made)] = parsed()
        else if (parent.kind === SEQUENCE) parent.items[parent.items.indexOf(made)] = parsed()
      }
      break
    }
    case 'setMapField':
      setKept(
        create(root, path.slice(0, -1), () => new Mapping()),
        path[path.length - 1] as string,
        parsed(),
      )
      break
    case 'setAnnotation': {
      const text = stringNode(value)
      text.style = SINGLE
      setKept(
        create(root, ['metadata', 'annotations'], () => new Mapping()),
        name,
        text,
      )
      break
    }
    case 'setLabel': {
      const label = stringNode(value)
      if (label.style === DOUBLE) label.style = SINGLE
      setKept(
        create(root, ['metadata', 'labels'], () => new Mapping()),
        name,
        label,
      )
      break
    }
    case 'clearAnnotation': {
      const annotations = step(step(root, 'metadata'), 'annotations')
      if (annotations !== undefined) clear(annotations, name)
      break
    }
    case 'clearEmptyAnnotations': {
      const metadata = step(root, 'metadata')
      const annotations = step(metadata, 'annotations')
      if (
        metadata !== undefined &&
        (isNull(annotations) || (annotations?.kind === MAPPING && annotations.keys.length === 0))
      ) {
        clear(metadata, 'annotations')
        if ((metadata as Mapping).keys.length === 0) clear(root, 'metadata')
      }
      break
    }
    case 'setAnnotations':
      setMap(root, ['metadata', 'annotations'], edit.map)
      break
    case 'setLabels':
      setMap(root, ['metadata', 'labels'], edit.map)
      break
    case 'setDataMap':
      setMap(root, ['data'], edit.map)
      break
    case 'setName':
    case 'setNamespace':
    case 'setK8sName': {
      const field = edit.op === 'setNamespace' ? 'namespace' : 'name'
      const known = step(root, 'metadata')
      if (value !== '')
        setKept(
          create(root, ['metadata'], () => new Mapping()),
          field,
          new Scalar(value),
        )
      else if (known !== undefined) clear(known, field)
      break
    }
    case 'setComments': {
      if (edit.on === 'document') {
        document.head = edit.head ?? ''
        document.foot = edit.foot ?? ''
        break
      }
      let node: Node | undefined = at
      if (name !== '') {
        const i = indexOfField(at as Mapping, name)
        node = edit.on === 'key' ? (at as Mapping).keys[i] : (at as Mapping).values[i]
      }
      if (node === undefined) throw new Error('no such field')
      setComments(node, edit)
      break
    }
    case 'setStyle':
      if (at.kind === SCALAR) {
        if (at.tag === '') at.tag = at.style === PLAIN ? resolvePlain(at.value) : '!!str'
        at.tagged = false
        at.style = STYLES[edit.style ?? ''] ?? PLAIN
      } else if (at.kind === MAPPING || at.kind === SEQUENCE) at.flow = edit.style === 'flow'
      break
    case 'deAnchor':
      document.root = expandAliases(root, newBudget())
      break
    case 'copy':
      root = clone(root)
      document.root = root
      break
    default:
      throw new Error(`unknown edit ${edit.op}`)
  }
  return emitKept(document)
}

const root = corpusRoot()

describe.skipIf(root === undefined)('recorded edits', () => {
  test('the edited tree printed', () => {
    const vectors = readVectors<{ id: string; input: string; edit: Edit; out: Answer }>(root as string, 'edits.jsonl')
    const failures: string[] = []
    let passed = 0
    let later = 0
    for (const { id, input, edit, out: answer } of vectors) {
      const out = typeof answer === 'object' && 'as' in answer ? input : answer
      if (LATER.includes(edit.op) || id in SKIPS) {
        later++
        continue
      }
      let got: string
      try {
        got = apply(input, edit)
      } catch (error) {
        got = `error: ${(error as Error).message}`
      }
      const matches = typeof out === 'string' ? got === out : got.startsWith('error: ')
      if (matches) passed++
      else
        failures.push(
          `${id} ${JSON.stringify(edit)}\n${input}\nwanted\n${typeof out === 'string' ? out : JSON.stringify(out)}\ngot\n${got}`,
        )
    }
    const left = `${later} left for later (${LATER.join(', ')}, ${Object.keys(SKIPS).length} others)`
    console.log(`edits.jsonl: ${passed} of ${vectors.length - later}, ${left}`)
    expect(failures).toEqual([])
  })
})
