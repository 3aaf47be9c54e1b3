/** Secrets that URLs carry, taken out of what people and logs get to see. */

import { ToolError } from './error.ts'

/** Users that are no secret. */
const COMMON_USERS = /^(?:git|hg)@/

/**
 * A text with the credentials of all its URLs masked: what stands before the host, and tokens in the query.
 *
 * @example maskCredentials('fetch https://me:secret@host/x') // 'fetch https://***@host/x'
 */
export function maskCredentials(text: string): string {
  return text
    .replace(/(:\/\/)([^\s/'"@?]+(?:@[^\s/'"@?]+)*@)/g, (all, before: string, user: string) =>
      COMMON_USERS.test(user) ? all : `${before}***@`,
    )
    .replace(/([?&][\w.-]*(?:token|secret|password|signature|sig)=)[^&\s'"]+/gi, '$1***')
}

/** An error whose text shows no credentials. */
export function withoutCredentials(error: ToolError): ToolError {
  const message = maskCredentials(error.message)
  const hint = error.hint === undefined ? undefined : maskCredentials(error.hint)
  return new ToolError(error.code, message, { at: error.at, hint, also: error.also })
}
