/** spec/data/git-url-examples.json: how the reference takes git URLs apart. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseGitUrl } from '../../src/kustomize/git-url.ts'
import type { Case, Group } from './outcome.ts'

interface Example {
  url: string
  /** The text is no git URL. */
  error?: string
  cloneUrl: string
  rootPath: string
  ref: string
  timeoutSeconds: number
  submodules: boolean
}

export function gitUrls(corpus: string): Group {
  const file = join(corpus, '../spec/data/git-url-examples.json')
  if (!existsSync(file)) {
    const run = async () => ({ status: 'skip' as const, reason: 'the examples are absent' })
    return { name: 'git-urls', cases: [{ name: 'all', run }] }
  }
  const examples = JSON.parse(readFileSync(file, 'utf8')) as Example[]
  return { name: 'git-urls', cases: examples.map((example) => ({ name: example.url, run: () => compare(example) })) }
}

async function compare({ url, error, ...wanted }: Example): ReturnType<Case['run']> {
  const { cloneUrl, rootPath: path, ref, timeoutSeconds, submodules } = wanted
  const expected = error === undefined ? { cloneUrl, path, ref, timeoutSeconds, submodules } : undefined
  const left = JSON.stringify(expected)
  const right = JSON.stringify(parseGitUrl(url))
  if (left === right) return { status: 'pass' }
  return { status: 'fail', reason: `is ${right}, expected ${left}`, difference: `  - ${left}\n  + ${right}` }
}
