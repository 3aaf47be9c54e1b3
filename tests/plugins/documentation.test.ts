/** docs/functions.md: its files, its command and its output, with the built program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { dropIn, strake } from '../cli/program.ts'
import { checkoutRoot } from '../subject.ts'
import { Folder } from './both.ts'

const page = readFileSync(join(checkoutRoot(), 'docs/functions.md'), 'utf8')
const files = Object.fromEntries(
  [...page.matchAll(/^```\w+\n# (\S+\.\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text]),
)
const [, words = '', shown] = /^\$ strake (.*)\n([\s\S]*?)^```$/m.exec(page) ?? []

let folder: Folder | undefined
afterEach(() => folder?.remove())

test('the function of the page does what the page says', () => {
  expect(Object.keys(files)).toEqual(['kustomization.yaml', 'configmap.yaml', 'owner.yaml', 'owner.sh'])
  folder = new Folder(files)
  const { stdout, stderr, code } = strake(folder.tree, words.split(' '))
  expect({ stdout, stderr, code }).toEqual({ stdout: shown, stderr: '', code: 0 })
})

test('a program that may not run is left out with a warning, which the stand-in for kustomize does not give', () => {
  folder = new Folder(files)
  const given = words.split(' ').filter((word) => word !== '--enable-exec')
  const { stdout, stderr, code } = strake(folder.tree, given)
  expect(stdout).toBe('apiVersion: v1\ndata:\n  owner: nobody\nkind: ConfigMap\nmetadata:\n  name: colours\n')
  expect({ stderr, code }).toEqual({
    stderr:
      "warning[FUNCTION_LEFT_OUT]: the function SetOwner owner is left out: it is a program, './owner.sh', and --enable-exec is not given\n" +
      '  --> owner.yaml:1:1\n',
    code: 0,
  })
  expect(dropIn(folder.tree, given)).toEqual({ stdout, stderr: '', code: 0 })
})

test('what a function says goes to standard error, before the message when it fails', () => {
  folder = new Folder({ ...files, 'owner.sh': '#!/bin/sh\necho why >&2\nexit 3\n' })
  const { stdout, stderr, code } = strake(folder.tree, [...words.split(' '), '--quiet'])
  expect({ stdout, stderr, code }).toEqual({
    stdout: '',
    stderr: "why\nError: couldn't execute function: exit status 3 \n",
    code: 1,
  })
})

test('functions are given the time that the user says', () => {
  folder = new Folder({ ...files, 'owner.sh': '#!/bin/sh\nsleep 100\n' })
  const late = strake(folder.tree, [...words.split(' '), '--quiet', '--function-timeout', '1'])
  expect(late.stderr).toBe(
    "Error: couldn't execute function: function SetOwner owner: './owner.sh' was ended: it took longer than 1 s \n",
  )
  for (const text of ['0', '-1', '1.5', 'x', '99999999']) {
    const { stderr } = strake(folder.tree, [...words.split(' '), `--function-timeout=${text}`])
    expect(stderr).toBe(`Error: illegal flag value --function-timeout "${text}"; it has to be a number of seconds\n`)
  }
  expect(strake(folder.tree, [...words.split(' '), '--container-engine', 'lxc']).stderr).toBe(
    'Error: illegal flag value --container-engine lxc; legal values: [docker podman nerdctl]\n',
  )
})
