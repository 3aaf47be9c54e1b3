/** Encrypted Secrets as the command line shows them (flux 7). */
import { fail, wrap } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { decodeBase64Text, encodeBase64, encodeUtf8 } from '../core/text.ts'
import { removeField, setValueAt, stringScalar } from '../yaml/edit.ts'
import { emitSorted } from '../yaml/emit.ts'
import { field, MAPPING, Mapping, type Node, SCALAR, Scalar } from '../yaml/node.ts'
import { isNull, resolvePlain } from '../yaml/resolve.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { type FluxObject, idOf, printUnshown, stringField } from './object.ts'

const MASK = '**SOPS**'
const DOCKER_MASK = `{"mask":"${MASK}"}`

/**
 * Replaces what SOPS has encrypted. What was read again, as substitution does, has no flow style any more.
 *
 * @throws ToolError for data that are not base64
 */
export function maskSecret(object: FluxObject, isReadAgain: boolean): void {
  const { kind, name } = idOf(object)
  if (kind !== 'Secret') return
  const { root } = object
  const text = printed(object, name)
  const isDocker = stringField(root, 'type') === 'kubernetes.io/dockerconfigjson'
  const mask = isDocker ? DOCKER_MASK : MASK
  const isDocument = text.includes('sops:') && text.includes('mac: ENC[')
  if (isDocument) removeField(root, 'sops')
  maskData(root, (value) => {
    if (isDocument) return base64(mask)
    const problem = base64Problem(value)
    if (problem !== undefined)
      throw fail('BASE64', `failed to mask secret ${name} sops data: illegal base64 data at input byte ${problem}`)
    return isSealed(decodeBase64Text(value) ?? '') ? base64(MASK) : value
  })
  const isFlow = !isReadAgain && (root.flow || mappingIn(root, 'stringData')?.flow === true)
  replaceValues(mappingIn(root, 'stringData'), (value) =>
    isDocument ? stringScalar(mask) : isSealed(value) ? stringScalar(base64(MASK)) : plainlyRead(value, isFlow),
  )
}

function mappingIn(root: Mapping, name: string): Mapping | undefined {
  const map = field(root, name)
  return map?.kind === MAPPING ? map : undefined
}

function printed(object: FluxObject, name: string): string {
  try {
    return printUnshown(object)
  } catch (error) {
    throw wrap(`failed to mask secret ${name} sops data`, error)
  }
}

/** The reference writes `data` anew as a map of texts, and leaves out what would be empty. */
function maskData(root: Mapping, replace: (value: string) => string): void {
  const data = mappingIn(root, 'data')
  if (data === undefined || data.keys.length === 0) removeField(root, 'data')
  else replaceValues(data, (value) => stringScalar(replace(value)))
}

/** It writes those of `stringData` without quotes, so that a text may become what it looks like. */
function plainlyRead(text: string, isFlow: boolean): Node {
  if (text === '' && isFlow) return stringScalar('')
  if (resolvePlain(text) === '!!str') return stringScalar(text)
  const printed = emitSorted(new Mapping([new Scalar('value')], [new Scalar(text)]))
  return field(readYaml11(new Source('', printed)), 'value') as Node
}

function base64(text: string): string {
  return encodeBase64(encodeUtf8(text))
}

function isSealed(text: string): boolean {
  return text.includes('sops') && text.includes('ENC[')
}

/** What is null, or a collection, counts as an empty text. */
function replaceValues(map: Mapping | undefined, replace: (value: string) => Node): void {
  map?.values.forEach((value, i) => {
    setValueAt(map, i, replace(value.kind === SCALAR && !isNull(value) ? value.value : ''))
  })
}

/** Where Go's decoder gives up; undefined when it does not. */
function base64Problem(text: string): number | undefined {
  let digits = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string
    if (character === '\n' || character === '\r') continue
    if (character === '=') return paddingProblem(text, i, digits % 4)
    if (!/[A-Za-z0-9+/]/.test(character)) return i
    digits++
  }
  return digits % 4 === 0 ? undefined : text.length - (digits % 4)
}

/** `count` digits of the last group stand before the padding at `at`. */
function paddingProblem(text: string, at: number, count: number): number | undefined {
  if (count < 2) return at
  let next = at + 1
  const skip = () => {
    while (text[next] === '\n' || text[next] === '\r') next++
  }
  skip()
  if (count === 2) {
    if (next === text.length) return text.length
    if (text[next] !== '=') return next - 1
    next++
    skip()
  }
  return next === text.length ? undefined : next
}
