/** `strake flux vars`: where variables are defined and used, and what is wrong with them. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Flux's variables are written like that
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runFlux } from './command.ts'

let cwd = ''
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-vars-')))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
}

const kustomization = (name: string, postBuild: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec:
  interval: 10m
  prune: true
  path: ./${name}
  sourceRef: {kind: GitRepository, name: fleet}
  postBuild:
${postBuild}`

const configMap = (name: string, data: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: flux-system}\ndata:\n${data}`

const VARS = ['vars', 'prod', '--local-sources', 'GitRepository/flux-system/fleet=.']

async function vars(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await runFlux([...VARS, ...words], cwd)
  return { code, stdout, stderr }
}

async function findings(): Promise<string[]> {
  const { stdout } = await vars('--json')
  const list: { severity: string; code: string; message: string; fix: string }[] = JSON.parse(stdout).findings
  return list.map(({ severity, code, message, fix }) => `${severity} ${code} ${message} | ${fix}`)
}

describe('flux vars', () => {
  test('tells of every variable where it is defined and used', async () => {
    write({
      'prod/app.yaml': kustomization(
        'app',
        `    substitute: {HOST: own.example}
    substituteFrom:
      - {kind: ConfigMap, name: settings}
      - {kind: Secret, name: tokens}
`,
      ),
      'prod/settings.yaml': configMap('settings', '  HOST: common.example\n  ZONE: "a b"\n'),
      'prod/tokens.yaml':
        'apiVersion: v1\nkind: Secret\nmetadata: {name: tokens, namespace: flux-system}\nstringData: {TOKEN: hunter2}\n',
      'app/config.yaml': configMap(
        'config',
        '  url: https://${HOST}/${ZONE}\n  token: ${TOKEN}\n  level: ${LEVEL:=info}\n',
      ),
    })
    expect(await vars()).toEqual({
      code: 0,
      stdout: `flux-system/app
  HOST = "own.example"
    defined in ConfigMap/flux-system/settings data.HOST (overridden)
    defined in Kustomization/flux-system/app spec.postBuild.substitute.HOST
    used in ConfigMap/flux-system/config data.url
  LEVEL
    not defined
    used in ConfigMap/flux-system/config data.level (has a default)
  TOKEN (secret)
    defined in Secret/flux-system/tokens data.TOKEN
    used in ConfigMap/flux-system/config data.token
  ZONE = "a b"
    defined in ConfigMap/flux-system/settings data.ZONE
    used in ConfigMap/flux-system/config data.url
`,
      stderr: expect.stringContaining('ConfigMap/flux-system/settings data.HOST: nothing uses HOST'),
    })
  })

  test('ends with 1 for variables that are not defined, all of them', async () => {
    write({
      'prod/app.yaml': kustomization('app', '    substitute: {A: a}\n'),
      'app/config.yaml': configMap('config', '  a: ${A}\n  b: x-${B}\n  c: ${A:=${C}}\n  ${D}: d\n'),
    })
    const fix = (name: string) => `define it, or write \${${name}:=DEFAULT}`
    expect(await findings()).toEqual([
      `error UNDEFINED ConfigMap/flux-system/config data.b: B is not defined | ${fix('B')}`,
      `error UNDEFINED ConfigMap/flux-system/config data.c: C is not defined | ${fix('C')}`,
      `error UNDEFINED ConfigMap/flux-system/config data.\${D}: D is not defined | ${fix('D')}`,
    ])
    const { code, stderr } = await vars()
    expect(code).toBe(1)
    expect(stderr).toContain(`  hint: ${fix('B')}\n✗ ConfigMap/flux-system/config data.b: B is not defined\n`)
    write({ 'app/config.yaml': configMap('config', '  a: ${A}\n  b: x-${B}\n') })
    const lenient = await vars('--strict-substitute=false')
    expect(lenient.code).toBe(0)
    expect(lenient.stderr).toContain('data.b: B is not defined, and becomes empty')
  })

  test('says which texts become something else, with what to write', async () => {
    write({
      'prod/app.yaml': kustomization(
        'app',
        `    substitute:
      PORT: "8080"
      FLAG: "yes"
      QUOTED: '"8080"'
      NOTHING: ""
      COMMENT: "a #b"
      FORM: "[1]"
`,
      ),
      'app/config.yaml': configMap(
        'config',
        '  port: "${PORT}"\n  flag: ${FLAG}\n  quoted: ${QUOTED}\n  text: p${PORT}\n  none: ${NOTHING}\n  cut: ${COMMENT}\n',
      ),
      'app/service.yaml':
        'apiVersion: v1\nkind: Service\nmetadata: {name: web, annotations: {a: "${PORT}"}}\nspec:\n  ports: [{port: "${PORT}", name: "${PORT}"}]\n',
      'app/custom.yaml':
        'apiVersion: example.org/v1\nkind: Custom\nmetadata: {name: custom}\nspec: {size: "${PORT}", list: "${FORM}"}\n',
    })
    expect((await findings()).sort()).toEqual([
      `error TYPE ConfigMap/flux-system/config data.flag: \${FLAG} becomes the boolean true, and the field takes texts only | for a text write FLAG: '"yes"'`,
      `error TYPE ConfigMap/flux-system/config data.none: \${NOTHING} becomes null, and the field takes texts only | for a text write NOTHING: '""'`,
      `error TYPE ConfigMap/flux-system/config data.port: \${PORT} becomes the number 8080, and the field takes texts only | for a text write PORT: '"8080"'`,
      `error TYPE Service/web spec.ports.0.name: \${PORT} becomes the number 8080, and the field takes texts only | for a text write PORT: '"8080"'`,
      `warning TEXT ConfigMap/flux-system/config data.cut: \${COMMENT} becomes "a", not "a #b" | for a text write COMMENT: '"a #b"'`,
      `warning TYPE Custom/custom spec.list: \${FORM} becomes a list | for a text write FORM: '"[1]"'`,
      `warning TYPE Custom/custom spec.size: \${PORT} becomes the number 8080 | for a text write PORT: '"8080"'`,
    ])
  })

  test('says what the fix makes of it: the quoted value stays a text', async () => {
    write({
      'prod/app.yaml': kustomization('app', `    substitute: {PORT: '"8080"'}\n`),
      'app/config.yaml': configMap('config', '  port: "${PORT}"\n'),
    })
    expect(await vars()).toMatchObject({ code: 0, stderr: '' })
    expect((await runFlux(['render', ...VARS.slice(1)], cwd)).stdout).toContain('  port: "8080"\n')
  })

  test('names what nothing uses, once for all Kustomizations that could', async () => {
    const from = '    substituteFrom: [{kind: ConfigMap, name: settings}]\n'
    write({
      'prod/app.yaml': kustomization('app', from),
      'prod/web.yaml': kustomization('web', `    substitute: {OWN: x}\n${from}`),
      'prod/settings.yaml': configMap('settings', '  A: a\n  B: b\n  C: c\n'),
      'app/config.yaml': configMap('config', '  a: ${A}\n'),
      'web/config.yaml': configMap('other', '  b: ${B}\n'),
    })
    expect(await findings()).toEqual([
      'warning UNUSED ConfigMap/flux-system/settings data.C: nothing uses C | remove it',
      'warning UNUSED Kustomization/flux-system/web spec.postBuild.substitute.OWN: nothing uses OWN | remove it',
    ])
  })

  test.each([
    [
      'an expression that cannot be read',
      '  a: ${A.b}\n',
      '{A: a}',
      'error EXPRESSION ConfigMap/flux-system/config data.a: missing closing brace',
    ],
    [
      'a value that breaks the text around it',
      '  a: ${A}\n',
      '{A: "*x"}',
      'error EXPRESSION ConfigMap/flux-system/config: envsubst error: YAMLToJSON',
    ],
    [
      'a number in the Kustomization',
      '  a: x${A}\n',
      '{A: 3}',
      'error NOT_TEXT Kustomization/flux-system/app spec.postBuild.substitute.A: the number 3 is no text',
    ],
  ])('refuses %s', async (_, data, substitute, expected) => {
    write({
      'prod/app.yaml': kustomization('app', `    substitute: ${substitute}\n`),
      'app/config.yaml': configMap('config', data),
    })
    expect((await findings())[0]).toContain(expected)
    expect((await vars()).code).toBe(1)
  })

  test('tells what else is wrong with the repository', async () => {
    write({
      'prod/app.yaml': kustomization('app', '    substituteFrom: [{kind: ConfigMap, name: absent}]\n'),
      'app/config.yaml': configMap('config', '  a: ${A}\n'),
    })
    const { code, stderr } = await vars()
    expect(code).toBe(1)
    expect(stderr).toContain('substitute from \'ConfigMap/absent\' error: configmaps "absent" not found')
  })

  test('shows no value of a Secret', async () => {
    write({
      'prod/app.yaml': kustomization('app', '    substituteFrom: [{kind: Secret, name: tokens}]\n'),
      'prod/tokens.yaml':
        'apiVersion: v1\nkind: Secret\nmetadata: {name: tokens, namespace: flux-system}\nstringData: {PIN: "424242", STAR: "*hunter2", CUT: "hunter2 #x"}\n',
      'app/config.yaml': configMap('config', '  pin: ${PIN}\n  cut: ${CUT}\n'),
      'app/other.yaml': configMap('other', '  star: ${STAR}\n'),
    })
    const [text, json] = [await vars(), await vars('--json')]
    expect([text.code, json.code]).toEqual([1, 1])
    expect(JSON.stringify([text, json])).not.toMatch(/424242|hunter2/)
  })
})
