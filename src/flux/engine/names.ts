/** Names of Kustomizations (flux-engine C, I). */
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeUtf8 } from '../../core/text.ts'
import { KUSTOMIZATION_NAME_MAX_LENGTH } from './defaults.ts'

const HASH_LENGTH = 8

/** The longest name of a layout beside which a hash has room. */
const LONGEST_TAIL = KUSTOMIZATION_NAME_MAX_LENGTH - HASH_LENGTH - 1

/**
 * The name of the Kustomization of an application's or an added layout that sets none: `<unit>-<layout>`, shortened with a
 * hash when that is longer than Flux takes. Two names may shorten to one; who creates the Kustomization checks that.
 *
 * @example defaultLayoutKustomizationName('web', 'api') // web-api
 */
export function defaultLayoutKustomizationName(unit: string, layoutName: string): string {
  const whole = `${unit}-${layoutName}`
  if (encodeUtf8(whole).length <= KUSTOMIZATION_NAME_MAX_LENGTH) return whole
  const hash = [...sha256(encodeUtf8(whole)).subarray(0, HASH_LENGTH / 2)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const tail = encodeUtf8(layoutName).length
  if (tail <= LONGEST_TAIL) {
    const prefix = beginning(unit, KUSTOMIZATION_NAME_MAX_LENGTH - tail - HASH_LENGTH - 2)
    return prefix === '' ? `${hash}-${layoutName}` : `${prefix}-${hash}-${layoutName}`
  }
  const prefix = beginning(layoutName, LONGEST_TAIL)
  return prefix === '' ? hash : `${prefix}-${hash}`
}

/** The first bytes without the hyphens and dots that end them. */
function beginning(text: string, length: number): string {
  return new TextDecoder().decode(encodeUtf8(text).subarray(0, Math.max(0, length))).replace(/[-.]+$/, '')
}

/**
 * The name of a node's own Kustomization when nothing sets one. It is never shortened.
 *
 * @example nodeKustomizationName('prod/platform') // prod-platform-node
 */
export function nodeKustomizationName(directory: string): string {
  return `${directory.replaceAll('/', '-')}-node`
}
