/** What names may be. A given name is never shortened or rewritten. */
import { fail } from '../../core/error.ts'
import { encodeUtf8, goQuote } from '../../core/text.ts'

/** Flux writes the name of a Kustomization into a label value, which is no longer. */
export const KUSTOMIZATION_NAME_LENGTH = 63

const SUBDOMAIN_LENGTH = 253

/**
 * Whether a text is a DNS-1123 subdomain, the form of most names in Kubernetes.
 *
 * @example isDns1123Subdomain('my.app') // true
 */
export function isDns1123Subdomain(text: string): boolean {
  return text.length <= SUBDOMAIN_LENGTH && text.split('.').every(isLabel)
}

/** What Kubernetes says about a text that is no DNS-1123 subdomain. */
export function dns1123Problem(text: string): string | undefined {
  if (isDns1123Subdomain(text)) return undefined
  const problems: string[] = []
  if (encodeUtf8(text).length > SUBDOMAIN_LENGTH) problems.push(`must be no more than ${SUBDOMAIN_LENGTH} characters`)
  if (!text.split('.').every(isLabel)) problems.push(SUBDOMAIN_RULE)
  return problems.join('; ')
}

const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

function isLabel(text: string): boolean {
  return /^[-a-z0-9]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-')
}

/** Why a text cannot be one segment of a path. */
export function directoryNameProblem(name: string): string | undefined {
  if (name === '') return 'a directory name must not be empty'
  if (name === '.' || name === '..') return `${goQuote(name)} is not a directory name of its own`
  if (/[/\\]/.test(name)) {
    return `${goQuote(name)} contains a path separator: a directory name is one path segment`
  }
  if (name.includes('\0')) {
    return `${goQuote(name)} contains a NUL byte: a directory with one in its name cannot be created`
  }
  return undefined
}

/** Why a text cannot name a Flux Kustomization. */
export function kustomizationNameProblem(name: string): string | undefined {
  const { length } = encodeUtf8(name)
  if (length > KUSTOMIZATION_NAME_LENGTH) {
    return `${goQuote(name)} is ${length} characters long: a Flux Kustomization name is at most ${KUSTOMIZATION_NAME_LENGTH} characters, because Flux writes it into a label value`
  }
  const problem = dns1123Problem(name)
  return problem === undefined ? undefined : `${goQuote(name)} is not a valid Flux Kustomization name: ${problem}`
}

/** Why a text cannot name a service account. */
export function serviceAccountNameProblem(name: string): string | undefined {
  const problem = dns1123Problem(name)
  return problem === undefined ? undefined : `${goQuote(name)} is not a valid service account name: ${problem}`
}

/**
 * Refuses what is not one segment of a path. Upper case and `_` are fine.
 *
 * @throws ToolError with code DIRECTORY_NAME_INVALID
 * @example validateDirectoryName('00_Infra')
 */
export function validateDirectoryName(name: string): void {
  const problem = directoryNameProblem(name)
  if (problem !== undefined) throw fail('DIRECTORY_NAME_INVALID', problem)
}

/**
 * Refuses what cannot name a Flux Kustomization: a DNS-1123 subdomain of at most 63 characters.
 *
 * @throws ToolError with code KUSTOMIZATION_NAME_INVALID
 * @example validateKustomizationName('apps-shop')
 */
export function validateKustomizationName(name: string): void {
  const problem = kustomizationNameProblem(name)
  if (problem !== undefined) throw fail('KUSTOMIZATION_NAME_INVALID', problem)
}

/**
 * Refuses what cannot name a service account: anything but a DNS-1123 subdomain.
 *
 * @throws ToolError with code SERVICE_ACCOUNT_NAME_INVALID
 * @example validateServiceAccountName('shop-deployer')
 */
export function validateServiceAccountName(name: string): void {
  const problem = serviceAccountNameProblem(name)
  if (problem !== undefined) throw fail('SERVICE_ACCOUNT_NAME_INVALID', problem)
}
