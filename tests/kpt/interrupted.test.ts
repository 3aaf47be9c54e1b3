/** A run that is told to end, or finds the disk full, leaves the package as it was and nothing beside it. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { PROGRAM } from '../cli/program.ts'
import { filesIn, folderWith } from './folder.ts'

const PATH = process.env.PATH ?? ''
const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings   # ours\n'
const KPTFILE =
  'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\npipeline:\n  mutators:\n  - exec: ./function\n'

async function until(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (holds()) return true
    await sleep(50)
  }
  return false
}

const isGone = (id: string) => {
  const stat = `/proc/${id}/stat`
  return !existsSync(stat) || readFileSync(stat, 'utf8').includes(') Z ')
}

describe.each([
  ['fn eval', ['fn', 'eval', 'p', '--exec', './function']],
  ['fn render', ['fn', 'render', 'p', '--allow-exec']],
])('%s', (_, words) => {
  it.each(['SIGINT', 'SIGTERM'] as const)('that is ended by %s while a function runs', async (signal) => {
    const tools = folderWith({
      function: '#!/bin/sh\nsleep 60 &\necho "$$ $!" > processes\nhead -c 100\nwait\n',
      'p/Kptfile': KPTFILE,
      'p/a.yaml': SETTINGS,
    })
    const temporary = join(tools, 'temporary')
    mkdirSync(temporary)
    const before = filesIn(join(tools, 'p'))
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      ...{ cwd: tools, env: { PATH, TMPDIR: temporary }, stdio: 'ignore' },
    })
    const ended = new Promise<NodeJS.Signals | null>((done) => child.on('close', (_, by) => done(by)))
    const note = join(tools, 'processes')
    expect(await until(() => existsSync(note) && readFileSync(note, 'utf8').endsWith('\n'))).toBe(true)
    child.kill(signal)
    expect(await ended).toBe(signal)
    const processes = readFileSync(note, 'utf8').trim().split(' ')
    expect(await until(() => processes.every(isGone))).toBe(true)
    expect(filesIn(join(tools, 'p'))).toEqual(before)
    expect(readdirSync(temporary)).toEqual([])
  })

  it('for whose files there is no room changes none of them', () => {
    const long = `${'x'.repeat(70)}\n`.repeat(2000)
    const tools = folderWith({
      function: `#!/bin/sh\nsed "s/name: settings/name: changed/; s/# long/'$(printf %030000d 0)'/; s#sub/c.yaml#fresh/c.yaml#"\n`,
      'p/Kptfile': KPTFILE,
      'p/a.yaml': SETTINGS,
      'p/b.yaml': `${SETTINGS}long: # long\n`,
      'p/sub/c.yaml': SETTINGS,
      'p/notes.txt': long,
    })
    const before = filesIn(join(tools, 'p'))
    const names = readdirSync(join(tools, 'p'))
    const command = `ulimit -f 8; exec "$0" "$@"`
    const { status, stderr } = spawnSync('/bin/bash', ['-c', command, process.execPath, PROGRAM, ...words], {
      ...{ cwd: tools, env: { PATH }, encoding: 'utf8' },
    })
    expect({ status, last: stderr.split('\n').at(-2)?.replaceAll(tools, '$ROOT') }).toEqual({
      status: 1,
      last: 'error: $ROOT/p/b.yaml: file too large',
    })
    expect(filesIn(join(tools, 'p'))).toEqual(before)
    expect(readdirSync(join(tools, 'p'))).toEqual(names)
  })
})
