/** `create`, `edit` and `openapi` as users run them; what they do to files is in tests/kustomize/edit.test.ts. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { strake, writeFiles } from './program.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strake-edit-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (name = 'kustomization.yaml') => readFileSync(join(folder, name), 'utf8')

const COMMENTED = `# shop
resources:
  - deploy.yaml # all of it

images: [{name: web, newTag: v1}]   # by hand
`

describe('commands in groups', () => {
  test('a group alone prints its commands', () => {
    const { code, stdout } = strake(folder, ['edit', 'set'])
    expect(code).toBe(0)
    expect(stdout).toContain('strake edit set [command]')
    expect(stdout).toMatch(/^ {2}image +Set new names/m)
  })

  test('help of a command, in both ways to ask for it', () => {
    const { stdout } = strake(folder, ['edit', 'add', 'resource', '--help'])
    expect(stdout).toContain('strake edit add resource deployment.yaml service.yaml')
    expect(strake(folder, ['help', 'edit', 'add', 'resource']).stdout).toBe(stdout)
  })

  test('a word that is no command is a mistake', () => {
    const { code, stderr } = strake(folder, ['edit', 'ad', 'resource'])
    expect(code).toBe(1)
    expect(stderr).toBe(
      'Error: unknown command "ad" for "strake edit"\n\nDid you mean this?\n\tadd\n\nRun \'strake edit --help\' for usage.\n',
    )
  })

  test('usage follows mistakes of the command line only', () => {
    writeFiles(folder, { 'kustomization.yaml': COMMENTED })
    expect(strake(folder, ['edit', 'set', 'namespace']).stderr).toContain('Usage:\n  strake edit set namespace')
    expect(strake(folder, ['edit', 'remove', 'label', 'app']).stderr).not.toContain('Usage:')
  })
})

describe('files', () => {
  test('one line changes', () => {
    writeFiles(folder, { 'kustomization.yaml': COMMENTED })
    expect(strake(folder, ['edit', 'set', 'image', 'web:v2'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(read()).toBe(COMMENTED.replace('v1', 'v2'))
  })

  test("the reference's form on demand", () => {
    writeFiles(folder, { 'kustomization.yaml': COMMENTED })
    strake(folder, ['edit', 'set', 'image', 'web:v2', '--reference-format'])
    const rest = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n'
    expect(read()).toBe(`# shop\nresources:\n- deploy.yaml\n\nimages:\n- name: web\n  newTag: v2\n${rest}`)
  })

  test('a name that is nearly there is hinted at', () => {
    writeFiles(folder, { 'kustomization.yaml': 'configMapGenerator: [{name: settings, literals: [a=b]}]\n' })
    const { code, stderr } = strake(folder, ['edit', 'set', 'configmap', 'setings', '--from-literal', 'a=c'])
    expect(code).toBe(1)
    expect(stderr).toContain('hint: did you mean settings?')
    expect(stderr).toMatch(/^Error: failed to create configmap: .* unable to find ConfigMap with name "setings"\n$/m)
  })

  test('a mistake leaves everything as it was', () => {
    const text = 'secretGenerator: [{name: login, literals: [a=b]}]\n'
    writeFiles(folder, { 'kustomization.yaml': text })
    expect(strake(folder, ['edit', 'add', 'secret', 'login', '--from-literal', 'a=c']).code).toBe(1)
    expect(read()).toBe(text)
    expect(strake(folder, ['create']).code).toBe(1)
    expect(readdirSync(folder)).toEqual(['kustomization.yaml'])
  })

  test('a wrong label makes no file', () => {
    expect(strake(folder, ['create', '--labels', ':x']).code).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('edit fix', () => {
  const DEPLOYMENT =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {selector: {matchLabels: {a: b}}}\n'

  test('says what it replaced, and only that', () => {
    writeFiles(folder, {
      'kustomization.yaml': 'bases: [base] # old\n\n# kept\nnamePrefix: "a-"\n',
      'base/kustomization.yaml': 'resources: [deploy.yaml]\n',
      'base/deploy.yaml': DEPLOYMENT,
    })
    const { code, stdout } = strake(folder, ['edit', 'fix'])
    expect([code, stdout]).toEqual([0, 'Fixed fields:\n  bases -> resources\n'])
    const head = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n'
    expect(read()).toBe(`${head}resources: [base] # old\n\n# kept\nnamePrefix: "a-"\n`)
    expect(strake(folder, ['edit', 'fix']).stdout).toBe('No old fields to replace.\n')
  })

  test('vars of bases of bases become replacements', () => {
    writeFiles(folder, {
      'kustomization.yaml':
        'resources: [base]\nvars:\n- name: NAME\n  objref: {kind: Deployment, name: web, apiVersion: apps/v1}\n',
      'base/kustomization.yaml': 'resources: [inner]\n',
      'base/inner/kustomization.yaml': 'resources: [deploy.yaml]\n',
      'base/inner/deploy.yaml': `${DEPLOYMENT}paused: x-$(NAME) # here\n`,
    })
    const { code } = strake(folder, ['edit', 'fix', '--vars'])
    expect(code).toBe(0)
    expect(read('base/inner/deploy.yaml')).toBe(`${DEPLOYMENT}paused: x-NAME_PLACEHOLDER # here\n`)
    expect(read()).toContain('fieldPaths:')
    expect(read()).not.toContain('vars')
  })
})

describe('openapi', () => {
  const withKubectl = (script: string) => {
    writeFiles(folder, { kubectl: `#!/bin/sh\n${script}\n` })
    chmodSync(join(folder, 'kubectl'), 0o755)
    return { PATH: `${folder}:/bin:/usr/bin` }
  }

  test('the schema of a cluster, indented', () => {
    const environment = withKubectl(`echo '{"swagger":"2.0","a":{"x":[1,"<"],"e":{}}}'`)
    expect(strake(folder, ['openapi', 'fetch'], environment).stdout).toBe(
      '{\n  "a": {\n    "e": {},\n    "x": [\n      1,\n      "\\u003c"\n    ]\n  },\n  "swagger": "2.0"\n}\n',
    )
    expect(strake(folder, ['openapi', 'fetch', '--format', 'yaml'], environment).stdout).toBe(
      'a:\n  e: {}\n  x:\n  - 1\n  - <\nswagger: "2.0"\n\n',
    )
  })

  test('what kubectl says when it fails', () => {
    const { code, stderr } = strake(folder, ['openapi', 'fetch'], withKubectl('echo no cluster >&2; exit 3'))
    expect(code).toBe(1)
    expect(stderr).toContain('Error: exit status 3\nno cluster\n\nError fetching schema from cluster.\n')
  })
})
