/** Executable plugins in the user's plugin folder (build 5.21). */
import { fail, ToolError } from '../../core/error.ts'
import { clean, isWithin, join } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { encodeUtf8 } from '../../core/text.ts'
import { idText } from '../../krm/id.ts'
import { Decoder, IN_FILE, STRING, struct } from '../shape.ts'
import { fileWords, lineWords } from './argument-words.ts'
import { configurationFailed, type PluginProgram, type PluginRun } from './plugin.ts'
import { pluginHome } from './plugin-home.ts'
import { configurationText, textsOf } from './sent.ts'

const ARGUMENTS = struct('argsConfig', { argsOneLiner: STRING, argsFromFile: STRING })

/** Linux takes no longer variable. */
const LONGEST_VARIABLE = 131_071

export async function execPlugin(run: PluginRun): Promise<PluginProgram> {
  const { plugin, target, context } = run
  const path = await pluginPath(run)
  const words = await argumentWords(run).catch((error: unknown) => {
    throw configurationFailed(plugin, error)
  })
  const configuration = configurationText(plugin.resource)
  const call = async (input: string | undefined, end: string) => {
    const folder = await run.scratch('kust-plugin-config-')
    const file = await folder.write('config.yaml', configuration)
    const trouble = (cause: string) => `failure in plugin configured via ${file}; ${cause}${end}`
    const variables: Record<string, string> = {}
    const add = (name: string, value: string) => {
      if (encodeUtf8(value).length <= LONGEST_VARIABLE) variables[name] = value
      else {
        const message = `${name} exceeds hard limit of ${LONGEST_VARIABLE} characters, the environment variable will be omitted`
        context.log?.emit({ severity: 'warning', code: 'LOG', message, at: [] })
      }
    }
    add('KUSTOMIZE_PLUGIN_CONFIG_STRING', configuration)
    add('KUSTOMIZE_PLUGIN_CONFIG_ROOT', target.loader.root)
    const at = plugin.resource.locate()
    const result = await run
      .run({ program: path, words: [file, ...words], variables, ...(input === undefined ? {} : { input }) })
      .catch(async (error: unknown) => {
        if (!(error instanceof ToolError)) throw error
        const isFile = (await context.fs.stat(path))?.type === 'file'
        const message =
          isFile && error.message.endsWith('permission denied')
            ? `unexecutable plugin at: ${path}`
            : trouble(error.message)
        throw new ToolError(error.code, message, { at, hint: error.hint })
      })
    if (result.code !== 0) {
      const { stderr } = result
      throw fail('PLUGIN_FAILED', `${stderr === '' ? '' : `${stderr}: `}${trouble(result.status)}`, { at })
    }
    try {
      return context.objectsAsWritten(new Source('', result.stdout)).map(({ root }) => root)
    } catch (error) {
      if (!(error instanceof ToolError) || error.code !== 'YAML_SYNTAX') throw error
      throw new ToolError(error.code, `MalformedYAMLError: ${error.message}`, { at })
    }
  }
  return {
    name: path,
    generate: () => call(undefined, ''),
    transform: (given) => call(textsOf(given).join('---\n'), ' '),
  }
}

/** `<home>/<group>/<version>/<kind in lower case>/<Kind>`, which has to be there and below its home. */
async function pluginPath({ plugin, context }: PluginRun): Promise<string> {
  const { fs } = context
  const { id } = plugin.resource
  const at = plugin.resource.locate()
  const home = clean(await pluginHome(fs, context.functions.environment ?? {}, at))
  const path = join(home, `${id.group}/${id.version}/${id.kind.toLowerCase()}/${id.kind}`)
  if (!isWithin(path, home)) {
    throw fail('PLUGIN_PATH', `the plugin of ${idText(id)} is outside of the plugin folder '${home}'`, { at })
  }
  if ((await fs.stat(path)) !== undefined) return path
  const compiled = `${path}.so`
  if ((await fs.stat(compiled)) === undefined) {
    throw fail('PLUGIN_MISSING', `expected file with Go object code at: ${compiled}`, {
      at,
      hint: `no executable plugin stands at ${path}`,
    })
  }
  throw fail(
    'GO_PLUGIN',
    `plugin ${compiled} fails to load: Go plugins can only be loaded by the kustomize they were built with`,
    { at },
  )
}

async function argumentWords({ plugin, target }: PluginRun): Promise<string[]> {
  const decoder = new Decoder(plugin.resource.source ?? new Source('', ''), { converts: true })
  const { argsOneLiner, argsFromFile } = decoder.root(plugin.config, ARGUMENTS) as {
    argsOneLiner: string
    argsFromFile: string
  }
  decoder.finish(IN_FILE)
  const words = lineWords(argsOneLiner)
  if (argsFromFile === '') return words
  const { text } = await target.loader.readSource(argsFromFile)
  return [...words, ...fileWords(text)]
}
