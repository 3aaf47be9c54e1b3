/** `cfg cat`: prints resources, formatted (CLI spec 14). */
import { fail } from '../../core/error.ts'
import { formatResources } from '../../krm/format.ts'
import { annotation, isPlaceAnnotation, removeAnnotations } from '../../krm/path-annotations.ts'
import { setStyle, stripComments } from '../../krm/restyle.ts'
import { setField, setItems } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import { Mapping, type Node, Scalar, Sequence } from '../../yaml/node.ts'
import type { CfgContext, CfgFlags } from './context.ts'
import { absolute, type CfgItem, forEachPackage, printItems, readItems, readStream } from './packages.ts'

const LOCAL = 'config.kubernetes.io/local-config'

export async function cat(words: readonly string[], flags: CfgFlags, context: CfgContext): Promise<string> {
  if (words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${words.length}`)
  const config = await functionConfig(flags, context)
  const print = async (items: CfgItem[]) => printed(items, flags, config)
  const [argument] = words
  if (argument === undefined) return await print(readStream(context.input()))
  return await forEachPackage(
    context,
    argument,
    flags.bool('recurse-subpackages'),
    print,
    (text, problem, path, isLast) => {
      if (problem !== '') return `${problem} in package ${JSON.stringify(path)}\n`
      return text === '' || isLast ? text : `${text}---`
    },
  )
}

/** Local resources are told by an annotation, whatever its value. */
export function chosen(items: readonly CfgItem[], flags: CfgFlags): CfgItem[] {
  const isLocal = ({ root }: CfgItem) => annotation(root, LOCAL) !== undefined
  return items.filter((item) => (isLocal(item) ? flags.bool('include-local') : !flags.bool('exclude-non-local')))
}

function printed(all: readonly CfgItem[], flags: CfgFlags, config: Node | undefined): string {
  const items = chosen(all, flags)
  if (!flags.bool('annotate')) for (const { root } of items) removeAnnotations(root, isPlaceAnnotation)
  if (flags.bool('format')) formatResources(items.map(({ root }) => root))
  if (flags.bool('strip-comments')) for (const { document } of items) stripComments(document.root)
  const styles = flags.list('style').flatMap((value) => value.split(','))
  for (const { root } of items) setStyle(root, styles)
  const kind = flags.string('wrap-kind')
  if (kind === '' || items.length === 0) return printItems(items)
  const wrapper = new Mapping()
  setField(wrapper, 'apiVersion', new Scalar(flags.string('wrap-version')))
  setField(wrapper, 'kind', new Scalar(kind))
  const list = new Sequence()
  setItems(
    list,
    items.map(({ root }) => root),
  )
  setField(wrapper, 'items', list)
  if (config !== undefined) setField(wrapper, 'functionConfig', config)
  return emitKept(wrapper)
}

async function functionConfig(flags: CfgFlags, context: CfgContext): Promise<Node | undefined> {
  const path = flags.string('function-config')
  if (path === '') return undefined
  const root = absolute(context, path)
  if ((await context.fs.stat(root)) === undefined) {
    throw fail('USAGE', `evalsymlink failure on '${path}' : lstat ${root}: no such file or directory`)
  }
  const [first] = await readItems(context.fs, root, true)
  if (first === undefined) return undefined
  removeAnnotations(first.root, isPlaceAnnotation)
  return first.root
}
