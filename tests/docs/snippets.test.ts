/** The TypeScript shown in the documentation and in the comments of what is exported compiles and runs. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkoutRoot } from '../subject.ts'

const root = checkoutRoot()
const production = join(root, 'examples/model-serving/overlays/production')

interface Snippet {
  name: string
  code: string
}

function inMarkdown(path: string): Snippet[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(/^ *```ts\n([\s\S]*?)^ *```$/gm)].map(([, code = ''], i) => ({
    name: `${path} ${i + 1}`,
    code,
  }))
}

/** An example of what only this package sees uses it as the modules beside it do. */
function inComments(path: string): Snippet[] {
  const text = readFileSync(join(root, path), 'utf8')
  const exported = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name]) => name)
  return [...text.matchAll(/^ \* ```ts\n([\s\S]*?)^ \* ```$/gm)].map(([, lines = ''], i) => {
    const code = lines.replaceAll(/^ \* ?/gm, '')
    const used = exported.filter((name) => new RegExp(`\\b${name}\\b`).test(code))
    const imports = code.includes("from 'strake") ? '' : `import { ${used.join(', ')} } from '${join(root, path)}'\n`
    return { name: `${path} ${i + 1}`, code: imports + code }
  })
}

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
)
const snippets = [
  ...['README.md', 'docs/library.md', 'docs/functions.md', 'docs/stack.md'].flatMap(inMarkdown),
  ...sources.sort().flatMap((path) => inComments(join('src', path))),
]

describe('what the documentation shows', () => {
  let folder = ''
  // Inside the checkout, where `strake` is this package.
  beforeAll(() => {
    folder = mkdtempSync(join(root, 'dist/snippets-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** With the folder of an example in place of those that it makes up. */
  const programOf = (i: number): string => {
    const text = readFileSync(join(folder, `snippet-${i}.ts`), 'utf8')
    writeFileSync(
      join(folder, `snippet-${i}.ts`),
      text.replaceAll(/'\/(work|srv)\/[^']*production'/g, `'${production}'`),
    )
    const outfile = join(folder, `snippet-${i}.mjs`)
    const entry = join(folder, `snippet-${i}.ts`)
    buildSync({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', packages: 'external' })
    return outfile
  }

  test('there is some of it', () => expect(snippets.length).toBeGreaterThanOrEqual(7))

  test('compiles', () => {
    const files = snippets.map(({ code }, i) => {
      writeFileSync(join(folder, `snippet-${i}.ts`), `${code}\nexport {}\n`)
      return `snippet-${i}.ts`
    })
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023'],
      skipLibCheck: true,
      typeRoots: [join(root, 'node_modules/@types')],
      strict: true,
      types: ['node'],
      noEmit: true,
      allowImportingTsExtensions: true,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    let problems = ''
    try {
      execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    } catch (error) {
      problems = (error as { stdout: string }).stdout
    }
    expect(problems).toBe('')
  }, 180_000)

  test.each(snippets.map(({ name }, i) => [name, i] as const))('%s runs', (_, i) => {
    execFileSync(process.execPath, [programOf(i)], { encoding: 'utf8' })
  })

  test('prints what the page says', () => {
    const [, shown = ''] =
      /^prints\n\n```\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'docs/library.md'), 'utf8')) ?? []
    const at = snippets.findIndex(({ code }) => code.includes('recordingFileSystem(changed)'))
    const printed = execFileSync(process.execPath, [programOf(at)], { encoding: 'utf8' })
    expect(printed.startsWith(shown)).toBe(true)
    expect(shown).toContain('web-v2')
  })
})
