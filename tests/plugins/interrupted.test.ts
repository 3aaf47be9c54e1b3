/** A build that is told to end while a function runs leaves nothing behind. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { PROGRAM } from '../cli/program.ts'
import { Folder, objects, script } from './both.ts'

let folder: Folder | undefined
afterEach(() => folder?.remove())

async function until(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (holds()) return true
    await sleep(50)
  }
  return false
}

test.each(['SIGINT', 'SIGTERM'] as const)('neither a process nor a temporary folder, by %s', async (signal) => {
  folder = new Folder({
    'kustomization.yaml': 'resources: [r.yaml]\ntransformers: [tool.yaml]\n',
    'r.yaml': objects('a'),
    'tool.yaml': 'apiVersion: my.io/v1\nkind: Tool\nmetadata: {name: tool}\n',
    'plugins/my.io/v1/tool/Tool': script('echo $$ > "$HERE/process"', 'sleep 60'),
  })
  const { root, tree } = folder
  const temporary = join(root, 'temporary')
  mkdirSync(temporary)
  const note = join(root, 'process')
  const env = { PATH: process.env.PATH, HERE: root, TMPDIR: temporary, KUSTOMIZE_PLUGIN_HOME: join(tree, 'plugins') }
  const child = spawn(process.execPath, [PROGRAM, 'build', '--enable-alpha-plugins', tree], { env, stdio: 'ignore' })
  const ended = new Promise<NodeJS.Signals | null>((done) => child.on('close', (_, by) => done(by)))
  expect(await until(() => existsSync(note) && readFileSync(note, 'utf8').endsWith('\n'))).toBe(true)
  expect(readdirSync(temporary)).toHaveLength(1)
  child.kill(signal)
  expect(await ended).toBe(signal)
  const tool = `/proc/${readFileSync(note, 'utf8').trim()}/stat`
  const isGone = () => !existsSync(tool) || readFileSync(tool, 'utf8').includes(') Z ')
  expect(await until(isGone)).toBe(true)
  expect(readdirSync(temporary)).toEqual([])
})
