/** `strake build DIR`: the reference's flags, output and messages. */
import { fail } from '../../core/error.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { type BuildResult, build as buildTarget } from '../../kustomize/build.ts'
import { nodeFetcher } from '../../node/fetcher.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import { nodeRunner } from '../../node/runner.ts'
import type { Command, CommandContext } from '../command.ts'
import { type FlagSpec, oneOf } from '../flags.ts'
import { countingFiles, tellSlow } from '../progress.ts'
import { shortLived } from '../short-life.ts'
import type { SharedOptions } from './build-each.ts'

export const RESTRICTORS = ['LoadRestrictionsRootOnly', 'LoadRestrictionsNone'] as const
const ORDERS = ['legacy', 'none'] as const

type More = Partial<FlagSpec>
const bool = (name: string, more?: More): FlagSpec => ({ name, type: 'bool', ...more })
const text = (name: string, more?: More): FlagSpec => ({ name, type: 'string', ...more })
const texts = (name: string, more?: More): FlagSpec => ({ name, type: 'stringArray', ...more })

export const build: Command = {
  name: 'build',
  short: 'Build a kustomization and print its objects',
  use: 'DIR',
  flags: [
    bool('as-current-user'),
    text('container-engine'),
    bool('each'),
    bool('enable-alpha-plugins'),
    bool('enable-exec'),
    bool('enable-helm'),
    bool('enable-wasi'),
    texts('env', { short: 'e' }),
    text('function-timeout'),
    texts('helm-api-versions'),
    text('helm-command', { default: 'helm' }),
    bool('helm-debug'),
    text('helm-kube-version'),
    text('load-restrictor', { default: RESTRICTORS[0], values: RESTRICTORS }),
    texts('mount'),
    bool('network'),
    text('network-name', { default: 'bridge' }),
    bool('offline'),
    text('output', { short: 'o' }),
    text('reorder', {
      values: ORDERS,
      deprecated: "use the new 'sortOptions' field in kustomization.yaml instead.",
    }),
    bool('enable-managedby-label', {
      deprecated:
        'The flag `enable-managedby-label` has been deprecated. Use the `managedByLabel` option in the `buildMetadata` field instead.',
    }),
  ],
  showsUsage: false,
  completes: 'folder',
  load: async () => run,
}

async function run(context: CommandContext): Promise<number> {
  const { flags, cwd, stdout } = context
  if (flags.bool('each')) return await (await import('./build-each.ts')).buildEach(context, buildOne)
  if (flags.words.length > 1) throw fail('USAGE', 'specify one path to kustomization.yaml')
  const result = await buildOne(context, flags.words[0] ?? '.')
  const output = flags.string('output')
  if (output === '') stdout.write(result.text)
  else await (await import('../output.ts')).writeOutput(output, cwd, result)
  return 0
}

async function buildOne(context: CommandContext, argument: string, shared?: SharedOptions): Promise<BuildResult> {
  const { flags, cwd, environment, reporter } = context
  if (argument === '') throw fail('ROOT', 'must build at directory: directory path cannot be empty')
  // An empty value counts as the default, as it does in the reference.
  const loadRestrictor = oneOf('--load-restrictor', flags.string('load-restrictor') || RESTRICTORS[0], RESTRICTORS)
  const reorder = flags.has('reorder') ? oneOf('--reorder', flags.string('reorder'), ORDERS) : 'unspecified'
  const settle = shared?.settle ?? shortLived()
  const countFile = countingFiles(context)
  const fs = nodeFileSystem({
    onRead(size) {
      settle(size)
      countFile()
    },
  })
  const root = isAbsolute(argument) ? argument : join(cwd, argument)
  const onSlow = tellSlow(context)
  const runner = nodeRunner({ environment, onSlow })
  const offline = flags.bool('offline')
  const enablePlugins = flags.bool('enable-alpha-plugins')
  return await buildTarget({
    root,
    ...shared,
    argument,
    fs,
    fetcher: nodeFetcher({
      fs,
      environment,
      offline,
      folder: root,
      onSlow,
    }),
    runner,
    log: reporter,
    loadRestrictor,
    reorder,
    enablePlugins,
    functions: enablePlugins ? (await import('../function-options.ts')).functionOptions(context) : undefined,
    enableHelm: flags.bool('enable-helm') || enablePlugins,
    helm: {
      command: flags.string('helm-command'),
      kubeVersion: flags.string('helm-kube-version'),
      apiVersions: flags.list('helm-api-versions'),
      debug: flags.bool('helm-debug'),
      offline,
    },
    managedByLabel: flags.bool('enable-managedby-label') || environment.KUSTOMIZE_ENABLE_MANAGEDBY_LABEL === 'on',
  }).finally(() => runner.close())
}
