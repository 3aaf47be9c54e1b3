import { expect, test } from 'vitest'
import { parseGitUrl } from '../../src/kustomize/git-url.ts'

const plain = { path: '', ref: '', timeoutSeconds: 27, submodules: true }

test.each<[string, Partial<ReturnType<typeof parseGitUrl>>]>([
  ['https://github.com/team/repo', { cloneUrl: 'https://github.com/team/repo' }],
  ['https://github.com/team/repo/', { cloneUrl: 'https://github.com/team/repo' }],
  [
    'https://github.com/team/repo/sub/folder?ref=v2',
    { cloneUrl: 'https://github.com/team/repo', path: 'sub/folder', ref: 'v2' },
  ],
  ['https://git.example/team/repo.git/sub', { cloneUrl: 'https://git.example/team/repo.git', path: 'sub' }],
  ['https://git.example/a/b/c//sub', { cloneUrl: 'https://git.example/a/b/c', path: 'sub' }],
  [
    'https://dev.example/org/project/_git/repo/sub',
    { cloneUrl: 'https://dev.example/org/project/_git/repo', path: 'sub' },
  ],
  ['git@git.example:team/repo', { cloneUrl: 'git@git.example:team/repo' }],
  [
    'ssh://git@git.example/team/repo.git//sub?ref=x',
    { cloneUrl: 'ssh://git@git.example/team/repo.git', path: 'sub', ref: 'x' },
  ],
  ['github.com/team/repo', { cloneUrl: 'https://github.com/team/repo' }],
  ['file:///srv/repo.git/sub', { cloneUrl: 'file:///srv/repo.git', path: 'sub' }],
  [
    'https://git.example/a/b?version=3&submodules=false',
    { cloneUrl: 'https://git.example/a/b', ref: '3', submodules: false },
  ],
  ['https://git.example/a/b?timeout=90', { cloneUrl: 'https://git.example/a/b', timeoutSeconds: 90 }],
  ['https://git.example/a/b?timeout=1m30s', { cloneUrl: 'https://git.example/a/b', timeoutSeconds: 90 }],
  ['https://git.example/a/b?timeout=0', { cloneUrl: 'https://git.example/a/b' }],
])('%s is a repository', (url, wanted) => {
  expect(parseGitUrl(url)).toEqual({ ...plain, ...wanted })
})

test.each([
  ...['base', './base', '../base', '/base', 'a//b', 'base.git', 'https://git.example', 'https://git.example/repo'],
  ...['https://git.example/a/b//../../c', 'git.example/team/repo', 'a@b'],
])('%s is a path', (text) => {
  expect(parseGitUrl(text)).toBeUndefined()
})
