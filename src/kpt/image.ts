/** Names of images (kpt 1.3, 10.2, 10.3). */
import { fail, type ToolError } from '../core/error.ts'

export const DEFAULT_PREFIX = 'ghcr.io/kptdev/krm-functions-catalog'

const COMPONENT = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const HOST = '(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*(?::[0-9]+)?'
const TAG = '[\\w][\\w.-]{0,127}'
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}'
const REFERENCE = new RegExp(`^((?:${HOST}/)?${COMPONENT}(?:/${COMPONENT})*)(?::(${TAG}))?(?:@(${DIGEST}))?$`)

/** Why a reference to an image is none; undefined when it is one. */
export function imageProblem(image: string): string | undefined {
  if (REFERENCE.test(image)) return undefined
  if (REFERENCE.test(image.toLowerCase())) {
    return `invalid reference format: repository name (${imageName(image)}) must be lowercase`
  }
  return 'invalid reference format'
}

/** An image without tag and digest. */
export function imageName(image: string): string {
  return image.replace(/@.*$/, '').replace(/:[^/:]*$/, '')
}

/** The image of a step as it is run: with its registry, and a tag. */
export function resolvedImage(image: string, prefix: string, tag: string): string {
  const whole = prefixed(image, prefix)
  if (tag !== '') return `${imageName(whole)}:${tag}`
  return /@/.test(whole) || /:[^/]*$/.test(whole) ? whole : `${whole}:latest`
}

/** Names without a registry get the prefix. */
export function prefixed(image: string, prefix: string): string {
  return image.includes('/') || prefix === '' ? image : `${prefix}/${image}`
}

/** A prefix as it is used; undefined means the one of the environment or the built-in one. */
export function imagePrefix(given: string | undefined, environment: string | undefined): string {
  const prefix = given ?? environment ?? DEFAULT_PREFIX
  const problem = prefixProblem(prefix)
  if (problem !== undefined) throw fail('IMAGE_PREFIX', `invalid image prefix "${prefix}": ${problem}`)
  return prefix.replace(/\/$/, '')
}

function prefixProblem(prefix: string): string | undefined {
  if (prefix === '') return undefined
  if (prefix.includes('://')) return 'must not include a scheme (e.g. https://)'
  if (/[?#]/.test(prefix)) return "must not contain '?' or '#'"
  return imageProblem(`${prefix.replace(/\/$/, '')}/x`) === undefined ? undefined : 'must be a valid registry path'
}

const VERSION = /^v?\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

export function isVersion(tag: string): boolean {
  return VERSION.test(tag)
}

export function tagProblem(tag: string): ToolError | undefined {
  if (new RegExp(`^${TAG}$`).test(tag)) return undefined
  return fail(
    'IMAGE_TAG',
    `\`function.tag\` "${tag}" must be a valid image tag: must start with an alphanumeric character or underscore, followed by at most 127 alphanumeric characters, underscores, periods, or dashes`,
  )
}
