/** Encrypted Secrets as the command line shows them (flux 7). */
import { fail, wrap } from '../core/error.ts'
import { decodeBase64Text, encodeBase64, encodeUtf8 } from '../core/text.ts'
import { removeField, setValueAt, stringScalar } from '../yaml/edit.ts'
import { field, MAPPING, type Mapping, type Node, SCALAR } from '../yaml/node.ts'
import { isNull, tagOf } from '../yaml/resolve.ts'
import { type FluxObject, idOf, printUnshown, stringField } from './object.ts'

const MASK = '**SOPS**'
const DOCKER_MASK = `{"mask":"${MASK}"}`

/**
 * Replaces what SOPS has encrypted.
 *
 * @throws ToolError for data that are not base64
 */
export function maskSecret(object: FluxObject): void {
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
    return isSealed(decodeBase64Text(value) ?? '') ? base64(MASK) : undefined
  })
  replaceValues(field(root, 'stringData'), (value) => {
    if (isDocument) return mask
    return isSealed(value) ? base64(MASK) : undefined
  })
}

function printed(object: FluxObject, name: string): string {
  try {
    return printUnshown(object)
  } catch (error) {
    throw wrap(`failed to mask secret ${name} sops data`, error)
  }
}

/** The reference writes `data` anew as a map of texts, and leaves out what would be empty. */
function maskData(root: Mapping, replace: (value: string) => string | undefined): void {
  const data = field(root, 'data')
  if (data === undefined) return
  if (data.kind !== MAPPING || data.keys.length === 0) {
    removeField(root, 'data')
    return
  }
  replaceValues(data, replace)
  data.values.forEach((value, i) => {
    if (value.kind === SCALAR && tagOf(value) !== '!!str') setValueAt(data, i, stringScalar(value.value))
  })
}

function base64(text: string): string {
  return encodeBase64(encodeUtf8(text))
}

function isSealed(text: string): boolean {
  return text.includes('sops') && text.includes('ENC[')
}

/** What is null, or a collection, counts as an empty text. */
function replaceValues(map: Node | undefined, replace: (value: string) => string | undefined): void {
  if (map?.kind !== MAPPING) return
  map.values.forEach((value, i) => {
    const isText = value.kind === SCALAR && !isNull(value)
    const replacement = replace(isText ? value.value : '') ?? (isText ? undefined : '')
    if (replacement !== undefined) setValueAt(map, i, stringScalar(replacement))
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
