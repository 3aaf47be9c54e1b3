/** Functions that are WebAssembly modules: made here byte by byte, and by Go where that is. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { build } from '../../src/kustomize/build.ts'
import type { FunctionOptions } from '../../src/kustomize/plugins/options.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { nodeRunner } from '../../src/node/runner.ts'
import { SCRIPT_WORKER } from '../../src/node/script-worker-text.ts'
import { WASI_WORKER } from '../../src/node/wasi-worker-text.ts'
import { checkoutRoot } from '../subject.ts'
import { Folder, functionFile, objects } from './both.ts'

const section = (id: number, content: number[]) => [id, ...leb(content.length), ...content]
const list = (items: number[][]) => [...leb(items.length), ...items.flat()]
const name = (text: string) => [...leb(text.length), ...Buffer.from(text)]

function leb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]
}

/** Values in signed LEB128, which are small and positive here. */
const i32 = (value: number) => [0x41, ...(value < 64 ? [value] : [(value & 127) | 128, value >> 7])]
const store = (at: number, value: number[]) => [...i32(at), ...value, 0x36, 2, 0]
const load = (at: number) => [...i32(at), 0x28, 2, 0]
const call = (imported: number, ...words: number[][]) => [...words.flat(), 0x10, imported]
const DROP = 0x1a
const FD_READ = 0
const FD_WRITE = 1
const PROC_EXIT = 2
/** Reads or writes `file` by the one buffer that the words at 0 and 4 tell; how much it was stands at 8. */
const transfer = (imported: number, file: number) => [...call(imported, i32(file), i32(0), i32(1), i32(8)), DROP]
const loop = (...body: number[][]) => [0x03, 0x40, ...body.flat(), 0x0c, 0, 0x0b]

function module(body: number[], imported = 'fd_write'): Buffer {
  const wasi = 'wasi_snapshot_preview1'
  const code = [0, ...body, 0x0b]
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      list([
        [0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f],
        [0x60, 1, 0x7f, 0],
        [0x60, 0, 0],
      ]),
    ),
    ...section(
      2,
      list([
        [...name(wasi), ...name('fd_read'), 0, 0],
        [...name(wasi), ...name(imported), 0, 0],
        [...name(wasi), ...name('proc_exit'), 0, 1],
      ]),
    ),
    ...section(3, list([[2]])),
    ...section(5, list([[0, 2]])),
    ...section(
      7,
      list([
        [...name('memory'), 2, 0],
        [...name('_start'), 0, 3],
      ]),
    ),
    ...section(10, list([[...leb(code.length), ...code]])),
  ])
}

/** Copies one file to another until nothing comes. */
const copy = (to: number) => [
  ...[0x02, 0x40],
  ...loop(
    store(0, i32(16)),
    store(4, i32(4096)),
    transfer(FD_READ, 0),
    [...load(8), 0x45, 0x0d, 1],
    store(4, load(8)),
    transfer(FD_WRITE, to),
  ),
  0x0b,
]

let folder: Folder | undefined
afterEach(() => folder?.remove())

async function run(wasm: Uint8Array, functions: FunctionOptions = { wasi: true }, spec = 'exec: {path: ./fn.wasm}') {
  folder = new Folder({
    'kustomization.yaml': 'resources: [r.yaml]\ntransformers: [fn.yaml]\n',
    'r.yaml': objects('a'),
    'fn.yaml': functionFile(spec),
  })
  const { tree } = folder
  writeFileSync(join(tree, 'fn.wasm'), wasm)
  const stderr: Uint8Array[] = []
  const runner = nodeRunner({ environment: { SECRET: 'x' }, onErrorOutput: (bytes) => stderr.push(bytes) })
  try {
    const { text } = await build({ root: tree, fs: nodeFileSystem(), runner, enablePlugins: true, functions })
    return { text, stderr: Buffer.concat(stderr).toString() }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { error: error.message.replaceAll(tree, '@TREE@'), stderr: Buffer.concat(stderr).toString() }
  } finally {
    await runner.close()
  }
}

const UNCHANGED = 'apiVersion: v1\ndata:\n  of: a\nkind: ConfigMap\nmetadata:\n  name: a\n'

describe('a function that is a module', () => {
  test('reads its input and prints its output', async () => {
    expect(await run(module(copy(1)))).toEqual({ text: UNCHANGED, stderr: '' })
  })

  test('has a standard error, which goes on', async () => {
    const { text, stderr } = await run(module(copy(2)))
    expect(text).toBe('')
    expect(stderr).toContain('kind: ResourceList\n')
  })

  test('is not run unless that is allowed', async () => {
    expect(await run(module([...call(PROC_EXIT, i32(3))]), {})).toEqual({ text: UNCHANGED, stderr: '' })
  })

  test('fails with its code', async () => {
    expect((await run(module([...call(PROC_EXIT, i32(3))]))).error).toBe("couldn't execute function: exit status 3 ")
  })

  test('that never ends is ended', async () => {
    const { error } = await run(module(loop()), { wasi: true, seconds: 1 })
    expect(error).toBe("couldn't execute function: function Fn fn: './fn.wasm' was ended: it took longer than 1 s ")
  })

  test('that writes without end is ended', async () => {
    const body = [...store(0, i32(16)), ...store(4, i32(4096)), ...loop(transfer(FD_WRITE, 1))]
    const { error } = await run(module(body), { wasi: true, maximumBytes: 1_000_000 })
    expect(error).toBe(
      "couldn't execute function: function Fn fn: './fn.wasm' was ended: it wrote more than 1000000 bytes ",
    )
  })

  test('that takes ever more memory is told that there is none', async () => {
    // Grows by a thousand pages until that gives -1, and says by its code whether it came to 8,192 pages or fewer.
    const grow = [...i32(1000), 0x40, 0]
    const fits = [...[0x3f, 0], ...[0x41, 0x80, 0xc0, 0], 0x4d]
    const body = [...[0x02, 0x40], ...loop([...grow, ...[0x41, 0x7f], 0x46, 0x0d, 1]), 0x0b, ...fits, 0x10, PROC_EXIT]
    expect((await run(module(body))).error).toBe("couldn't execute function: exit status 1 ")
  })

  test('that begins with more memory than there is is refused', async () => {
    const wasm = module([])
    // The memory's least size: the two pages behind its section's head.
    const at = wasm.indexOf(Buffer.from(section(5, list([[0, 2]]))))
    const huge = Buffer.concat([
      wasm.subarray(0, at),
      Buffer.from(section(5, list([[0, ...leb(8193)]]))),
      wasm.subarray(at + section(5, list([[0, 2]])).length),
    ])
    expect((await run(huge)).error).toMatch(
      /^couldn't execute function: '\.\/fn\.wasm': WebAssembly\.instantiate\(\): /,
    )
  })

  test('that does what it cannot is ended', async () => {
    expect((await run(module([0x00]))).error).toBe("couldn't execute function: './fn.wasm': unreachable ")
  })

  test('that is no module, or one that wants more than WASI, is refused', async () => {
    expect((await run(Buffer.from('#!/bin/sh'))).error).toMatch(
      /^couldn't execute function: '\.\/fn\.wasm': WebAssembly\.instantiate\(\): expected magic word /,
    )
    expect((await run(module([], 'fd_other'))).error).toMatch(/^couldn't execute function: '\.\/fn\.wasm': .*fd_other/)
  })

  test('lies in the folder of its kustomization', async () => {
    const outside = await run(module(copy(1)), { wasi: true }, 'exec: {path: ../fn.wasm}')
    expect(outside.error).toMatch(/^couldn't execute function: /)
    const address = await run(module(copy(1)), { wasi: true }, 'exec: {path: "https://example.com/fn.wasm"}')
    expect(address.error).toBe(
      "couldn't execute function: the module 'https://example.com/fn.wasm' has to be a file of the kustomization ",
    )
  })
})

const GO = `package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"strings"
)

func main() {
	text, _ := io.ReadAll(os.Stdin)
	_, file := os.ReadFile("/etc/passwd")
	_, network := net.Dial("tcp", "127.0.0.1:1")
	fmt.Fprintln(os.Stderr, os.Args[1:], os.Environ(), file != nil, network != nil)
	fmt.Print(strings.ReplaceAll(string(text), "of: a", "of: "+os.Args[1]))
}
`

const go = spawnSync('go', ['version']).status === 0

test.skipIf(!go)(
  'a module of Go sees its words and variables, and neither files, network nor variables of the user',
  async () => {
    const source = new Folder({ 'main.go': GO, 'go.mod': 'module fn\n\ngo 1.21\n' })
    const env = { ...process.env, GOOS: 'wasip1', GOARCH: 'wasm', GOFLAGS: '-mod=mod' }
    const { status, stderr } = spawnSync('go', ['build', '-o', 'fn.wasm', '.'], {
      cwd: source.tree,
      env,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const wasm = readFileSync(join(source.tree, 'fn.wasm'))
    source.remove()
    const spec = 'exec: {path: ./fn.wasm, args: [shop, "two words"], envs: [A=b, SECRET]}'
    expect(await run(wasm, { wasi: true, env: ['C=d'] }, spec)).toEqual({
      text: UNCHANGED.replace('of: a', 'of: shop'),
      stderr: '[shop two words] [A=b C=d] true true\n',
    })
  },
  180_000,
)

test.each([
  ['wasi', WASI_WORKER],
  ['script', SCRIPT_WORKER],
])('the text of the thread %s is made from its source', (thread, text) => {
  const script = join(checkoutRoot(), 'scripts/generate-workers.mjs')
  expect(execFileSync(process.execPath, [script, '--print', thread], { encoding: 'utf8' })).toBe(text)
})
