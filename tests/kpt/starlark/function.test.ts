import { describe, expect, it } from 'vitest'
import { runFn } from '../command.ts'
import { filesIn, folderWith } from '../folder.ts'

const KPTFILE = 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\n'

const MESSY = `# licence
apiVersion: apps/v1
kind: Deployment
metadata:
    name:   web # the name
    creationTimestamp: 2001-01-01
spec:
    replicas:   3   # how many
    mode: 0x10
    ratio: 1e3
    template:
        spec:
            containers:
            -   name: "web"
                image: 'nginx:1.27'   # pinned
                args: [ "a",   b ]
# the end
`

async function evaluate(source: string, files: Record<string, string> = { 'a.yaml': MESSY }, ...words: string[]) {
  const root = folderWith({ Kptfile: KPTFILE, ...files })
  const run = ['eval', '.', '--image', 'starlark', ...words, '--', `source=${source}`]
  const { code, stderr } = await runFn({ words: run, cwd: root, environment: { PATH: process.env.PATH ?? '' } })
  return { code, stderr: stderr.replace(/ in \d+(?:\.\d+)?m?s$/gm, ' in 0s'), files: filesIn(root) }
}

const IMAGE = '"ghcr.io/kptdev/krm-functions-catalog/starlark"'

describe('the function starlark', () => {
  it('changes no byte that the program does not change', async () => {
    const { files, code } = await evaluate(
      'for r in ctx.resource_list["items"]:\n  if r["kind"] == "Deployment": r["spec"]["replicas"] += 2',
    )
    expect(code).toBe(0)
    expect(files).toEqual({ Kptfile: KPTFILE, 'a.yaml': MESSY.replace('3   # how', '5   # how') })
  })

  it('adds items with sorted keys, and removes items', async () => {
    const { files } = await evaluate(
      `load("krmfn.star", "krmfn")
made = {"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "x"}, "data": {"b": "1", "a": "yes", "t": "2001-01-01"}}
ctx.resource_list["items"] = [r for r in ctx.resource_list["items"] if not krmfn.match_gvk(r, "apps/v1", "Deployment")] + [made]`,
    )
    expect(files).toEqual({
      Kptfile: KPTFILE,
      'configmap_x.yaml': `apiVersion: v1
data:
  a: "yes"
  b: "1"
  t: "2001-01-01"
kind: ConfigMap
metadata:
  name: x
`,
    })
  })

  it('prints what the program prints, also when it fails then, and changes nothing', async () => {
    const { files, code, stderr } = await evaluate(
      'for r in ctx.resource_list["items"]: r["metadata"]["name"] = "z"\nprint("one")\nprint("two")\nfail("no", 1)',
    )
    expect(code).toBe(1)
    expect(stderr).toContain(`[RUNNING] ${IMAGE}
[FAIL] ${IMAGE} in 0s
  [Results]:
    [error]: fail: no 1
  Stderr:
    one
    two
    failed to evaluate function: error: function failure
  Exit code: 1
`)
    expect(files).toEqual({ Kptfile: KPTFILE, 'a.yaml': MESSY })
  })

  it.each([
    [
      'x = [1]\nx.append(x)\nctx.resource_list["items"].append({"kind": x})',
      'an item that nests more than 500 levels deep, or contains itself, is not supported by strake',
    ],
    ['ctx.resource_list["items"].append(1)', 'each of ctx.resource_list["items"] has to be a dict'],
    ['ctx.resource_list["items"] = 1', 'ctx.resource_list["items"] has to be a list'],
    ['ctx.resource_list["items"][0]["x"] = set()', "sets aren't yet supported"],
    ['ctx.resource_list["items"][0]["x"] = len', 'unrecognized starlark type: builtin_function_or_method'],
    ['ctx.resource_list["items"][0]["x"] = 1 << 64', 'the int 18446744073709551616 does not fit into 64 bits'],
    ['ctx.resource_list["items"][0][1] = 1', 'a key that is no string but int is not supported by strake'],
    ['load("time.star", "time")\ntime.now()', 'time.now is not supported by strake'],
    ['load("/etc/passwd", "x")', 'cannot load /etc/passwd: invalid module "/etc/passwd"'],
    ['ctx.open_api', 'ctx.open_api is not supported by strake'],
    ['while True: pass', 'function-input:1:13: the program takes more than 50000000 steps'],
  ])('refuses %s', async (source, message) => {
    const { files, code, stderr } = await evaluate(source)
    expect(code).toBe(1)
    expect(stderr).toContain(`    [error]: ${message}\n`)
    expect(files).toEqual({ Kptfile: KPTFILE, 'a.yaml': MESSY })
  })

  it('gives the program the variables of --env, and no others', async () => {
    const { stderr } = await evaluate('print(ctx.environment)', undefined, '--env', 'COLOUR=red')
    expect(stderr).toContain('    {"COLOUR": "red"}\n')
  })
})
