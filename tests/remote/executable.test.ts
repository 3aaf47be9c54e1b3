/** The executable, which carries its own runtime, with remote parts. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkoutRoot } from '../subject.ts'
import { runProgram } from './run-program.ts'
import { serve } from './server.ts'
import { named, objectText, World } from './world.ts'

const executable = join(checkoutRoot(), 'dist/strake')
const isMissing = !existsSync(executable)
const note = isMissing ? ' (skipped: `npm run executable` makes dist/strake)' : ''

describe.skipIf(isMissing)(`the executable${note}`, () => {
  let world: World
  beforeEach(() => {
    world = new World()
    world.commit('base', named('first'))
    world.git('base', 'tag', 'v1')
  })
  afterEach(() => world.remove())
  const run = (...words: string[]) => runProgram(world, words, [executable])

  test('builds a repository, and the second time without asking', async () => {
    world.write('app', { 'kustomization.yaml': `resources: ['${world.url('base')}?ref=v1']\n` })
    expect(await run('build', 'app')).toEqual({ code: 0, stdout: objectText('first'), stderr: '' })
    expect((await run('build', `${world.url('base')}?ref=v1`)).stdout).toBe(objectText('first'))
    world.git('base', 'tag', '--delete', 'v1')
    expect((await run('build', 'app')).stdout).toBe(objectText('first'))
  })

  test('reads a file of a server, and says in the words of the reference when it cannot', async () => {
    const server = await serve((request, response) => {
      response.writeHead(request.url === '/a.yaml' ? 200 : 404).end(objectText('served'))
    })
    world.write('app', { 'kustomization.yaml': `resources: ['${server.url}/a.yaml']\n` })
    expect((await run('build', 'app')).stdout).toBe(objectText('served'))
    world.write('app', { 'kustomization.yaml': `resources: ['${server.url}/b.yaml']\n` })
    expect((await run('build', 'app')).stderr).toContain(
      `accumulating resources from '${server.url}/b.yaml': HTTP Error: status code 404 (Not Found)`,
    )
    await server.close()
    expect((await run('build', 'app')).stderr).toMatch(/: dial tcp 127\.0\.0\.1:\d+: connect: connection refused/)
  })

  test('vendors', async () => {
    world.write('app', { 'kustomization.yaml': `resources: ['${world.url('base')}?ref=v1']\n` })
    expect((await run('vendor', 'app')).stdout).toBe('1 repositories and 0 files (2 in all) in vendor\n')
    expect((await run('vendor', '--check', 'app')).code).toBe(0)
  })
})
