/**
 * Decryption as Flux's controller does it. The encrypted files in `sops` are made by sops 3.13.3 for the key beside them,
 * and what they decrypt to is what that program prints; where it is on PATH it is asked again.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { sopsDecryptor } from '../../src/flux/decrypt.ts'
import { maskHidden } from '../../src/flux/hidden-values.ts'
import { type FluxObject, idOf, printObject } from '../../src/flux/object.ts'
import { renderTree } from '../../src/flux/render-tree.ts'
import { keyringOf, openText, type SopsKeys } from '../../src/flux/sops-file.ts'
import { formatOf } from '../../src/flux/sops-formats.ts'
import { type FluxTree, objectsOf } from '../../src/flux/tree.ts'
import { hasProgram } from '../kpt/functions/find-program.ts'
import { runFlux } from './command.ts'

const FOLDER = join(import.meta.dirname, 'sops')
const KEY_FILE = join(FOLDER, 'key.txt')
const KEY = readFileSync(KEY_FILE, 'utf8').trimEnd().split('\n').at(-1) as string
const SEALED = readdirSync(join(FOLDER, 'sealed'))
const FLEET = Object.fromEntries(
  readdirSync(join(FOLDER, 'fleet'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(FOLDER.length), readFileSync(path)]),
)
/** Everything that is encrypted in the fleet, as it is and as it stands in a Secret. */
const SECRETS = ['hidden-domain.example', 'app-user', 'correct horse', 'battery staple', 'patched-in-secret']
const SECRET = new RegExp(
  [
    ...SECRETS,
    ...SECRETS.map((text) =>
      Buffer.from(text)
        .toString('base64')
        .replace(/.{0,4}$/, ''),
    ),
    KEY,
  ].join('|'),
)

function sealedText(name: string): string {
  return readFileSync(join(FOLDER, 'sealed', name), 'utf8')
}

async function opened(name: string, keys: SopsKeys = { age: [KEY] }, text = sealedText(name)): Promise<string> {
  const format = formatOf(name)
  const file = await openText(keyringOf(keys), text, { from: format, to: format, path: name })
  return file === undefined ? 'stays encrypted' : Buffer.from(file.bytes).toString('latin1')
}

describe('a file that sops has encrypted', () => {
  test.each(SEALED)('decrypts to the bytes that sops prints: %s', async (name) => {
    expect(await opened(name)).toBe(readFileSync(join(FOLDER, 'plain', name), 'latin1'))
  })

  test('stays encrypted without a key, and with another one', async () => {
    const other = { age: [await generateIdentity()] }
    const found = await Promise.all(SEALED.flatMap((name) => [opened(name, { age: [] }), opened(name, other)]))
    expect(new Set(found)).toEqual(new Set(['stays encrypted']))
  })

  test.each([
    ['all-types.yaml', 'x_unencrypted: 12', 'x_unencrypted: 13'],
    ['all-types.json', '"n_unencrypted": 1.5', '"n_unencrypted": 2.5'],
    ['values.env', 'E_unencrypted=x=y', 'E_unencrypted=x=z'],
    ['encrypted-regex.yaml', 'other: z', 'other: y'],
    ['documents.yaml', 'sops:', 'more_unencrypted: 1\nsops:'],
  ])('is refused when something in it was changed: %s', async (name, from, to) => {
    const text = sealedText(name).replace(from, to)
    expect(text).not.toBe(sealedText(name))
    await expect(opened(name, { age: [KEY] }, text)).rejects.toMatchObject({
      code: 'SOPS_MAC',
      message: `${name}: MAC mismatch: it was changed after it had been encrypted`,
    })
    expect(await opened(name, { age: [KEY], ignoresMac: true }, text)).not.toBe('stays encrypted')
  })

  test('is not held by its hash to what is not in it', async () => {
    const text = sealedText('mac-of-encrypted.yaml').replace('other: z', 'other: y')
    expect(await opened('mac-of-encrypted.yaml', { age: [KEY] }, text)).toContain('other: "y"')
  })

  test.each([
    ['all-types.yaml', /pw: ENC.*\n/, 'pw: hunter3\n', 'the value of stringData.pw should be encrypted, and is not'],
    [
      'all-types.yaml',
      /pw: (ENC.*\n)/,
      'wp: $1',
      'the value of stringData.wp is not what was encrypted, or stands at another place',
    ],
    ['values.env', /^A=.*$/m, 'A', 'a line is neither a comment nor KEY=value'],
    ['all-types.json', /"sops"/, '"sops', "invalid character '\\n' in string literal"],
  ])('says what is wrong with it, and no value: %s %s', async (name, from, to, problem) => {
    const text = sealedText(name).replace(from, to)
    await expect(opened(name, { age: [KEY] }, text)).rejects.toThrow(`${name}: ${problem}`)
  })
})

const program = process.env.SOPS ?? 'sops'
const hasSops = await hasProgram(program, ['--version', '--disable-version-check'])
if (!hasSops) console.warn('sops is not on PATH: its answers are those on record')

test
  .skipIf(!hasSops)
  .each(
    ['yaml', 'json', 'dotenv'].flatMap((to) =>
      ['all-types.json', 'values.env', 'rules'].map((name) => [name === 'rules' ? 'encrypted-regex.yaml' : name, to]),
    ),
  )('%s is written as sops of this machine writes it in the form %s', async (name, to) => {
  const from = formatOf(name as string)
  const words = ['decrypt', '--input-type', from, '--output-type', to as string, join(FOLDER, 'sealed', name as string)]
  const ours = await openText(keyringOf({ age: [KEY] }), sealedText(name as string), {
    from,
    to: to as 'yaml',
    path: '',
  }).then(
    (file) => Buffer.from(file?.bytes ?? []).toString(),
    () => 'refused',
  )
  let theirs = 'refused'
  try {
    theirs = execFileSync(program, words, {
      encoding: 'utf8',
      env: { ...process.env, SOPS_AGE_KEY_FILE: KEY_FILE },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    // Refused.
  }
  expect(ours).toBe(theirs)
})

interface Told {
  tree: FluxTree
  warnings: string[]
}

async function rendered(files: Record<string, string | Uint8Array>, keys: SopsKeys): Promise<Told> {
  const warnings: string[] = []
  const tree = await renderTree({
    fs: memoryFileSystem(files),
    repository: '/fleet',
    folder: '/fleet/prod',
    decryptor: sopsDecryptor(keys),
    log: { emit: ({ message }) => void warnings.push(message) },
  })
  return { tree, warnings }
}

/** `Kind/NAME`, without the suffix of generated ones. */
function objectOf({ tree }: Told, name: string): FluxObject {
  const all = tree.kustomizations.flatMap(objectsOf)
  const found = all.find((object) => `${idOf(object).kind}/${idOf(object).name}`.startsWith(name))
  if (found === undefined) throw new Error(`no object ${name}: ${tree.problems.map(({ message }) => message)}`)
  return found
}

function fleetWith(name: string, change: (text: string) => string): Record<string, string | Uint8Array> {
  const path = `/fleet/${name}`
  const text = Buffer.from(FLEET[path] as Uint8Array).toString()
  const changed = change(text)
  expect(changed).not.toBe(text)
  return { ...FLEET, [path]: changed }
}

describe('a repository', () => {
  test('is decrypted: objects, files of generators, patches, and the variables of Secrets', async () => {
    const told = await rendered(FLEET, { age: [KEY] })
    expect([told.tree.problems, told.warnings]).toEqual([[], []])
    expect(printObject(objectOf(told, 'Secret/cluster'))).toContain(`data:
  DOMAIN: ${btoa('hidden-domain.example')}
  REPLICAS: ${btoa('7')}
kind: Secret`)
    expect(printObject(objectOf(told, 'ConfigMap/settings'))).toContain(
      '  note: patched-in-secret\n  plain: "7"\n  port: "12"\n',
    )
    expect(printObject(objectOf(told, 'Deployment/app'))).toMatch(
      /replicas: 7\n[\s\S]*--host=app\.hidden-domain\.example\n/,
    )
    // The suffix is that of `kustomize build` with the files as `sops decrypt` writes them.
    expect(idOf(objectOf(told, 'Secret/generated')).name).toBe('generated-d7mhm964df')
    expect(printObject(objectOf(told, 'Secret/generated'))).toContain(`data:
  PIN: ${btoa('12')}
  USER: ${btoa('app-user')}
  blob: ${btoa('blob \xff battery staple')}
  config.yaml: ${btoa('database:\n    password: correct horse\n')}
kind: Secret`)
  })

  test('shows none of it, wherever it has got to', async () => {
    const told = await rendered(FLEET, { age: [KEY] })
    const all = told.tree.kustomizations.flatMap(objectsOf)
    const shown = all.map((object) => printObject(maskHidden(object))).join('---\n')
    expect(all.map(printObject).join('')).toMatch(SECRET)
    expect(shown).not.toMatch(SECRET)
    expect(printObject(maskHidden(objectOf(told, 'ConfigMap/settings')))).toContain(
      "  note: '**SOPS**'\n  plain: \"7\"\n  port: '**SOPS**'\n",
    )
    expect(printObject(maskHidden(objectOf(told, 'Deployment/app')))).toMatch(
      /replicas: '\*\*SOPS\*\*'\n[\s\S]*- '\*\*SOPS\*\*'\n[\s\S]*image: app:7\n/,
    )
    expect(printObject(maskHidden(objectOf(told, 'Secret/generated')))).toContain(
      'data:\n  PIN: KipTT1BTKio=\n  USER: KipTT1BTKio=\n  blob: KipTT1BTKio=\n  config.yaml: KipTT1BTKio=\n',
    )
  })

  test('keeps what no key opens as it is, and says so', async () => {
    const told = await rendered(FLEET, { age: [] })
    expect(printObject(objectOf(told, 'Secret/cluster'))).toMatch(/^ {2}DOMAIN: ENC\[AES256_GCM,data:/m)
    expect(told.warnings).toContain('Secret/flux-system/cluster stays encrypted: no key that opens it is given')
    expect(told.warnings).toContain('/fleet/app/values.env stays encrypted: no key that opens it is given')
  })

  test('is not decrypted where decryption is not asked for', async () => {
    const files = fleetWith('prod/kustomizations.yaml', (text) => text.replaceAll(/ {2}decryption: .*\n/g, ''))
    const { tree } = await rendered(files, { age: [KEY] })
    expect(tree.problems.map(({ message }) => message)).toContain(
      'Secret/flux-system/cluster is SOPS encrypted, configuring decryption is required for this secret to be reconciled',
    )
  })

  test('leaves objects alone that say so', async () => {
    const annotations = 'annotations: {kustomize.toolkit.fluxcd.io/decrypt: Disabled}'
    const files = fleetWith('secrets/cluster.yaml', (text) =>
      text.replace(/^( +)name: cluster\n/m, `$&$1${annotations}\n`),
    )
    const told = await rendered(files, { age: [KEY], ignoresMac: true })
    expect(objectOf(told, 'Secret/cluster').hidden).toBeUndefined()
  })

  test.each([
    [
      'secrets/cluster.yaml',
      (text: string) => text.replace('kind: Secret', 'kind: Secret\ntype: Opaque'),
      '/fleet/secrets/cluster.yaml: MAC mismatch: it was changed after it had been encrypted',
    ],
    ['app/values.env', (text: string) => text.replace(/^USER=/m, 'EXTRA=\nUSER='), undefined],
    [
      'app/values.env',
      (text: string) => text.replace(/^USER=/m, 'OTHER='),
      '/fleet/app/values.env: the value of OTHER is not what was encrypted, or stands at another place',
    ],
    [
      'app/patch.yaml',
      (text: string) => text.replace('name: settings', 'name: other'),
      '/fleet/app/patch.yaml: MAC mismatch: it was changed after it had been encrypted',
    ],
    [
      'app/kustomization.yaml',
      (text: string) => text.replace('files: [', `files: [${'x'.repeat(3)}/../config.yaml, `),
      undefined,
    ],
  ])('with a change in %s is refused or not, and nothing secret is said', async (name, change, problem) => {
    const { tree, warnings } = await rendered(fleetWith(name, change), { age: [KEY] })
    const messages = tree.problems.map(({ message }) => message)
    if (problem !== undefined) expect(messages).toContain(problem)
    expect(JSON.stringify([messages, warnings, tree.problems.map(({ at }) => at)])).not.toMatch(SECRET)
  })

  test('gives no value away in the error of what a decrypted value breaks', async () => {
    const files = fleetWith('app/settings.yaml', (text) => `${text}  broken: "\${DOMAIN/hidden-domain.example/*}"\n`)
    const { tree } = await rendered(files, { age: [KEY] })
    const [problem] = tree.problems
    expect(problem?.message).toContain(
      "post build failed for 'ConfigMap.v1.[noGrp]/settings': envsubst error: YAMLToJSON",
    )
    expect(JSON.stringify(tree.problems)).not.toMatch(SECRET)
  })

  test('hides an object whole when a value changes its form', async () => {
    const files = fleetWith('app/settings.yaml', (text) => `${text}  form: \${REPLICAS/7/[1]}\n`)
    const settings = objectOf(await rendered(files, { age: [KEY] }), 'ConfigMap/settings')
    expect(settings.hidden).toBe('all')
    expect(printObject(maskHidden(settings))).toMatch(
      /^apiVersion: v1\ndata:\n {2}form:\n {2}- '\*\*SOPS\*\*'\n {2}note: '\*\*SOPS\*\*'\n {2}plain: '\*\*SOPS\*\*'\n/,
    )
  })
})

describe('flux render', () => {
  let cwd = ''
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-sops-')))
    cpSync(join(FOLDER, 'fleet'), join(cwd, 'fleet'), { recursive: true })
  })
  afterEach(() => rmSync(cwd, { recursive: true, force: true }))

  const RENDER = ['render', 'fleet/prod', '--local-sources', 'GitRepository/flux-system/fleet=fleet']

  test.each([
    ['a stream', []],
    ['JSON', ['--json']],
    ['files', ['--output', 'out']],
  ])('writes no decrypted value to %s, to its messages or to a file', async (_, words) => {
    const { code, stdout, stderr } = await runFlux([...RENDER, ...words, '--age-key-file', KEY_FILE], cwd)
    const folder = join(cwd, 'out')
    const written = words[0] === '--output' ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
    const files = written
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'))
    const all = [stdout, stderr, ...files].join('\n')
    expect([code, stderr]).toEqual([0, ''])
    expect(all).toMatch(/"?DOMAIN"?: ?"?KipTT1BTKio=/)
    expect(all).not.toMatch(SECRET)
  })

  test('shows cipher text without a key', async () => {
    const { code, stdout } = await runFlux(RENDER, cwd)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}DOMAIN: ENC\[AES256_GCM,/m)
  })

  test.each([
    [
      ['--reveal', '--age-key-file', KEY_FILE],
      '✗ --reveal is for a terminal: what is decrypted is written to no file and no other program',
    ],
    [
      ['--reveal', '--output', 'out'],
      '✗ --reveal is for a terminal: what is decrypted is written to no file and no other program',
    ],
    [['--age-key-file', 'absent.txt'], '✗ open absent.txt: no such file or directory'],
    [['--age-key-file', 'broken.txt'], '✗ broken.txt: line 2 is no key of age'],
    [['--age-key-file', 'wrong.txt'], '✗ a given key of age is none'],
  ])('refuses %j', async (words, message) => {
    writeFileSync(join(cwd, 'broken.txt'), `# mine\n${KEY.slice(3)}\n`)
    writeFileSync(join(cwd, 'wrong.txt'), `${KEY.slice(0, -1)}\n`)
    const { code, stdout, stderr } = await runFlux([...RENDER, ...words], cwd)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(message.replace('✗ a given', 'a given'))
    expect(stderr).not.toMatch(/QL9N23/)
  })
})
