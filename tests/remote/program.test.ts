/** Fetching by the program: being told of slow fetches, and being stopped in one. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PROGRAM, strake } from '../cli/program.ts'
import { serve } from './server.ts'
import { named, objectText, World } from './world.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.remove())

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

test('a fetch that takes half a second is told of, without credentials', async () => {
  const server = await serve((_, response) => setTimeout(() => response.end(objectText('late')), 900))
  const url = `${server.url.replace('://', '://me:secret@')}/late.yaml`
  world.write('app', { 'kustomization.yaml': `resources: ['${url}']\n` })
  const told: string[] = []
  expect(await world.build('app', { onSlow: (text) => told.push(text) })).toBe(objectText('late'))
  expect(told).toEqual([`fetching ${server.url.replace('://', '://***@')}/late.yaml`])
  await server.close()
})

test('stopped while it fetches, it ends what it started and leaves nothing', async () => {
  const mark = world.path('pid')
  world.write('bin', { git: `#!/bin/sh\n[ "$1" = fetch ] || exit 0\necho $$ > ${mark}\nsleep 1000\n` })
  chmodSync(world.path('bin/git'), 0o755)
  const environment = { ...world.environment, PATH: `${world.path('bin')}:${world.environment.PATH}` }
  const child = spawn(process.execPath, [PROGRAM, 'build', 'ssh://host.example/a/b'], { env: environment })
  const ended = new Promise((done) => child.on('close', (_, signal) => done(signal)))
  while (!existsSync(mark) || readFileSync(mark, 'utf8') === '') await pause(20)
  child.kill('SIGTERM')
  expect(await ended).toBe('SIGTERM')
  await pause(50)
  const pid = Number(readFileSync(mark, 'utf8'))
  expect(isAlive(pid)).toBe(false)
  expect(readdirSync(world.path('cache/git'))).toEqual([])
})

/** One that has ended and waits for somebody to notice does not count. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('the prefix git:: is taken off, with the warning of the reference', () => {
  world.commit('base', named('a'))
  const { stdout, stderr } = strake(world.root, ['build', `git::${world.url('base')}`], world.environment)
  expect(stdout).toBe(objectText('a'))
  expect(stderr).toMatch(
    /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d Warning: Forcing the git protocol using the 'git::' URL prefix/,
  )
})
