/** Decrypting what sops has encrypted; the encrypted documents are of sops 3.7.1, and of the one on the machine where there is one. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, describe, expect, test } from 'vitest'
import { hasProgram } from './find-program.ts'
import { configMap, runFunction } from './run.ts'

const KEY = 'AGE-SECRET-KEY-1NJT5YCS2LWU4V4QAJQ6R4JNU7LXPDX602DZ9NUFANVU5GDTGUWCQ5T59M6'
const RECORDED = `apiVersion: v1
kind: ConfigMap
metadata:
  name: Setters # ours
data:
  image: 'ENC[AES256_GCM,data:8K5PExeHq2mMnnRp,iv:/dg+XreWqLwuPSvD/8AFxzNAhtr3OyTJAlI+os8CAjw=,tag:2EB/uVcPXFR7zZ9Sp/JQcw==,type:str]'
  tag: 'ENC[AES256_GCM,data:uByzbSSa,iv:1YSzsC7uInnHryH2VyfoqYYvMQ5GqmWMks12Dr+rX3Q=,tag:Ycf3f/jhIbDAz0X+VTlp1Q==,type:str]'
sops:
  age:
  - recipient: age1yt3tfqlfrwdwx0z0ynwplcr6qxcxfaqycuprpmy89nr83ltx74tqdpszlw
    enc: |
      -----BEGIN AGE ENCRYPTED FILE-----
      YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBVTndUN0l4OWFCZzRmSTBw
      N2pYMmJFL1U2MmpHeEw2cGVxcTZUdS9MSHdrCm1qWU5nOTBFNWQ1aldGMHgvWS9u
      WGZxU2VWSTIwZUVGelRWbFBuOGlHYlUKLS0tIG9kSW9MMnZoMkFxT1FqSmFKODUw
      eTluYkYxUXZRWjNSSXVqNjJWcmM1ZVEKm2UdU3ljCxAzDr78pKzuTlz1AXHl5mge
      VxidXQDm3omse9hcGlkH8TBtqfkySH1v03t+VSEsClQds7bExE8cxA==
      -----END AGE ENCRYPTED FILE-----
  lastmodified: '2021-08-16T22:01:26Z'
  mac: 'ENC[AES256_GCM,data:Zx77KpO98SKH3HidQVeWXTaqvmg0xLi/B26DsUwTRsccBsnnibjpxvCq2LcPoFzYvBU/drT8SBAT9xykLmo3OlWLseuqbjGc9ndl3gqkC5j1/TfeQ5Pw8DkESTAfaDCIrre61SvnzN4mblCwrZZx1a/oviad+SBNEc1GHQRqCfw=,iv:IYxNAWBOrDuNwatNNQ6WDmS+LjnlN/Ov8fj0/U0TBqk=,tag:OZ+qu1miHVDonIHMhGuprw==,type:str]'
  unencrypted_regex: ^(kind|apiVersion|group|metadata)$
  version: 3.7.1
`
const OTHER_KEY = await generateIdentity()
const IGNORE = configMap({ cmd: 'decrypt', 'ignore-mac': 'true' })
const given = (key: string) => ({ variables: { SOPS_IMPORT_AGE: `# created: today\n${key}\n` } })

describe('a document of the catalog', () => {
  test('is decrypted, and comments stay', async () => {
    const said = await runFunction('sops', IGNORE, RECORDED, false, given(KEY))
    expect(said.failure).toBeUndefined()
    expect(said.output).toBe(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: Setters # ours\ndata:\n  image: secret-nginx\n  tag: 1.14.1\n',
    )
  })

  test('keeps a comment that only looks encrypted', async () => {
    const sealed = RECORDED.replace('# ours', '#ENC[AES256_GCM,data:aaaa,iv:aaaa,tag:aaaa,type:comment]')
    const said = await runFunction('sops', IGNORE, sealed, false, given(KEY))
    expect(said.failure).toBeUndefined()
    expect(said.output).toContain('name: Setters #ENC[AES256_GCM,data:aaaa,iv:aaaa,tag:aaaa,type:comment]')
  })

  test.each([
    ['whose hash is another one', configMap({ cmd: 'decrypt' }), RECORDED, KEY, 'MAC mismatch: it was changed'],
    [
      'with a value at another place',
      IGNORE,
      RECORDED.replace('  tag:', '  other:'),
      KEY,
      'the value of data.other is not what',
    ],
    [
      'with a value that is not encrypted',
      IGNORE,
      RECORDED.replace(/tag: 'ENC.*/, 'tag: mine'),
      KEY,
      'the value of data.tag should be',
    ],
    ['without a key', IGNORE, RECORDED, '', 'no key of age is given'],
    ['for another key', IGNORE, RECORDED, OTHER_KEY, 'none of the given keys of age opens it'],
    ['for no key of age', IGNORE, RECORDED.replace('  age:', '  pgp:'), KEY, 'it is not encrypted for a key of age'],
  ])('%s is refused, and nothing secret is said', async (_, config, input, key, problem) => {
    const said = await runFunction('sops', config, input, false, given(key))
    expect(said.failure).toContain(`name=Setters): ${problem}`)
    expect(JSON.stringify([said.failure, said.results])).not.toMatch(/secret-nginx|1\.14\.1|mine|AGE-SECRET/)
    expect(said.output).toContain('sops:\n')
  })
})

test('encrypting is refused with the way to do it', async () => {
  const said = await runFunction('sops', configMap({ cmd: 'encrypt' }), RECORDED, false, given(KEY))
  expect(said.failure).toBe('sops is built in to decrypt, and not for encrypt')
})

const program = process.env.SOPS ?? 'sops'
const has = await hasProgram(program, ['--version'])
if (!has) console.warn('sops is not on PATH: documents of its own making are not decrypted')

describe.skipIf(!has)('with the real sops', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strake-sops-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each([
    ['everything', []],
    ['some fields', ['--encrypted-regex', '^(data|stringData)$']],
    ['all but some fields', ['--unencrypted-regex', '^(kind|apiVersion|metadata)$']],
    ['fields by their endings', ['--encrypted-suffix', 'Data']],
    ['only what is encrypted is in the hash', ['--mac-only-encrypted', '--encrypted-regex', '^stringData$']],
  ])('a document is what it was, and unchanged: %s', async (_, words) => {
    const plain = `apiVersion: v1
kind: Secret
metadata:
  name: key
stringData:
  text: "on"
  empty: ""
  line: a b
  number: 12
  part: 1.5
  flag: true
  none: null
  list:
    - a
    - deep: 007x
more_unencrypted: 3
`
    const file = join(folder, 'key.yaml')
    const key = await generateIdentity()
    writeFileSync(file, plain)
    execFileSync(program, ['--encrypt', '--in-place', '--age', await identityToRecipient(key), ...words, file])
    const encrypted = readFileSync(file, 'utf8')
    const said = await runFunction('sops', configMap({ cmd: 'decrypt' }), encrypted, false, given(key))
    expect(said.failure).toBeUndefined()
    expect(said.output.replaceAll(/^( *)(?=- )/gm, '    ')).toBe(plain.replaceAll(/^( *)(?=- )/gm, '    '))
    const changed = await runFunction(
      'sops',
      configMap({ cmd: 'decrypt' }),
      encrypted.replace('_unencrypted: 3', '_unencrypted: 4'),
      false,
      given(key),
    )
    if (words.includes('--mac-only-encrypted')) expect(changed.failure).toBeUndefined()
    else if (encrypted.includes('_unencrypted: 3')) expect(changed.failure).toContain('MAC mismatch')
  })
})
