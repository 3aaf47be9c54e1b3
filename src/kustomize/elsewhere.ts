/** Which entries of a kustomization lead to other machines or to repositories. */
import { parseGitUrl } from './git-url.ts'

/** Every git URL has a scheme, a user or the one host that needs neither: other texts are not looked at further. */
export function isRepository(entry: string): boolean {
  return /[:@]|github\.com/i.test(entry) && parseGitUrl(entry) !== undefined
}

export function isHttp(entry: string): boolean {
  return /^https?:\/\//i.test(entry)
}

/** Whether an entry may have to be fetched. */
export function isElsewhere(entry: string): boolean {
  return isHttp(entry) || isRepository(entry)
}
