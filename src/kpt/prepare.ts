/** From what a pipeline names to what can be run: images, commands, permissions, configurations (kpt 4.3, 10). */
import { fail } from '../core/error.ts'
import { setField, stringScalar } from '../yaml/edit.ts'
import { Mapping } from '../yaml/node.ts'
import { commandWords } from './command-words.ts'
import { type ContainerOptions, containerWords, ignoresEngineLine } from './container.ts'
import { catalogFunction } from './functions/index.ts'
import { imageName, isVersion, prefixed, resolvedImage, tagProblem } from './image.ts'
import type { PipelineStep } from './kptfile.ts'
import { scriptOf } from './script/answer.ts'
import type { Runnable } from './step.ts'

export interface PrepareOptions {
  allowExec: boolean
  /** Programs that end in `.wasm` are run as modules, which reach nothing and so need no other leave. */
  allowWasm: boolean
  imagePrefix: string
  container: ContainerOptions
  warn(message: string): void
  /** The tags there are of an image, which is named without one. */
  tags(image: string): Promise<readonly string[]>
}

/** How a step is run, and the image it names after all. */
export async function prepareStep(
  { image, exec, tag }: Pick<PipelineStep, 'image' | 'exec' | 'tag'>,
  options: PrepareOptions,
): Promise<{ image: string; runnable: Runnable }> {
  if (exec !== '') {
    if (!options.allowExec && !isModule(commandWords(exec), options.allowWasm)) {
      throw fail('EXEC_FORBIDDEN', 'must run with `--allow-exec` option to allow running function binaries')
    }
    return { image: '', runnable: programOf(exec, options.allowWasm) }
  }
  const resolved = resolvedImage(image, options.imagePrefix, await usedTag(image, tag, options))
  return { image: resolved, runnable: await runnableImage(resolved, options) }
}

export function programOf(exec: string, allowWasm: boolean): Runnable {
  const all = commandWords(exec)
  const [program = '', ...words] = all
  const script = scriptOf(all)
  if (script !== undefined) return { kind: 'script', module: script }
  if (isModule(all, allowWasm)) return { kind: 'module', path: program, words }
  return { kind: 'program', program, words }
}

function isModule([program = '']: readonly string[], allowWasm: boolean): boolean {
  return allowWasm && program.endsWith('.wasm')
}

/** What we have of the catalog is run here; everything else by a container engine. */
export async function runnableImage(image: string, { imagePrefix, container }: PrepareOptions): Promise<Runnable> {
  const prefixes = imagePrefix === '' ? [] : [`${imagePrefix}/`]
  const found = container.always === true ? undefined : catalogFunction(image, prefixes)
  if (found !== undefined) return { kind: 'catalog', definition: await found.entry.load(), version: found.version }
  if (container.always === false) {
    const hint = 'without --runtime, functions that are not built in run in containers'
    throw fail('RUNTIME', `function "${image}" is not built in, and --runtime native starts no containers`, { hint })
  }
  await container.check()
  const { engine } = container
  return {
    kind: 'program',
    program: engine,
    words: containerWords(image, container),
    ignoresLine: ignoresEngineLine(engine),
  }
}

async function usedTag(image: string, tag: string, options: PrepareOptions): Promise<string> {
  if (tag === '' || isVersion(tag)) return tag
  const { newestImageTag, readConstraint } = await import('./version-constraint.ts')
  const meets = readConstraint(tag)
  if (meets !== undefined) {
    const name = imageName(prefixed(image, options.imagePrefix))
    return newestImageTag(tag, meets, await options.tags(name))
  }
  options.warn(
    `Tag "${tag}" could not be parsed as a semantic version ("invalid semantic version") or constraint ("improper constraint: "${tag}""), will use it literally`,
  )
  const problem = tagProblem(tag)
  if (problem !== undefined) throw problem
  return tag
}

/** The configuration that a map of texts stands for; undefined when there are none. */
export function configMapConfig(data: Record<string, string>): Mapping | undefined {
  const names = Object.keys(data).sort()
  if (names.length === 0) return undefined
  const values = new Mapping([], [], true)
  for (const name of names) setField(values, name, stringScalar(data[name] as string))
  const metadata = new Mapping()
  setField(metadata, 'name', stringScalar('function-input'))
  const config = new Mapping()
  setField(config, 'apiVersion', stringScalar('v1'))
  setField(config, 'kind', stringScalar('ConfigMap'))
  setField(config, 'metadata', metadata)
  setField(config, 'data', values)
  return config
}
