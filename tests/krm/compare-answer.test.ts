import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { compareAnswer } from '../../src/krm/compare-answer.ts'
import { readAnswer } from '../../src/krm/functions.ts'
import { printTextFolder, readTextFolder } from '../../src/krm/text-folder.ts'
import { emitKept } from '../../src/yaml/emit.ts'
import type { Node } from '../../src/yaml/node.ts'
import { corpusRoot } from '../corpus.ts'
import { commented, mutate, randomNumbers } from '../yaml/mutations.ts'

const root = corpusRoot()
const HEAD = 'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n'
const A = '- kind: A # one\n  text: |\n    - x\n\n    # y\n'
const B = '- kind: B\n  list:\n  - z\n'
const CONFIG = 'functionConfig:\n  kind: C\n'
const GIVEN = HEAD + A + B + CONFIG

/** The items as numbers or texts, and the results. */
function compared(answer: string) {
  const found = compareAnswer(GIVEN, answer, 2)
  if (found === undefined) return undefined
  const shown = (node: Node | number) => (typeof node === 'number' ? node : emitKept(node))
  return [...found.items.map(shown), ...(found.results === undefined ? [] : [shown(found.results)])]
}

describe('an answer beside what was given', () => {
  it.each([
    ['is the same', GIVEN, [0, 1]],
    ['has the items in another order', HEAD + B + A + CONFIG, [1, 0]],
    ['lacks an item', HEAD + B, [1]],
    ['has one item changed', HEAD + A + B.replace('z', 'w') + CONFIG, [0, 'kind: B\nlist:\n- w\n']],
    ['has one item more', `${HEAD}${A}- kind: C\n${B}`, [0, 'kind: C\n', 1]],
    ['has results', `${GIVEN}results:\n- message: m\n`, [0, 1, '- message: m\n']],
    ['has nothing but the items', HEAD + A + B, [0, 1]],
    ['ends with a blank line', `${HEAD}${A}${B}\n`, [0, 'kind: B\nlist:\n- z\n']],
  ])('is read only where it differs when it %s', (_, answer, wanted) => {
    expect(compared(answer)).toEqual(wanted)
  })

  it.each([
    ['has an item twice', HEAD + A + B + A],
    ['has line ends of Windows', GIVEN.replaceAll('\n', '\r\n')],
    ['has a comment between items', `${HEAD}${A}# b\n${B}`],
    ['has a comment at the end of an item that changed', `${HEAD}- kind: A\n  # end\n${B}`],
    ['has text behind it', `${GIVEN}done.\n`],
    ['has another document behind it', `${GIVEN}---\nkind: D\n`],
    ['has no items', `${HEAD.replace('items:\n', '')}${CONFIG}`],
    ['is documents', 'kind: A\n---\nkind: B\n'],
    ['does not end with a line break', GIVEN.slice(0, -1)],
    ['has its items indented', `${HEAD}  ${A.replaceAll('\n', '\n  ').trimEnd()}\n`],
    ['has an item that is no YAML', `${HEAD}${A}- kind: [\n${B}`],
    ['has an empty item', `${HEAD}${A}- null\n${B}`],
    ['has an alias for another item', `${HEAD}- &a\n  kind: A\n- *a\n`],
    ['is a List', GIVEN.replace('ResourceList', 'List')],
  ])('is left to the reader when it %s', (_, answer) => {
    expect(compared(answer)).toBeUndefined()
  })

  it('is left to the reader when the items that were given cannot be told apart', () => {
    expect(compareAnswer(GIVEN, GIVEN, 3)).toBeUndefined()
  })
})

describe.skipIf(root === undefined)('answers read item by item', () => {
  it('are what the reader makes of the whole', async () => {
    const random = randomNumbers(7)
    const files = ['kpt-render', 'kpt-eval', 'kpt-oracle', 'krm-functions'].flatMap((group) => {
      const folder = join(root as string, group)
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))
      return names.map((name) => readFileSync(join(folder, name), 'utf8')).filter((text) => text.length < 1500)
    })
    const pick = () => files[random(files.length)] as string
    const runs = Number(process.env.STRAKE_RUNS ?? 1_500)
    let counted = 0
    let kept = 0
    const different: string[] = []
    for (let i = 0; i < runs; i++) {
      const texts = {
        '/p/a.yaml': pick(),
        '/p/b.yaml': pick(),
        '/p/c.yaml': random(2) === 0 ? pick() : commented(pick(), random),
      }
      const folder = await readTextFolder({ fs: memoryFileSystem(texts), root: '/p', notesListIndent: true }).catch(
        () => undefined,
      )
      if (folder === undefined) continue
      const given = printTextFolder(folder, undefined)
      const answer = changed(given, random)
      const found = compareAnswer(given, answer, folder.items.length)
      if (found === undefined) continue
      counted++
      kept += found.items.filter((item) => typeof item === 'number').length
      const before = readAnswer(given).items
      const after = readAnswer(answer).items
      const isSame = found.items.every((item, at) => {
        const wanted = emitKept(after[at] as Node)
        return typeof item === 'number'
          ? lines(emitKept(before[item] as Node)) === lines(wanted)
          : emitKept(item) === wanted
      })
      if (!isSame || after.length !== found.items.length) different.push(`${given}\nanswer\n${answer}`)
    }
    console.log(`${counted} of ${runs} answers read item by item, ${kept} items kept`)
    expect(different.slice(0, 3)).toEqual([])
    expect(counted).toBeGreaterThan(runs / 10)
    expect(kept).toBeGreaterThan(runs / 10)
  }, 600_000)
})

/** Comments at its end stand at another indentation where an item has other neighbours. */
function lines(text: string): string {
  const all = text.split('\n').map((line) => line.trim())
  return all.sort().join('\n')
}

/** One item or the whole changed at random, items in another order or left out. */
function changed(given: string, random: (below: number) => number): string {
  const cuts = given.split(/(?<=\n)(?=- )/)
  const [head = '', ...items] = cuts
  switch (random(4)) {
    case 0:
      return mutate(given, random)
    case 1:
      items.reverse()
      break
    case 2:
      items.splice(random(items.length + 1), 1)
      break
    default: {
      const at = random(items.length)
      const item = items[at] ?? ''
      items[at] = random(2) === 0 ? mutate(item, random) : commented(item, random)
    }
  }
  return head + items.join('')
}
