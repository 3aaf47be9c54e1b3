/** `fn run` of the program that stands in for kustomize, compared with kustomize where that is present. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { referenceProgram } from '../subject.ts'
import { CASES, declared, type FnRunCase, KEPT, PROGRAMS } from './fn-run-cases.ts'
import { DROP_IN } from './program.ts'

const reference = referenceProgram()

interface Outcome {
  code: number | null
  stdout: string
  stderr: string
  /** What the programs were called with and given. */
  recorded: string
  files: Record<string, string>
}

function run(program: readonly string[], { files, words, input = '' }: FnRunCase): Outcome {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-fn-run-')))
  try {
    mkdirSync(join(top, 'pkg'))
    for (const [path, text] of Object.entries({ ...PROGRAMS, ...files })) {
      const isBeside = path.startsWith('/') || path in PROGRAMS
      const place = join(top, isBeside ? '' : 'pkg', path)
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, text)
      if (text.startsWith('#!')) chmodSync(place, 0o755)
    }
    const record = join(top, 'record')
    const path = `${join(top, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`
    const [file, ...first] = program as [string, ...string[]]
    const all = [...first, 'fn', 'run', ...words.split(' ').filter((word) => word !== '')]
    const env = { PATH: path, RECORD: record, TOP: top, HOME: top }
    const { status, stdout, stderr } = spawnSync(file, all, { cwd: top, env, input, encoding: 'utf8' })
    const user = `--user ${process.getuid?.()}:${process.getgid?.()}`
    const neutral = (text: string) => text.replaceAll(top, '$TOP').replaceAll(user, '--user USER')
    const left: Record<string, string> = {}
    const recorded = existsSync(record) ? neutral(readFileSync(record, 'utf8')) : ''
    rmSync(record, { force: true })
    for (const name of readdirSync(top, { recursive: true, encoding: 'utf8' }).sort()) {
      if (name.startsWith('bin')) continue
      left[name] = lstatSync(join(top, name)).isDirectory() ? 'folder' : neutral(readFileSync(join(top, name), 'utf8'))
    }
    return { code: status, stdout: neutral(stdout), stderr: neutral(stderr), recorded, files: left }
  } finally {
    rmSync(top, { recursive: true })
  }
}

const ours = (one: FnRunCase) => run([process.execPath, DROP_IN], one)

/** What kustomize did, for machines without it: RECORD=1 writes it anew. */
const RECORDED = new URL('./fn-run-recorded.json', import.meta.url)

describe('recorded from kustomize', () => {
  if (process.env.RECORD === '1') {
    const runs = KEPT.map((name) => [name, run([reference as string], CASES[name] as FnRunCase)])
    writeFileSync(RECORDED, `${JSON.stringify(Object.fromEntries(runs), undefined, 2)}\n`)
  }
  const recorded: Record<string, Outcome> = JSON.parse(readFileSync(RECORDED, 'utf8'))

  test('are the runs named here', () => {
    expect(Object.keys(recorded)).toEqual(KEPT)
  })
  test.each(KEPT)('%s', (name) => {
    expect(ours(CASES[name] as FnRunCase)).toEqual(recorded[name])
  })
})

test('a function that would run in a container cannot give options to the container program', () => {
  const one = {
    files: { 'c.yaml': 'kind: C\n', 'f.yaml': declared('f', 'container: {image: "--privileged"}') },
    words: 'pkg',
  }
  const { code, stderr, recorded } = ours(one)
  expect({ code, stderr, recorded }).toEqual({
    code: 1,
    stderr: "Error: the function's image '--privileged' is no image name\n",
    recorded: '',
  })
})

describe.skipIf(reference === undefined)('kustomize does the same', () => {
  test.each(Object.entries(CASES))('%s', (_, one) => {
    expect(ours(one)).toEqual(run([reference as string], one))
  })
})
