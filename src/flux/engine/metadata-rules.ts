/** The Kubernetes API's rules for labels and annotations (flux-engine R-138). */
import { encodeUtf8 } from '../../core/text.ts'

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

const LONGEST_NAME = 63
const LONGEST_PREFIX = 253

/** All keys and values of an object's annotations together, in bytes. */
const LARGEST_ANNOTATIONS = 256 * 1024

/** What is wrong with a label; empty when nothing is. */
export function labelProblems(key: string, value: string): string[] {
  const problems = keyProblems(key)
  if (lengthOf(value) > LONGEST_NAME) problems.push(`must be no more than ${LONGEST_NAME} bytes`)
  if (value !== '' && !NAME.test(value)) problems.push(VALUE_RULE)
  return problems
}

/** What is wrong with an annotation; its key may have upper case anywhere, its value is free. */
export function annotationProblems(key: string): string[] {
  return keyProblems(key.toLowerCase())
}

/** What is wrong with the annotations of one object taken together. */
export function annotationsSizeProblem(annotations: Readonly<Record<string, string>>): string | undefined {
  let size = 0
  for (const [key, value] of Object.entries(annotations)) size += lengthOf(key) + lengthOf(value)
  return size > LARGEST_ANNOTATIONS
    ? `Too long: may not be more than ${LARGEST_ANNOTATIONS} bytes (they are ${size} together)`
    : undefined
}

function keyProblems(key: string): string[] {
  const parts = key.split('/')
  if (parts.length > 2)
    return [`a qualified name ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`]
  const problems: string[] = []
  const name = parts[parts.length - 1] as string
  const prefix = parts.length === 2 ? parts[0] : undefined
  if (prefix === '') problems.push('prefix part must be non-empty')
  else if (prefix !== undefined) {
    if (prefix.length > LONGEST_PREFIX) problems.push(`prefix part must be no more than ${LONGEST_PREFIX} bytes`)
    if (!SUBDOMAIN.test(prefix)) problems.push(`prefix part ${SUBDOMAIN_RULE}`)
  }
  if (name === '') problems.push('name part must be non-empty')
  else if (lengthOf(name) > LONGEST_NAME) problems.push(`name part must be no more than ${LONGEST_NAME} bytes`)
  if (!NAME.test(name)) problems.push(`name part ${NAME_RULE}`)
  return problems
}

function lengthOf(text: string): number {
  return encodeUtf8(text).length
}
