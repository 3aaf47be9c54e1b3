import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configMap, fetched, kptfile, Packages } from './world.ts'

let world: Packages
beforeEach(() => {
  world = new Packages()
})
afterEach(() => world.remove())

const edit = (path: string, change: (text: string) => string) => {
  const place = world.path(`here/pkg/${path}`)
  writeFileSync(place, change(readFileSync(place, 'utf8')))
}

const MESSY =
  '# licence\n\napiVersion: v1\nkind: ConfigMap\nmetadata:\n    name:   a # n\ndata:\n    one:   "1" # first\n\n    two: |\n      2\n'

describe('pkg update', () => {
  it("brings upstream's changes in and changes no other byte, in the Kptfile neither", async () => {
    world.state('v1', { 'pkg/a.yaml': MESSY, 'pkg/gone.txt': '', 'pkg/x.txt': '1' })
    const commit = world.state('v2', {
      'pkg/a.yaml': MESSY.replace('"1"', '"up"'),
      'pkg/x.txt': '2',
      'pkg/new/b.yaml': MESSY.replace(' a #', ' b #'),
    })
    await world.get('v1')
    edit('a.yaml', (text) => text.replace('      2\n', '      mine\n'))
    edit('Kptfile', (text) => `# my notes\n${text.replace('ref: v1\n', 'ref: "v1"   # pinned\n')}`)
    const before = world.files('pkg')
    expect(await world.run('update', 'pkg@v2')).toEqual({
      code: 0,
      stdout: '',
      stderr: `Package "pkg":
Fetching upstream from file://$ROOT/repo@v2
Fetching origin from file://$ROOT/repo@v2
Updating package "pkg" with strategy "resource-merge".

Updated 1 package(s).
`,
    })
    const text = kptfile('pkg', world.upstreamText('v2', commit))
    expect(world.files('pkg')).toEqual({
      Kptfile: `# my notes\n${text.replace('ref: v2\n', 'ref: "v2"   # pinned\n')}`,
      'a.yaml': before['a.yaml']?.replace('"1"', '"up"'),
      'new/b.yaml': before['a.yaml']
        ?.replaceAll('/a', '/b')
        .replace(' a #', ' b #')
        .replace('|a', '|b')
        .replace('mine', '2'),
      'x.txt': '2',
    })
  })

  it('does nothing the second time', async () => {
    world.state('v1', { 'pkg/a.yaml': MESSY, 'pkg/sub/Kptfile': kptfile('sub') })
    await world.get('v1')
    edit('a.yaml', (text) => text.replace('2', '3'))
    const before = world.files('pkg')
    expect((await world.run('update', 'pkg')).code).toBe(0)
    expect(world.files('pkg')).toEqual(before)
  })

  it('says where both sides changed the same, and with --dry-run changes nothing', async () => {
    const files = (n: number) => ({
      'pkg/a.yaml': configMap('a', `k: v${n}`),
      'pkg/x.txt': `${n}`,
      'pkg/Kptfile': kptfile('up', `info:\n  site: s${n}\n`),
    })
    world.state('v1', { ...files(1), 'pkg/gone.yaml': configMap('g', 'k: v'), 'pkg/left.yaml': configMap('l', 'k: v') })
    const commit = world.state('v2', { ...files(2), 'pkg/new.txt': '' })
    await world.get('v1')
    edit('a.yaml', (text) => text.replace('k: v1', 'k: mine'))
    edit('x.txt', () => 'mine')
    edit('left.yaml', (text) => text.replace('k: v', 'k: mine'))
    edit('Kptfile', (text) => text.replace('s1', 'mine'))
    const before = world.files('pkg')
    const conflicts = `[CONFLICT] x.txt: changed here and upstream, stays as it is here
[CONFLICT] a.yaml: ConfigMap a: data.k changed here and upstream, upstream's is taken
[CONFLICT] left.yaml: ConfigMap l: removed upstream, stays as it was changed here
[CONFLICT] Kptfile: info.site changed here and upstream, upstream's is taken
`
    const dry = await world.run('update', 'pkg@v2', '--dry-run')
    expect(dry.stdout).toBe('update Kptfile\nupdate a.yaml\ncreate new.txt\ndelete gone.yaml\n')
    expect(
      dry.stderr
        .split('\n')
        .filter((line) => line.startsWith('['))
        .join('\n'),
    ).toBe(conflicts.trimEnd())
    expect(world.files('pkg')).toEqual(before)
    await world.run('update', 'pkg@v2')
    expect(world.files('pkg')).toEqual({
      Kptfile: kptfile('pkg', `${world.upstreamText('v2', commit)}info:\n  site: s2\n`),
      'a.yaml': fetched('a', 'k: v2'),
      'left.yaml': fetched('l', 'k: mine'),
      'new.txt': '',
      'x.txt': 'mine',
    })
  })

  it('takes the strategy of the Kptfile, and keeps the one that is given', async () => {
    world.state('v1', { 'pkg/a.yaml': configMap('a', 'k: v1') })
    const commit = world.state('v2', { 'pkg/a.yaml': configMap('a', 'k: v2') })
    await world.get('v1', '--strategy', 'fast-forward')
    edit('a.yaml', (text) => text.replace('k: v1', 'k: mine'))
    const before = world.files('pkg')
    const refused = await world.run('update', 'pkg@v2')
    expect({ code: refused.code, last: refused.stderr.split('\n').slice(-3) }).toEqual({
      code: 1,
      last: ['Error: local package files have been modified: [a.yaml].', '  use a different update --strategy. ', ''],
    })
    expect(world.files('pkg')).toEqual(before)
    await world.run('update', 'pkg@v2', '--strategy', 'force-delete-replace')
    expect(world.files('pkg')).toEqual({
      Kptfile: kptfile('pkg', world.upstreamText('v2', commit, 'v2', 'force-delete-replace')),
      'a.yaml': fetched('a', 'k: v2'),
    })
  })

  it('fast-forwards when only comments, order and the status are others', async () => {
    world.state('v1', { 'pkg/a.yaml': configMap('a', 'k: v1'), 'pkg/Kptfile': kptfile('up') })
    world.state('v2', { 'pkg/a.yaml': configMap('a', 'k: v2'), 'pkg/Kptfile': kptfile('up', 'info: {site: x}\n') })
    await world.get('v1')
    edit('a.yaml', (text) => `# mine\n${text}`)
    edit('Kptfile', (text) => `${text}status:\n  conditions:\n    - type: Rendered\n      status: "True"\n`)
    expect((await world.run('update', 'pkg@v2', '--strategy', 'fast-forward')).code).toBe(0)
    expect(world.files('pkg')['a.yaml']).toBe(fetched('a', 'k: v2'))
    expect(world.files('pkg').Kptfile).toContain('site: x')
  })

  it('keeps a package whole that it cannot update', async () => {
    world.state('v1', { 'pkg/a.yaml': configMap('a', 'k: v1'), 'pkg/b.txt': '1' })
    world.state('v2', { 'pkg/a.yaml': configMap('a', 'k: v2'), 'pkg/b.txt': '2', 'pkg/c.yaml': 'a: [\n' })
    world.state('v3', { 'pkg/a.yaml': configMap('a', 'k: [1]'), 'pkg/b.txt': '2' })
    world.state('v4', { 'pkg/a.yaml': `${configMap('a', 'k: v2')}---\n${configMap('a', 'k: v2')}`, 'pkg/b.txt': '2' })
    await world.get('v1')
    const before = world.files('pkg')
    for (const [version, problem] of [
      ['v2', '$ROOT/here/pkg/c.yaml: MalformedYAMLError: yaml: line 1: did not find expected node content'],
      ['v3', 'wrong node kind: expected ScalarNode but got SequenceNode: node contents:\n[1]\n'],
      [
        'v4',
        'found duplicate "updated upstream" resources in file "a.yaml", please refer to "update" documentation for the fix',
      ],
      ['nope', 'Unknown ref "nope". Please verify that the reference exists in upstream repo "file://$ROOT/repo".'],
      ['-nope', "a ref may not begin with a dash: '-nope' of 'file://$ROOT/repo'"],
    ]) {
      const { code, stderr } = await world.run('update', `pkg@${version}`)
      expect({ code, problem: stderr.split('\nError: ')[1]?.split('\n\nDetails')[0] }).toEqual({
        code: 1,
        problem: version === 'nope' ? problem : `${problem} \n`,
      })
      expect(world.files('pkg')).toEqual(before)
    }
  })

  it('writes nothing through a link that leads out of the package', async () => {
    world.state('v1', { 'pkg/a.txt': '1' })
    world.state('v2', { 'pkg/a.txt': '2', 'pkg/dir/b.txt': 'b' })
    await world.get('v1')
    mkdirSync(world.path('outside'))
    symlinkSync(world.path('outside'), world.path('here/pkg/dir'))
    const { code, stderr } = await world.run('update', 'pkg@v2')
    expect({ code, last: stderr.split('\n').at(-2) }).toEqual({
      code: 1,
      last: 'Error: resource must be written under package $ROOT/here/pkg: dir/b.txt ',
    })
    rmSync(world.path('here/pkg/dir'))
    expect(world.files('pkg')['a.txt']).toBe('1')
  })

  it('updates a package that a package has from upstream, and lets others alone', async () => {
    const sub = (n: number) => ({ 'pkg/sub/Kptfile': kptfile('sub'), 'pkg/sub/s.yaml': configMap('s', `k: v${n}`) })
    world.state('v1', { ...sub(1), 'pkg/old/Kptfile': kptfile('old'), 'pkg/old/o.yaml': configMap('o', 'k: v') })
    world.state('v2', { ...sub(2), 'pkg/new/Kptfile': kptfile('new') })
    await world.get('v1')
    world.write('here/pkg/own', { Kptfile: kptfile('own'), 'own.yaml': fetched('own', 'k: v') })
    edit('sub/s.yaml', (text) => `${text}  mine: x\n`)
    expect((await world.run('update', 'pkg@v2')).code).toBe(0)
    const files = world.files('pkg')
    expect(Object.keys(files)).toEqual([
      'Kptfile',
      'new/Kptfile',
      'own/Kptfile',
      'own/own.yaml',
      'sub/Kptfile',
      'sub/s.yaml',
    ])
    expect(files['sub/s.yaml']).toBe(`${fetched('s', 'k: v2')}  mine: x\n`)
  })

  it('refuses a package without upstream, and one that is none', async () => {
    world.write('here/bare', { Kptfile: kptfile('bare') })
    expect(await world.run('update', 'bare')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Error: package must have an upstream reference \n',
    })
    expect((await world.run('update')).stderr).toBe('Error: No Kptfile found at "$ROOT/here". \n')
    expect((await world.run('update', 'nowhere')).stderr).toBe('error: lstat nowhere: no such file or directory\n')
  })

  it('wants what is there to be committed, unless it only says what it would do', async () => {
    world.state('v1', { 'pkg/a.txt': '1', 'pkg/b.txt': '1' })
    world.state('v2', { 'pkg/a.txt': '2', 'pkg/b.txt': '1' })
    await world.get('v1')
    const refused = (words: string) => ({ code: 1, stdout: '', stderr: `Error: package "pkg" ${words} \n` })
    const update = () => world.runAsItIs('update', 'pkg@v2')
    expect(await update()).toEqual(refused('is not a git repository'))
    world.save()
    edit('b.txt', () => 'mine')
    expect(await update()).toEqual(refused('contains uncommitted changes'))
    world.git('here', 'add', 'pkg/b.txt')
    expect(await update()).toEqual(refused('contains uncommitted changes'))
    expect((await world.runAsItIs('update', 'pkg@v2', '--dry-run')).stdout).toBe('update Kptfile\nupdate a.txt\n')
    world.save()
    world.write('here', { 'beside.txt': 'not of the package' })
    expect((await update()).code).toBe(0)
    world.save()
    world.write('here/pkg', { 'new.txt': '' })
    expect(await update()).toEqual(refused('contains uncommitted changes'))
  })

  it('fetches what a new package names as its upstream, and what that names', async () => {
    const named = (name: string, directory: string) =>
      kptfile(
        name,
        `upstream:\n  type: git\n  git:\n    repo: ${world.url('repo')}\n    directory: ${directory}\n    ref: main\n  updateStrategy: fast-forward\n`,
      )
    world.state('v1', { 'pkg/own/Kptfile': named('own', '/other'), 'pkg/a.txt': '1', 'other/run.sh': '#!/bin/sh\n' })
    await world.get('v1')
    rmSync(world.path('here/pkg/own'), { recursive: true })
    world.write('here/pkg/mine', { Kptfile: named('mine', '/other') })
    world.state('v2', {
      'pkg/own/Kptfile': named('own', '/other'),
      'pkg/new/Kptfile': named('new', '/other'),
      'pkg/a.txt': '2',
      'other/deep/Kptfile': named('deep', '/last'),
      'last/l.txt': 'last',
    })
    const { code, stderr } = await world.run('update', 'pkg@v2')
    expect({ code, told: stderr.split('resource-merge".\n')[1] }).toEqual({
      code: 0,
      told: `Package "pkg/new":
Fetching file://$ROOT/repo@main
Adding package "other".
Package "pkg/new/deep":
Fetching file://$ROOT/repo@main
Adding package "last".

Updated 3 package(s).
`,
    })
    const files = world.files('pkg')
    expect(Object.keys(files)).toEqual([
      'Kptfile',
      'a.txt',
      'mine/Kptfile',
      'new/Kptfile',
      'new/deep/Kptfile',
      'new/deep/l.txt',
      'new/run.sh',
    ])
    expect(files['mine/Kptfile']).toBe(named('mine', '/other'))
    const commit = world.git('repo', 'rev-parse', 'main')
    const lock = `upstreamLock:\n  type: git\n  git:\n    repo: ${world.url('repo')}\n    directory: /other\n    ref: main\n    commit: ${commit}\n`
    expect(files['new/Kptfile']).toBe(named('new', '/other') + lock)
  })
})
