/** What a build was made with, gathered for a lock file. */
import { parseGitUrl } from '../kustomize/git-url.ts'
import type { Lock, LockedArtifact, LockedBucket, LockedChart, LockedFile, LockedRepository } from '../node/lock.ts'

export interface LockedParts {
  onRepository(used: LockedRepository): void
  onFile(used: LockedFile): void
  onArtifact(used: LockedArtifact): void
  onBucket(used: LockedBucket): void
  onChart(used: LockedChart): void
  /** All of it so far. */
  lock(): Lock
}

export function lockedParts(): LockedParts {
  const repositories = new Map<string, LockedRepository>()
  const files = new Map<string, LockedFile>()
  const artifacts = new Map<string, LockedArtifact>()
  const buckets = new Map<string, LockedBucket>()
  const charts = new Map<string, LockedChart>()
  return {
    onRepository: (used) => repositories.set(JSON.stringify(used), used),
    onFile: (used) => files.set(used.url, used),
    onArtifact: (used) => artifacts.set(JSON.stringify(used), used),
    onBucket: (used) => buckets.set(JSON.stringify(used), used),
    onChart: (used) => charts.set(JSON.stringify(used), used),
    lock() {
      const all = [...repositories.values()]
      // Some servers answer with a page where a repository is meant.
      const isPage = ({ url }: LockedFile) => {
        const meant = parseGitUrl(url)
        return all.some((one) => one.url === meant?.cloneUrl && one.ref === meant.ref)
      }
      const alone = [...files.values()].filter((file) => !isPage(file))
      return {
        ...{ repositories: all, files: alone },
        ...{ artifacts: [...artifacts.values()], buckets: [...buckets.values()], charts: [...charts.values()] },
      }
    },
  }
}
