/** Functions and plugins that do what they should not, and hosts that run none. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { type BuildOptions, build } from '../../src/kustomize/build.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { nodeRunner } from '../../src/node/runner.ts'
import { Folder, functionFile, objects, script } from './both.ts'

let folder: Folder | undefined
afterEach(() => folder?.remove())

interface Result {
  text?: string
  code?: string
  error?: string
  hint?: string | undefined
  stderr: string
  milliseconds: number
}

const LEGACY = 'apiVersion: my.io/v1\nkind: Tool\nmetadata: {name: tool}\n'

async function run(
  body: string,
  options: Partial<BuildOptions> = {},
  config = functionFile('exec:\n  path: ./fn.sh'),
): Promise<Result> {
  folder = new Folder({
    'kustomization.yaml': 'resources: [r.yaml]\ntransformers: [fn.yaml]\n',
    'r.yaml': objects('a'),
    'fn.yaml': config,
    'fn.sh': script(body),
    'plugins/my.io/v1/tool/Tool': script(body),
  })
  const { tree } = folder
  const stderr: Uint8Array[] = []
  const runner = nodeRunner({
    environment: { PATH: process.env.PATH, HERE: folder.root },
    onErrorOutput: (bytes) => stderr.push(bytes),
  })
  const environment = { KUSTOMIZE_PLUGIN_HOME: join(tree, 'plugins') }
  const started = performance.now()
  const done = () => ({ stderr: Buffer.concat(stderr).toString(), milliseconds: performance.now() - started })
  try {
    const { text } = await build({
      root: tree,
      fs: nodeFileSystem(),
      runner,
      enablePlugins: true,
      ...options,
      functions: { exec: true, environment, ...options.functions },
    })
    return { text, ...done() }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const { code, message, hint } = error
    return {
      code,
      error: message.replaceAll(/\/[^ ;]*kust-plugin-config-[^ ;]*/g, 'CONFIG').replaceAll(tree, '@TREE@'),
      hint,
      ...done(),
    }
  } finally {
    await runner.close()
  }
}

/** Whether the process whose id a program has written is there. */
async function isAlive(file: string): Promise<boolean> {
  const id = readFileSync(join((folder as Folder).root, file), 'utf8').trim()
  for (let tries = 0; tries < 40; tries++) {
    const status = existsSync(`/proc/${id}/stat`) ? readFileSync(`/proc/${id}/stat`, 'utf8') : ''
    // One that has ended may wait for whoever counts the dead.
    if (status === '' || status.includes(') Z ')) return false
    await sleep(50)
  }
  return true
}

describe('a function', () => {
  test('that never ends is ended, and what it started too', async () => {
    const body = 'sleep 1000 & echo $! > "$HERE/child"; echo $$ > "$HERE/own"; wait'
    const { code, error, hint, milliseconds } = await run(body, { functions: { seconds: 1 } })
    expect(code).toBe('PROGRAM_LATE')
    expect(error).toBe("couldn't execute function: function Fn fn: './fn.sh' was ended: it took longer than 1 s ")
    expect(hint).toBe('give it longer with --function-timeout SECONDS')
    expect(milliseconds).toBeLessThan(5000)
    expect([await isAlive('child'), await isAlive('own')]).toEqual([false, false])
  })

  test('that leaves something behind which holds its output is not waited for', async () => {
    const body = 'setsid sleep 30 & echo $! > "$HERE/child"; exit 0'
    const { code, milliseconds } = await run(body, { functions: { seconds: 1 } })
    expect(code).toBe('PROGRAM_LATE')
    expect(milliseconds).toBeLessThan(5000)
    process.kill(Number(readFileSync(join((folder as Folder).root, 'child'), 'utf8')))
  })

  test.each(['stdout', 'stderr'])('that writes without end to %s is ended', async (to) => {
    const body = `echo $$ > "$HERE/own"; yes ${to === 'stderr' ? '>&2' : ''}`
    const { code, error, stderr } = await run(body, { functions: { maximumBytes: 1_000_000 } })
    expect(code).toBe('PROGRAM_LOUD')
    expect(error).toBe(
      "couldn't execute function: function Fn fn: './fn.sh' was ended: it wrote more than 1000000 bytes ",
    )
    expect(stderr.length).toBeLessThanOrEqual(1_000_000)
    expect(await isAlive('own')).toBe(false)
  })

  test('that writes a gigabyte is ended without any option', async () => {
    const { code } = await run('head -c 1000000000 /dev/zero')
    expect(code).toBe('PROGRAM_LOUD')
  })

  test('that does not read its input is no failure', async () => {
    expect((await run('exec <&-; exit 0')).text).toBe('')
  })

  test('says what it has to say on standard error, which goes on as it is', async () => {
    const { text, stderr } = await run(`printf 'one\\ntwo' >&2; cat`)
    expect(text).toContain('name: a')
    expect(stderr).toBe('one\ntwo')
  })

  test('that makes aliases of aliases is refused', async () => {
    const lines = ['apiVersion: v1', 'kind: ConfigMap', 'metadata: {name: a}', 'x0: &x0 [a, a, a, a, a, a, a, a, a, a]']
    for (let i = 1; i < 9; i++)
      lines.push(`x${i}: &x${i} [${Array.from({ length: 10 }, () => `*x${i - 1}`).join(', ')}]`)
    const { error } = await run(`cat > /dev/null; cat <<'E'\n${lines.join('\n')}\nE`)
    expect(error).toBe("couldn't execute function: MalformedYAMLError: yaml: document contains excessive aliasing ")
  })

  test('that is a program does not run where programs are not allowed, and changes nothing', async () => {
    const { text } = await run('echo ran > "$HERE/ran"; cat', { functions: { exec: false } })
    expect(text).toContain('name: a')
    expect(existsSync(join((folder as Folder).root, 'ran'))).toBe(false)
  })
})

describe('an executable plugin', () => {
  test('that never ends is ended', async () => {
    const { error } = await run('sleep 1000', { functions: { seconds: 1, environment: {} } }, LEGACY)
    expect(error).toContain('unable to find plugin root')
    const late = await run('sleep 1000', { functions: { seconds: 1 } }, LEGACY)
    expect(late.error).toBe(
      "failure in plugin configured via CONFIG; '@TREE@/plugins/my.io/v1/tool/Tool' was ended: it took longer than 1 s ",
    )
  })

  test('cannot stand outside of the plugin folder', async () => {
    const config = 'apiVersion: my.io/v1\nkind: ../../../../fn.sh\nmetadata: {name: x}\n'
    expect((await run('cat', {}, config)).error).toBe(
      "the plugin of ../../../../fn.sh.v1.my.io/x.[noNs] is outside of the plugin folder '@TREE@/plugins'",
    )
  })

  test('leaves no file behind', async () => {
    await run('cp "$1" "$HERE/seen"; printf "%s" "$1" > "$HERE/path"; cat', {}, LEGACY)
    const { root } = folder as Folder
    expect(readFileSync(join(root, 'seen'), 'utf8')).toBe('apiVersion: my.io/v1\nkind: Tool\nmetadata:\n  name: tool\n')
    expect(existsSync(readFileSync(join(root, 'path'), 'utf8'))).toBe(false)
  })
})

describe('a host', () => {
  const files = {
    '/app/kustomization.yaml': 'generators: [fn.yaml]\n',
    '/app/fn.yaml': functionFile('exec:\n  path: ./fn.sh'),
  }

  test('without a runner refuses functions and says so', async () => {
    const building = build({
      root: '/app',
      fs: memoryFileSystem(files),
      enablePlugins: true,
      functions: { exec: true },
    })
    await expect(building).rejects.toMatchObject({
      code: 'NO_RUNNER',
      message:
        "loading generator plugins: failed to load generator: unable to run external plugin 'Fn': no programs can be run here",
      hint: 'a build runs functions and plugins on a machine only: with the command line, or with the option `runner`',
    })
  })

  test('runs none in its topmost folder', async () => {
    const fs = memoryFileSystem({
      '/kustomization.yaml': 'generators: [fn.yaml]\n',
      '/fn.yaml': functionFile('container: {image: "img:1"}'),
    })
    const runner = nodeRunner()
    await expect(build({ root: '/', fs, runner, enablePlugins: true })).rejects.toThrow(
      "couldn't execute function: root working directory '/' not allowed",
    )
    await runner.close()
  })
})
