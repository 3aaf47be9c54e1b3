import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { resourceListPrinter } from '../../src/krm/functions.ts'
import { type ReadFolderOptions, readPackageFolder } from '../../src/krm/package-files.ts'
import { plainItem } from '../../src/krm/plain-item.ts'
import { corpusRoot } from '../corpus.ts'
import { commented, mutate, randomNumbers } from '../yaml/mutations.ts'

const root = corpusRoot()

/** The list of a text between two others, each in a file, and how many of the three went into it as text. */
async function listed(text: string, asText: boolean): Promise<{ list: string; texts: number }> {
  const around = 'kind: A\nmetadata:\n  name: a\n'
  const fs = memoryFileSystem({ '/p/a.yaml': around, '/p/b.yaml': text, '/p/c.yaml': around })
  const printer = resourceListPrinter(undefined)
  let texts = 0
  const addText = ({ text }: { text: string }) => {
    texts++
    printer.addText(text)
  }
  const options: ReadFolderOptions = { fs, root: '/p', notesListIndent: true, take: printer.add }
  try {
    await readPackageFolder(asText ? { ...options, takeText: addText } : options)
    return { list: printer.end(), texts }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { list: error.message, texts }
  }
}

/** Texts that went into the list as they are, and those of them that came out otherwise. */
async function compared(texts: Iterable<string>): Promise<{ plain: number; different: string[] }> {
  let plain = 0
  const different: string[] = []
  for (const text of texts) {
    const made = await listed(text, true)
    if (made.texts < 3) continue
    plain++
    const wanted = await listed(text, false)
    if (made.list !== wanted.list) different.push(`${text}\nwanted\n${wanted.list}\ngot\n${made.list}`)
  }
  return { plain, different: different.slice(0, 3) }
}

describe('an object as an item of a list', () => {
  it('keeps comments, styles and blocks, and lists stand below their key', () => {
    const text = `# above
apiVersion: v1
metadata:
  name: a   # the name
  annotations:
    some: "1"
spec:

  wide:
    - a: 'x'
      # of b
      b: [1, "2"]
    - |
      one

        two
    - z
  # last
  compact:
  - x
`
    expect(plainItem(text, [['path', 'a.yaml']])?.text).toBe(`- # above
  apiVersion: v1
  metadata:
    name: a # the name
    annotations:
      some: "1"
      path: 'a.yaml'
  spec:
    wide:
    - a: 'x'
      # of b
      b: [1, "2"]
    - |
      one

        two
    - z
    # last
    compact:
    - x`)
  })

  it.each([
    ['has no metadata', 'kind: A\n'],
    ['has an empty field in their place', 'metadata:\n  annotations:\nkind: A\n'],
    ['repeats a key that counts', 'metadata:\nkind: A\nmetadata:\n  name: a\n'],
    ['has a comment below an empty line', 'metadata:\n  name: a\n# foot\n\nkind: A\n'],
    ['has a value over two lines', 'metadata:\n  name: a\n    b\n'],
    ['has an anchor', 'metadata: &a\n  name: a\n'],
    ['has a second document', 'metadata:\n  name: a\n---\nmetadata:\n  name: b\n'],
    ['has a character beyond ASCII', 'metadata:\n  name: \u00e4\n'],
  ])('is left to the reader when it %s', (_, text) => {
    expect(plainItem(text, [])).toBeUndefined()
  })
})

describe.skipIf(root === undefined)('items from texts are those of reader and printer', () => {
  const texts = (): string[] =>
    ['kpt-render', 'kpt-eval', 'kpt-oracle', 'krm-functions', 'kustomize-suite'].flatMap((group) => {
      const folder = join(root as string, group)
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))
      return names.map((name) => readFileSync(join(folder, name), 'utf8')).filter((text) => text.length < 4000)
    })

  it('for the files of the recordings', async () => {
    const all = texts()
    const { plain, different } = await compared(all)
    console.log(`plain items: ${plain} of ${all.length} files`)
    expect(different).toEqual([])
    expect(plain).toBeGreaterThan(all.length / 5)
  }, 60_000)

  it('for mutations of them and for comments in every line', async () => {
    const random = randomNumbers(5)
    const all = texts().filter((text) => text.length < 1500 && plainItem(text, []) !== undefined)
    const runs = Number(process.env.STRAKE_RUNS ?? 6_000)
    const changed = Array.from({ length: runs }, () => {
      const text = all[random(all.length)] as string
      const other = random(3) === 0 ? text : commented(text, random)
      return random(3) === 0 ? other : mutate(other, random)
    })
    const { plain, different } = await compared(changed)
    console.log(`plain items: ${plain} of ${runs} changed texts`)
    expect(different).toEqual([])
    expect(plain).toBeGreaterThan(runs / 20)
  }, 600_000)
})
