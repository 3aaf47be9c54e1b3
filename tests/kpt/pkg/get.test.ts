import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configMap, fetched, kptfile, Packages } from './world.ts'

let world: Packages
beforeEach(() => {
  world = new Packages()
})
afterEach(() => world.remove())

describe('pkg get', () => {
  it('writes the files of the package, its origin and what upstream calls its resources', async () => {
    const commit = world.state('v1', {
      'pkg/a.yaml': configMap('a', 'k:   "v" # v'),
      'pkg/x.txt': 'x',
      'other.txt': '',
    })
    expect(await world.get('v1', 'mine')).toEqual({
      code: 0,
      stdout: '',
      stderr: `Package "mine":\nFetching file://$ROOT/repo@v1\nAdding package "pkg".\n\nFetched 1 package(s).\n`,
    })
    expect(world.files('mine')).toEqual({
      Kptfile: kptfile('mine', world.upstreamText('v1', commit)),
      'a.yaml': fetched('a', 'k:   "v" # v'),
      'x.txt': 'x',
    })
  })

  it('keeps the Kptfile of the package with its comments', async () => {
    const commit = world.state('v1', { 'pkg/Kptfile': `# ours\n${kptfile('up # n', 'info:\n    man:   "m" # why\n')}` })
    await world.get('v1')
    const [head, tail] = [kptfile('pkg # n'), 'info:\n    man:   "m" # why\n']
    expect(world.files('pkg')).toEqual({
      Kptfile: `# ours\n${head}${world.upstreamText('v1', commit)}${tail}`,
    })
  })

  it('takes the default branch without a version, and a tag of the package before one of the repository', async () => {
    const first = world.state('pkg/v1', { 'pkg/a.txt': '1' })
    const second = world.state('v1', { 'pkg/a.txt': '2' })
    await world.run('get', `${world.url('repo')}.git/pkg`, 'newest')
    expect(world.files('newest').Kptfile).toBe(kptfile('newest', world.upstreamText('main', second)))
    await world.get('v1', 'tagged')
    expect(world.files('tagged')).toEqual({
      Kptfile: kptfile('tagged', world.upstreamText('v1', first, 'pkg/v1')),
      'a.txt': '1',
    })
  })

  it('takes the newest tag that meets a constraint', async () => {
    const commits = ['v1.2.0', 'v1.10.0', 'v2.0.0', 'v1.11.0-rc.1', 'nightly'].map((tag) => [
      tag,
      world.state(tag, { 'pkg/a.txt': tag }),
    ])
    await world.get('^1.2', 'one')
    const [, commit] = commits[1] as [string, string]
    expect(world.files('one')).toEqual({
      Kptfile: kptfile('one', world.upstreamText('v1.10.0', commit)),
      'a.txt': 'v1.10.0',
    })
    expect((await world.get('>=3', 'two')).stderr).toBe(
      'Package "two":\nError: no tag of "file://$ROOT/repo" could be found matching the version constraint ">=3" \n',
    )
    expect((await world.get('^nope', 'two')).stderr).toBe(
      'Package "two":\nError: "^nope" is not a version constraint \n',
    )
  })

  it('goes into a folder that is there, never over one', async () => {
    world.state('v1', { 'pkg/a.txt': '' })
    expect((await world.get('v1', '.')).code).toBe(0)
    expect(Object.keys(world.files('pkg'))).toEqual(['Kptfile', 'a.txt'])
    expect(await world.get('v1', '.')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Error: destination directory "pkg" already exists \n',
    })
    expect((await world.get('v1', 'no/where')).stderr).toBe('Error: parent directory "no" does not exist \n')
  })

  it('fetches the packages that a package names, and ends when they name each other', async () => {
    const inner = (ref: string) =>
      kptfile(
        'inner',
        `upstream:\n  type: git\n  git:\n    repo: ${world.url('repo')}\n    directory: /lib\n    ref: ${ref}\n`,
      )
    world.state('v1', { 'pkg/sub/Kptfile': inner('v1'), 'lib/l.yaml': configMap('l', 'k: v') })
    const { code, stderr } = await world.get('v1')
    expect({ code, last: stderr.split('\n').slice(-2) }).toEqual({ code: 0, last: ['Fetched 2 package(s).', ''] })
    expect(world.files('pkg')['sub/l.yaml']).toBe(fetched('l', 'k: v'))
    expect(world.files('pkg')['sub/Kptfile']).toContain('name: inner\nupstream:')
    expect(world.files('pkg')['sub/Kptfile']).toContain('upstreamLock:')
    world.state('v2', { 'pkg/sub/Kptfile': inner('v2'), 'lib/again/Kptfile': inner('v2') })
    const endless = await world.get('v2', 'endless')
    expect({ code: endless.code, last: endless.stderr.split('\n').at(-2) }).toEqual({
      code: 1,
      last: 'Error: more than 100 packages ',
    })
    expect(existsSync(world.path('here/endless'))).toBe(false)
  })

  it('makes a package context for deployment', async () => {
    world.state('v1', { 'pkg/a.txt': '' })
    await world.get('v1', 'shop', '--for-deployment')
    expect(world.files('shop')['package-context.yaml']).toBe(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kptfile.kpt.dev\n  annotations:\n    config.kubernetes.io/local-config: "true"\ndata:\n  name: shop\n',
    )
  })

  it('takes files that are no YAML as they are and says so, and keeps programs programs', async () => {
    world.write('repo', { 'pkg/run.sh': '#!/bin/sh\n' })
    world.commit('repo', {})
    world.git('repo', 'update-index', '--chmod=+x', 'pkg/run.sh')
    world.commit('repo', { 'pkg/broken.yaml': 'a: {{ x }}\nb: [\n', 'pkg/a.yaml': configMap('a', 'k: v') })
    world.git('repo', 'update-index', '--chmod=+x', 'pkg/run.sh')
    world.git('repo', 'commit', '--quiet', '--allow-empty', '--message=x')
    const { stderr } = await world.get('main')
    expect(stderr).toContain('[WARN] taken as it is: $ROOT/here/pkg/broken.yaml: MalformedYAMLError: ')
    expect(world.files('pkg')['a.yaml']).toBe(configMap('a', 'k: v'))
    expect((statSync(world.path('here/pkg/run.sh')).mode & 0o111) !== 0).toBe(true)
  })

  it('leaves links out, and takes no folder through one', async () => {
    world.write('', { 'secret/s.txt': 'secret' })
    world.commit('repo', {
      'pkg/a.txt': '',
      'pkg/out.txt': '-> ../../secret/s.txt',
      'pkg/dir': '-> /etc',
      way: '-> ../secret',
    })
    const { stderr } = await world.get('main')
    expect(stderr).toContain('[Warn] Ignoring symlink "dir" \n[Warn] Ignoring symlink "out.txt" \n')
    expect(Object.keys(world.files('pkg'))).toEqual(['Kptfile', 'a.txt'])
    for (const path of ['way', 'way/..', '../secret', 'pkg/../../secret', 'pkg/dir/ssl']) {
      const { code, stderr: said } = await world.run('get', `${world.url('repo')}.git/${path}@main`, 'x')
      expect([path, code]).toEqual([path, path === 'way/..' ? 0 : 1])
      if (code === 0) expect(existsSync(world.path('here/x/s.txt'))).toBe(false)
      else expect(said).toMatch(/Error: path "[^"]*" does not exist in repo "file:\/\/\$ROOT\/repo" \n$/)
    }
  })

  it('says in words what it cannot fetch, and leaves nothing behind', async () => {
    world.state('v1', { 'pkg/a.txt': '' })
    const said = async (...words: string[]) => (await world.run('get', ...words)).stderr.split('\n\nDetails')[0]
    const repository = `${world.url('repo')}.git/pkg`
    expect(await said()).toBe('error: requires at least 1 arg(s), only received 0\n')
    expect(await said('somewhere/pkg')).toBe("Error: ambiguous repo/dir@version specify '.git' in argument \n")
    expect(await said('github.com/a/b/c')).toBe('Error: invalid GitHub url: github.com/a/b/c \n')
    expect(await said('https://github.com/a')).toBe('Error: invalid GitHub pkg url: https://github.com/a \n')
    expect(await said(repository, '--strategy', 'nope')).toBe('error: unknown update strategy "nope"\n')
    expect(await said(`${repository}@nope`)).toBe(
      'Package "pkg":\nFetching file://$ROOT/repo@nope\nError: Unknown ref "nope". Please verify that the reference exists in upstream repo "file://$ROOT/repo".',
    )
    expect(await said(`${repository}@--upload-pack=touch`)).toBe(
      "Package \"pkg\":\nFetching file://$ROOT/repo@--upload-pack=touch\nError: a ref may not begin with a dash: '--upload-pack=touch' of 'file://$ROOT/repo' \n",
    )
    expect(await said('--', '--upload-pack=touch.git/pkg@v1')).toBe(
      'Package "pkg":\nFetching --upload-pack=touch@v1\nError: a repository may not begin with a dash: \'--upload-pack=touch\' \n',
    )
    expect(await said(`ext::sh -c touch% ${join(world.root, 'made')}.git/pkg@v1`)).toContain('Error: Failed to execute')
    expect(readdirSync(world.path('here'))).toEqual(['.keep'])
    expect(existsSync(world.path('made'))).toBe(false)
  })
})
