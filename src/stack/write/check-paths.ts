/** Names that no disk takes, or that git takes for its own. */
import { encodeUtf8, goQuote } from '../../core/text.ts'
import type { PlannedLayout } from './plan.ts'
import { layoutName, writeFailed } from './refusal.ts'

/** What every file system in use has room for. */
const LONGEST_NAME = 255

/** Spellings of `.git` that one of git's systems takes for it. */
const OWN_OF_GIT = /^(?:\.git[ .]*|git~1)$/i

export function checkPaths(one: PlannedLayout): void {
  checkNames(one, one.directory, `directory ${goQuote(one.directory)}`)
  for (const { name } of one.files) checkNames(one, name, `generated file name ${goQuote(name)}`)
  for (const { name } of one.layout.extraFiles ?? []) checkNames(one, name, `extra file ${goQuote(name)}`)
}

function checkNames(one: PlannedLayout, path: string, what: string): void {
  for (const name of path.split('/')) {
    if (OWN_OF_GIT.test(name))
      throw writeFailed(
        'PATH_OF_GIT',
        one.path,
        `${what} of ${layoutName(one)} has a segment ${goQuote(name)}, which git takes for its own directory`,
        'use another name: what stands there would be settings and hooks of git, and no part of the repository',
      )
    if (name.length * 3 > LONGEST_NAME && encodeUtf8(name).length > LONGEST_NAME)
      throw writeFailed(
        'NAME_TOO_LONG',
        one.path,
        `${what} of ${layoutName(one)} has a segment of more than ${LONGEST_NAME} bytes: no file or directory can have that name`,
        "shorten what it is made of; fileNaming: kind-name leaves the namespace out of a file's name",
      )
  }
}
