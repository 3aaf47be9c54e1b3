import { existsSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configMap, fetched, kptfile, Packages } from './world.ts'

let world: Packages
beforeEach(() => {
  world = new Packages()
})
afterEach(() => world.remove())

describe('pkg init', () => {
  it('makes a package and the folder for it', async () => {
    const { code, stderr } = await world.run('init', 'shop', '--description', 'a shop: "x"', '--keywords', 'a,b')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'creating package directory shop\nwriting Kptfile\nwriting README.md\nwriting package-context.yaml\n',
    })
    expect(world.files('shop').Kptfile).toBe(
      'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: shop\n  annotations:\n    config.kubernetes.io/local-config: "true"\ninfo:\n  description: \'a shop: "x"\'\n  keywords:\n  - a\n  - b\n',
    )
    expect(await world.run('init', 'shop')).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})

describe('pkg tree', () => {
  it('draws packages, folders, resources and other texts, hidden ones left out', async () => {
    world.write('here/shop', {
      Kptfile: kptfile('x'),
      'a/b/c.yaml': `${configMap('z', 'k: v')}---\n${configMap('y', 'k: v')}`,
      'sub/Kptfile': kptfile('other'),
      'notes.txt': '',
      program: 'a\0b',
      '.hidden/h.yaml': configMap('h', 'k: v'),
    })
    expect(await world.run('tree', 'shop')).toEqual({
      code: 0,
      stderr: '',
      stdout: `Package "shop"
├── [Kptfile]  Kptfile x
├── notes.txt
├── b
│   ├── [c.yaml]  ConfigMap y
│   └── [c.yaml]  ConfigMap z
└── Package "sub"
    └── [Kptfile]  Kptfile other
`,
    })
    expect((await world.run('tree', 'no')).stderr).toBe('error: lstat no: no such file or directory\n')
  })
})

describe('pkg cat', () => {
  it('prints resources formatted, other texts as they are', async () => {
    world.write('here/shop', {
      'a.yaml': '# top\napiVersion: v1\ndata:\n    k: "v" # v\nkind: ConfigMap\nmetadata: {name: a}\n',
      'notes.txt': 'text',
      'sub/Kptfile': kptfile('sub'),
    })
    const formatted = '# top\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  k: "v" # v\n'
    const { stdout } = await world.run('cat', 'shop')
    expect(stdout).toBe(`${formatted}---\ntext\n---\n${kptfile('sub')}`)
    expect((await world.run('cat', 'shop', '-R=false', '--strip-comments')).stdout).toBe(
      `${formatted.replaceAll(/# top\n| # v/g, '')}---\ntext\n`,
    )
    expect((await world.run('cat', 'shop/notes.txt')).stdout).toBe('text\n')
    expect(await world.run('cat', 'nothing')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: lstat nothing: no such file or directory\n',
    })
  })
})

describe('pkg diff', () => {
  beforeEach(async () => {
    world.state('v1', { 'pkg/a.yaml': configMap('a', 'k: v1'), 'pkg/b.yaml': configMap('b', 'k: v1') })
    world.state('v2', { 'pkg/a.yaml': configMap('a', 'k: v1'), 'pkg/b.yaml': configMap('b', 'k: v2') })
    await world.get('v1')
    writeFileSync(world.path('here/pkg/a.yaml'), fetched('a', 'k: mine'))
  })

  const changes = (text: string) => text.split('\n').filter((line) => /^[<>]/.test(line))

  it('shows what was changed here, what upstream changed, or both', async () => {
    expect((await world.run('diff', 'pkg')).code).toBe(0)
    expect(changes((await world.run('diff', 'pkg')).stdout)).toEqual(['<   k: mine', '>   k: v1'])
    const typed = async (type: string) => changes((await world.run('diff', 'pkg@v2', '--diff-type', type)).stdout)
    expect(await typed('remote')).toEqual(['<   k: v1', '>   k: v2'])
    expect(await typed('combined')).toEqual(['<   k: mine', '>   k: v1', '<   k: v1', '>   k: v2'])
  })

  it('hands the folders to the program that is named, and tells when it fails', async () => {
    const { stdout } = await world.run(
      'diff',
      'pkg@v2',
      '--diff-type',
      '3way',
      '--diff-tool',
      'echo',
      '--diff-tool-opts',
      '-n x',
    )
    const [word, local, remote = '', target = ''] = stdout.split(' ')
    expect([word, local]).toEqual(['x', world.path('here/pkg')])
    expect([remote, target].map((path) => path.replace(/^.*\//, ''))).toEqual(['remote-v1', 'target-v2'])
    expect(existsSync(remote)).toBe(false)
    const failed = await world.run('diff', 'pkg@v2', '--diff-type', '3way')
    expect({ code: failed.code, last: failed.stderr.split('\n').at(-2) }).toEqual({
      code: 1,
      last: 'error: exit status 2',
    })
    expect(failed.stderr).toContain('It may not support the chosen diff type (3way).')
  })

  it('refuses what it does not know', async () => {
    const said = async (...words: string[]) => (await world.run('diff', ...words)).stderr
    expect(await said('pkg', '--diff-type', 'no')).toBe(
      "error: invalid diff-type 'no': supported diff-types are: local, remote, combined, 3way\n",
    )
    expect(await said('pkg', '--diff-tool', 'no-such-tool')).toBe(
      "error: diff-tool 'no-such-tool' not found in the PATH\n",
    )
    world.write('here/bare', { Kptfile: kptfile('bare') })
    expect(await said('bare')).toBe("error: package missing upstream in Kptfile at '$ROOT/here/bare'\n")
  })
})
