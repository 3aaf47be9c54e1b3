/** Functions in containers: what docker is asked, with a stand-in that notes its words and gives back what it reads. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { build } from '../../src/kustomize/build.ts'
import type { FunctionOptions } from '../../src/kustomize/plugins/options.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { nodeRunner } from '../../src/node/runner.ts'
import { Folder, functionFile, objects, reference, script, type Tree } from './both.ts'

const STAND_IN = script('for word in "$@"; do printf "%s\\n" "$word" >> "$RECORD"; done', 'cat')

let folder: Folder | undefined
afterEach(() => folder?.remove())

interface Called {
  /** The words of the container program, or the message of the build. */
  words?: string[]
  error?: string
}

function tree(spec: string, programs: Tree): Tree {
  return {
    'tree/kustomization.yaml': 'resources: [r.yaml]\ntransformers: [fn.yaml]\n',
    'tree/r.yaml': objects('a'),
    'tree/fn.yaml': functionFile(spec),
    ...Object.fromEntries(Object.entries(programs).map(([name, text]) => [`bin/${name}`, text])),
  }
}

async function call(
  spec: string,
  functions: FunctionOptions = {},
  programs: Tree = { docker: STAND_IN },
): Promise<Called> {
  folder?.remove()
  folder = new Folder(tree(spec, programs))
  return await callIn(folder, functions)
}

async function callIn({ tree }: Folder, functions: FunctionOptions = {}): Promise<Called> {
  const record = join(tree, 'record')
  const environment = { PATH: `${join(tree, 'bin')}:/usr/bin:/bin`, RECORD: record }
  const runner = nodeRunner({ environment, onErrorOutput: () => undefined })
  try {
    const root = join(tree, 'tree')
    const { text } = await build({ root, fs: nodeFileSystem(), runner, enablePlugins: true, functions })
    expect(text).toBe('apiVersion: v1\ndata:\n  of: a\nkind: ConfigMap\nmetadata:\n  name: a\n')
    return existsSync(record) ? { words: readFileSync(record, 'utf8').trimEnd().split('\n') } : {}
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { error: error.message.replaceAll(tree, '@ROOT@') }
  } finally {
    await runner.close()
  }
}

const PLAIN = 'container: {image: "img:1"}'
const FULL = [
  'container:',
  '  image: registry.example.com:5000/team/fn@sha256:0123456789abcdef',
  '  network: true',
  '  mounts:',
  '  - {type: bind, src: ./sub, dst: /x}',
  '  - {type: tmpfs, dst: /y, rw: true}',
  '  envs: [Z=1, A, B=2, "C=with blank"]',
].join('\n')

describe('docker', () => {
  test('is asked for a container that sees and may do nothing', async () => {
    expect(await call(PLAIN)).toEqual({
      words: [
        ...[
          'run',
          '--rm',
          '-i',
          '-a',
          'STDIN',
          '-a',
          'STDOUT',
          '-a',
          'STDERR',
          '--network',
          'none',
          '--user',
          'nobody',
        ],
        ...['--security-opt=no-new-privileges', '-e', 'LOG_TO_STDERR=true', '-e', 'STRUCTURED_RESULTS=true', 'img:1'],
      ],
    })
  })

  const cases: [string, string, FunctionOptions, string[]][] = [
    ['nothing more', PLAIN, {}, []],
    ['all that a file may ask for', FULL, { network: true }, ['--network']],
    ['a network nobody asked for', PLAIN, { network: true }, ['--network', '--network-name', 'other']],
    [
      'variables of the user',
      FULL,
      { network: true, env: ['C=3', 'A=9', 'DD', '=x', 'E=', '--odd', 'Z=2'] },
      ['--network', ...['C=3', 'A=9', 'DD', '=x', 'E=', '--odd', 'Z=2'].flatMap((word) => ['-e', word])],
    ],
    ['the user', PLAIN, { user: `${process.getuid?.()}:${process.getgid?.()}` }, ['--as-current-user']],
    ...[
      'type=bind,src=/etc,dst=/z,rw=true',
      'type=volume,source=q,target=/t',
      'foo',
      '',
      'type=bind,foo=1',
      'type=bind,src=/a,dst=/b,rw=yes',
      'src=/a,src=/b',
      'type=bind,src=../x,dst=/b',
      'type=bind,source=/a=b,dst=/c',
      'type=bind,readonly,src=/a,destination=/q',
      'TYPE=bind,SRC=/a,dst=/b',
    ].map((mount): [string, string, FunctionOptions, string[]] => [
      `the mount '${mount}'`,
      PLAIN,
      { mounts: [mount] },
      ['--mount', mount],
    ]),
  ]
  test.skipIf(reference === undefined).each(cases)(
    'is asked what kustomize asks it: %s',
    async (_name, spec, options, words) => {
      const { words: ours } = await call(spec, options)
      const { tree: at } = folder as Folder
      const record = join(at, 'theirs')
      const env = { ...process.env, PATH: `${join(at, 'bin')}:/usr/bin:/bin`, RECORD: record }
      execFileSync(reference as string, ['build', '--enable-alpha-plugins', ...words, join(at, 'tree')], { env })
      expect(ours).toEqual(readFileSync(record, 'utf8').trimEnd().split('\n'))
    },
  )

  test('is not asked for a network that the user does not allow', async () => {
    expect(await call(FULL)).toEqual({
      error: "couldn't execute function: network required but not enabled with --network ",
    })
  })

  test('fails with the status of the container', async () => {
    const programs = { docker: script('echo why >&2', 'exit 125') }
    expect(await call(PLAIN, {}, programs)).toEqual({ error: "couldn't execute function: exit status 125 " })
  })
})

describe('without docker', () => {
  const words = (program: string) => ({ [program]: `${STAND_IN}echo ${program} >> "$RECORD"\n` })

  test('podman is asked the same, then nerdctl', async () => {
    expect((await call(PLAIN, {}, { ...words('podman'), ...words('nerdctl') })).words?.at(-1)).toBe('podman')
    expect((await call(PLAIN, {}, words('nerdctl'))).words?.at(-1)).toBe('nerdctl')
  })

  test('and without the others the message is the one about docker', async () => {
    expect(await call(PLAIN, {}, {})).toEqual({
      error: `couldn't execute function: exec: "docker": executable file not found in $PATH `,
    })
  })

  test('the one that the user names is asked, and no other', async () => {
    const all = { ...words('docker'), ...words('podman') }
    expect((await call(PLAIN, { containerProgram: 'podman' }, all)).words?.at(-1)).toBe('podman')
    expect(await call(PLAIN, { containerProgram: 'nerdctl' }, all)).toEqual({
      error: `couldn't execute function: exec: "nerdctl": executable file not found in $PATH `,
    })
  })
})

describe('a file cannot give docker options', () => {
  const images = ['--privileged', '-v/:/host', ' --privileged img', 'img --privileged', 'a\\nb']
  test.each(images)('by the image %s', async (image) => {
    const shown = image.replaceAll('\\n', '\n')
    expect(await call(`container: {image: "${image}"}`)).toEqual({
      error: `couldn't execute function: the function's image '${shown}' is no image name `,
    })
  })

  const mounts: [string, string][] = [
    ['{type: "bind,source=/etc", src: a, dst: /x}', 'bind,source=/etc'],
    ['{type: bind, src: "a,source=/etc", dst: /x}', 'a,source=/etc'],
    ['{type: bind, src: a, dst: "/x,readonly=false"}', '/x,readonly=false'],
    [`{type: bind, src: a, dst: '/x"y'}`, '/x"y'],
  ]
  test.each(mounts)('by the mount %s', async (mount, shown) => {
    expect(await call(`container:\n  image: img\n  mounts:\n  - ${mount}`)).toEqual({
      error: `couldn't execute function: mount '${shown}' is not permitted: commas, quotes and control characters could be options `,
    })
  })

  test('by variables, which are words of their own', async () => {
    const { words } = await call('container: {image: img, envs: ["--privileged", "A=b -v /:/host"]}')
    expect(words?.slice(14)).toEqual([
      ...['-e', 'A=b -v /:/host', '-e', 'LOG_TO_STDERR=true', '-e', 'STRUCTURED_RESULTS=true'],
      ...['-e', '--privileged', 'img'],
    ])
  })

  test('nor see through a link what is outside of its folder', async () => {
    folder?.remove()
    folder = new Folder(
      tree('container:\n  image: img\n  mounts:\n  - {type: bind, src: link, dst: /x}', { docker: STAND_IN }),
    )
    symlinkSync('/etc', join(folder.tree, 'tree/link'))
    expect(await callIn(folder)).toEqual({
      error: "mount path 'link' is not permitted: it leads to '/etc', outside of the current kustomization directory",
    })
  })
})
