/** Bases in git repositories, over file://. */
import { existsSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { named, objectText, World } from './world.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.remove())

/** A kustomization with these resources. */
function overlay(...resources: string[]): void {
  world.write('app', { 'kustomization.yaml': `resources: ${JSON.stringify(resources)}\n` })
}

describe('what is checked out', () => {
  test('the default branch, a branch, a tag, a commit', async () => {
    const first = world.commit('base', named('first'))
    world.git('base', 'tag', '--annotate', '--message=x', 'v1')
    world.commit('base', named('second'))
    world.git('base', 'branch', 'other')
    world.commit('base', named('third'))
    const build = async (query: string) => {
      world.write('app', { 'kustomization.yaml': `resources: ['${world.url('base')}${query}']\n` })
      return await world.build('app')
    }
    expect(await build('')).toBe(objectText('third'))
    expect(await build('?ref=other')).toBe(objectText('second'))
    expect(await build('?version=v1')).toBe(objectText('first'))
    expect(await build(`?ref=${first}`)).toBe(objectText('first'))
  })

  test('a folder of the repository, which may use the rest of it', async () => {
    world.commit('base', {
      ...Object.fromEntries(Object.entries(named('shared')).map(([name, text]) => [`shared/${name}`, text])),
      'deploy/dev/kustomization.yaml': 'namePrefix: dev-\nresources: [../../shared]\n',
    })
    expect(await world.build(`${world.url('base')}//deploy/dev`)).toBe(objectText('dev-shared'))
  })

  test('submodules, unless they are turned off', async () => {
    world.git('.', 'config', '--global', 'protocol.file.allow', 'always')
    world.commit('inner', named('inner'))
    world.commit('base', { 'kustomization.yaml': 'resources: [part]\n' })
    world.git('base', 'submodule', '--quiet', 'add', world.url('inner'), 'part')
    world.git('base', 'commit', '--quiet', '--message=part')
    expect(await world.build(world.url('base'))).toBe(objectText('inner'))
    const without = await world.build(`${world.url('base')}?submodules=false`)
    expect(without).toContain("unable to find one of 'kustomization.yaml'")
  })

  test('a component', async () => {
    world.commit('part', {
      'kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnameSuffix: -x\n',
    })
    const components = JSON.stringify([world.url('part')])
    world.write('app', { ...named('a'), 'kustomization.yaml': `resources: [object.yaml]\ncomponents: ${components}\n` })
    expect(await world.build('app')).toBe(objectText('a-x'))
  })
})

test('origins name repository, ref and the path in it', async () => {
  world.commit('base', named('a'))
  world.git('base', 'tag', 'v1')
  world.write('app', {
    'kustomization.yaml': `buildMetadata: [originAnnotations]\nresources: ['${world.url('base')}?ref=v1']\n`,
  })
  expect(await world.build('app')).toBe(`apiVersion: v1
kind: ConfigMap
metadata:
  annotations:
    config.kubernetes.io/origin: |
      path: notCloned/object.yaml
      repo: ${world.url('base')}
      ref: v1
  name: a
`)
})

describe('what is refused', () => {
  test('a base outside of the repository', async () => {
    world.write('outside', named('outside'))
    world.commit('base', { 'kustomization.yaml': 'resources: [link]\n', link: `-> ${world.path('outside')}` })
    expect(await world.build(world.url('base'))).toMatch(
      /: security; bases in kustomizations found in cloned git repos must be within the repo, but base '\$ROOT\/outside' is outside '\$ROOT\/cache\/git\/[0-9a-f]{40}'$/,
    )
  })

  test('a file outside of the repository, reached by a link', async () => {
    world.write('outside', named('outside'))
    world.commit('base', {
      'kustomization.yaml': 'resources: [object.yaml]\n',
      'object.yaml': `-> ${world.path('outside/object.yaml')}`,
    })
    expect(await world.build(world.url('base'))).toContain("security; file '$ROOT/cache/git/")
  })

  test('a folder of the URL that leads out of the repository', async () => {
    world.write('outside', named('outside'))
    world.commit('base', { link: `-> ${world.path('outside')}` })
    expect(await world.build(`${world.url('base')}//link`)).toMatch(/" refers to directory outside of repo "/)
  })

  test('a file in place of a folder', async () => {
    world.commit('base', named('a'))
    expect(await world.build(`${world.url('base')}//object.yaml`)).toMatch(
      /refers to file 'object.yaml'; expecting directory$/,
    )
  })

  test('repositories that name each other', async () => {
    world.commit('a', { 'kustomization.yaml': `resources: ['${world.url('b')}']\n` })
    world.commit('b', { 'kustomization.yaml': `resources: ['${world.url('a')}']\n` })
    expect(await world.build(world.url('a'))).toContain(
      "cycle detected: URI 'file://$ROOT/a' referenced by previous URI 'file://$ROOT/a'",
    )
  })

  test('a repository of this machine, named by one from elsewhere', async () => {
    world.commit('private', named('private'))
    world.commit('base', { 'kustomization.yaml': `resources: ['${world.url('private')}']\n` })
    world.git('.', 'config', '--global', `url.${world.url('base')}.insteadOf`, 'ssh://host.example/base.git')
    expect(await world.build('ssh://host.example/base.git')).toContain(
      "security; the repository 'ssh://host.example/base.git' may not name one of this machine, as 'file://$ROOT/private' is",
    )
  })

  test('a ref that git would take for an option', async () => {
    world.commit('base', named('a'))
    const mark = world.path('started')
    overlay(`${world.url('base')}?ref=--upload-pack=touch ${mark};git-upload-pack`)
    expect(await world.build('app')).toContain('a ref may not begin with a dash')
    expect(existsSync(mark)).toBe(false)
  })

  test.each(['-x', '--upload-pack=x', '-u@host.example:a/b'])(
    'an entry that begins with a dash is a path: %s',
    async (entry) => {
      overlay(entry)
      expect(await world.build('app')).toMatch(
        new RegExp(
          `evalsymlink failure on '\\$ROOT/app/${entry}' : lstat \\$ROOT/app/${entry.split('/')[0]}: no such file or directory$`,
        ),
      )
    },
  )

  test('links of a generator and of a patch that lead out of the repository', async () => {
    world.write('outside', { secret: 'x' })
    const link = `-> ${world.path('outside/secret')}`
    world.commit('base', { 'kustomization.yaml': 'configMapGenerator: [{name: a, files: [secret]}]\n', secret: link })
    expect(await world.build(world.url('base'))).toMatch(
      /: security; file '\$ROOT\/cache\/git\/[0-9a-f]{40}\/secret' is not in or below '\$ROOT\/cache\/git\/[0-9a-f]{40}'$/,
    )
    world.commit('base', { 'kustomization.yaml': 'patches: [{path: secret, target: {kind: X}}]\n' })
    expect(await world.build(world.url('base'))).toMatch(/: security; file '\$ROOT\/cache\/git\/[0-9a-f]{40}\/secret'/)
  })

  test.each(['ssh://-oProxyCommand=touch/x/y', 'ssh://git@-oProxyCommand=touch/x/y', 'git@-oProxyCommand=x:a/b'])(
    'a host that ssh would take for an option: %s',
    async (url) => {
      overlay(url)
      expect(await world.build('app')).toContain('a repository may not begin with a dash')
    },
  )

  test.each(['ext::sh -c "touch started"', 'git::ext::sh -c touch', 'fd::3'])(
    'a transport that is a program: %s',
    async (url) => {
      overlay(url)
      expect(await world.build('app')).toContain('must build at directory: not a valid directory')
    },
  )

  test('a transport that a setting leads to', async () => {
    world.git('.', 'config', '--global', 'url.ext::sh -c touch% started.insteadOf', 'ssh://host.example/')
    overlay('ssh://host.example/a/b')
    expect(await world.build('app')).toContain("transport 'ext' not allowed")
  })
})

test('hooks and templates of this user do not run', async () => {
  const mark = world.path('ran')
  world.write('template/hooks', { 'post-checkout': `#!/bin/sh\ntouch ${mark}\n` })
  world.git('.', 'config', '--global', 'core.hooksPath', world.path('template/hooks'))
  world.git('.', 'config', '--global', 'init.templateDir', world.path('template'))
  const { chmodSync } = await import('node:fs')
  chmodSync(world.path('template/hooks/post-checkout'), 0o755)
  world.commit('base', named('a'))
  expect(await world.build(world.url('base'))).toBe(objectText('a'))
  expect(existsSync(mark)).toBe(false)
})

test('a clone that takes too long is ended, with all it started', async () => {
  const { chmodSync } = await import('node:fs')
  world.write('bin', { git: '#!/bin/sh\n[ "$1" != fetch ] || sleep 1000\nexit 0\n' })
  chmodSync(world.path('bin/git'), 0o755)
  world.environment.PATH = `${world.path('bin')}:${world.environment.PATH}`
  overlay(`${world.url('base')}?timeout=500ms`)
  const started = Date.now()
  expect(await world.build('app')).toMatch(
    /hit 500ms timeout running '\$ROOT\/bin\/git fetch --depth=1 file:\/\/\$ROOT\/base HEAD'$/,
  )
  expect(Date.now() - started).toBeLessThan(10_000)
})

test('without git', async () => {
  world.environment.PATH = world.path('home')
  expect(await world.build(world.url('base'))).toBe(
    `Error: no 'git' program on path: exec: "git": executable file not found in $PATH`,
  )
})

test('a failed clone leaves nothing behind', async () => {
  overlay(world.url('nowhere'))
  expect(await world.build('app')).toContain("fatal: '$ROOT/nowhere' does not appear to be a git repository")
  expect(readdirSync(world.path('cache/git'))).toEqual([])
})
