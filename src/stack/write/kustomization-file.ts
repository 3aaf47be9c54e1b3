/** The `kustomization.yaml` of a directory (layout §6.2). */

import { ToolError } from '../../core/error.ts'
import { Source } from '../../core/source.ts'
import { compareBytes, goQuote } from '../../core/text.ts'
import { MAPPING, SCALAR } from '../../yaml/node.ts'
import { isPlainString } from '../../yaml/string-form.ts'
import { readYaml11 } from '../../yaml/yaml11.ts'
import type { ConfigMapGenerator } from '../layout/manifest.ts'

const HEADER = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n'

/**
 * The whole file: the files of the directory in byte order, then what is listed of the children, in their order.
 *
 * @example
 * kustomizationFile(['b.yaml', 'a.yaml'], ['web'], [])
 */
export function kustomizationFile(
  files: readonly string[],
  children: readonly string[],
  generators: readonly ConfigMapGenerator[],
): string {
  const entries = [...[...files].sort(compareBytes), ...children]
  let text = HEADER
  text += entries.length === 0 ? 'resources: []\n' : 'resources:\n'
  for (const entry of entries) text += `  - ${kustomizationEntry(entry)}\n`
  if (generators.length > 0) text += 'configMapGenerator:\n'
  for (const generator of generators) text += generatorLines(generator)
  return text
}

function generatorLines({ name, files = [], annotations = {} }: ConfigMapGenerator): string {
  let text = `  - name: ${kustomizationEntry(name)}\n`
  if (files.length > 0) text += '    files:\n'
  for (const file of files) text += `      - ${kustomizationEntry(file)}\n`
  const keys = Object.keys(annotations).sort(compareBytes)
  if (keys.length > 0) text += '    options:\n      annotations:\n'
  for (const key of keys) {
    text += `        ${kustomizationEntry(key)}: ${kustomizationEntry(annotations[key] as string)}\n`
  }
  return text
}

/**
 * A text as the value of a field: plain when kustomize reads it back as that text, else between double quotes.
 *
 * @example kustomizationEntry('on') // "on", with its quotes
 */
export function kustomizationEntry(text: string): string {
  return isPlainString(text) || readsAsItself(text) ? text : goQuote(text)
}

function readsAsItself(text: string): boolean {
  try {
    const root = readYaml11(new Source('', `v: ${text}`))
    const value = root?.kind === MAPPING && root.keys.length === 1 ? root.values[0] : undefined
    return value?.kind === SCALAR && value.tag === '!!str' && value.value === text
  } catch (error) {
    if (error instanceof ToolError) return false
    throw error
  }
}
