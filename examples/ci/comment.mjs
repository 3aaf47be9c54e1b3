// Keeps a report as one comment of a pull request (GitHub) or merge request (GitLab): the next run replaces it.
//
//   node comment.mjs flux-diff.md
//
// GitHub: PULL_REQUEST (its number) and GITHUB_TOKEN; the rest is set by Actions. GitLab: GITLAB_TOKEN, a project access
// token with the scope `api`; the rest is set by the pipeline.
import { readFileSync } from 'node:fs'

const env = process.env
const MARK = '<!-- strake flux diff -->'
/** Pages of a hundred comments that are searched. */
const MOST_PAGES = 30

function place() {
  if (env.CI_MERGE_REQUEST_IID) {
    const notes = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`
    const headers = { 'private-token': env.GITLAB_TOKEN ?? '' }
    return { list: notes, one: (id) => `${notes}/${id}`, headers, method: 'PUT' }
  }
  if (env.PULL_REQUEST && env.GITHUB_REPOSITORY) {
    const issues = `${env.GITHUB_API_URL ?? 'https://api.github.com'}/repos/${env.GITHUB_REPOSITORY}/issues`
    const headers = { authorization: `Bearer ${env.GITHUB_TOKEN ?? ''}`, accept: 'application/vnd.github+json' }
    const list = `${issues}/${env.PULL_REQUEST}/comments`
    return { list, one: (id) => `${issues}/comments/${id}`, headers, method: 'PATCH' }
  }
  throw new Error('this is neither a pull request nor a merge request')
}

const { list, one, headers, method } = place()

async function ask(url, options = {}) {
  const answer = await fetch(url, {
    ...options,
    headers: { ...headers, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(30_000),
  })
  if (!answer.ok) throw new Error(`${options.method ?? 'GET'} ${url}: ${answer.status} ${answer.statusText}`)
  return await answer.json()
}

async function earlierComment() {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const comments = await ask(`${list}?per_page=100&page=${page}`)
    const found = comments.find(({ body }) => typeof body === 'string' && body.startsWith(MARK))
    if (found !== undefined || comments.length < 100) return found
  }
  return undefined
}

const body = JSON.stringify({ body: readFileSync(process.argv[2] ?? 'flux-diff.md', 'utf8') })
const earlier = await earlierComment()
if (earlier === undefined) await ask(list, { method: 'POST', body })
else {
  // Anyone can write the first line; what is not ours cannot be changed.
  await ask(one(earlier.id), { method, body }).catch(() => ask(list, { method: 'POST', body }))
}
