/** `cfg cat|count|grep|tree`, compared with kustomize where that is present. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { referenceProgram } from '../subject.ts'
import { FILES } from './cfg-files.ts'
import { KEPT, RUNS } from './cfg-runs.ts'
import { dropIn, type Run, runProgram, strake, writeFiles } from './program.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-cfg-')))
afterAll(() => rmSync(top, { recursive: true }))

writeFiles(top, FILES)
symlinkSync('../order.yaml', join(top, 'hidden/link.yaml'))
symlinkSync('../pkg', join(top, 'hidden/folder'))

const reference = referenceProgram()

function split(run: string): { words: string[]; input: string } {
  const [line = '', file] = run.split(' < ')
  const words = line.split(' ').map((word) => (word === "''" ? '' : word))
  return { words: ['cfg', ...words], input: file === undefined ? '' : readFileSync(join(top, file), 'utf8') }
}

describe.skipIf(reference === undefined)('kustomize prints the same', () => {
  test.each(RUNS)('kustomize cfg %s', (run) => {
    const { words, input } = split(run)
    const real = runProgram(reference as string, words, { cwd: top, input })
    expect(dropIn(top, words, input)).toEqual(real)
  })
})

/** What kustomize printed, for machines without it: RECORD=1 writes it anew. */
const RECORDED = new URL('./cfg-recorded.json', import.meta.url)
const masked = ({ code, stdout, stderr }: Run) => ({
  code,
  stdout: stdout.replaceAll(top, '$TOP'),
  stderr: stderr.replaceAll(top, '$TOP'),
})

describe('recorded from kustomize', () => {
  if (process.env.RECORD === '1') {
    const runs = KEPT.map((run) => {
      const { words, input } = split(run)
      return [run, masked(runProgram(reference as string, words, { cwd: top, input }))]
    })
    writeFileSync(RECORDED, `${JSON.stringify(Object.fromEntries(runs), undefined, 2)}\n`)
  }
  const recorded: Record<string, Run> = JSON.parse(readFileSync(RECORDED, 'utf8'))

  test('are the runs named here', () => {
    expect(Object.keys(recorded)).toEqual(KEPT)
  })
  test.each(KEPT)('kustomize cfg %s', (run) => {
    const { words, input } = split(run)
    expect(masked(dropIn(top, words, input))).toEqual(recorded[run])
  })
})

test('strake has the same commands', () => {
  expect(strake(top, ['cfg', 'count', 'pkg']).stdout).toBe(
    'pkg/\nConfigMap: 1\nDeployment: 1\nSecret: 1\nService: 1\n\npkg/sub/deep/\nPod: 1\n',
  )
})
