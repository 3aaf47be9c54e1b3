/** Where a chart is: its folder as helm is given it, and what may be read through it. */
import { fail } from '../../core/error.ts'
import { FileError, type FileSystem, type Log, type ScratchFolder } from '../../core/host.ts'
import { isAbsolute, isWithin, join } from '../../core/path.ts'
import type { Loader } from '../loader.ts'
import type { HelmChart } from '../types.ts'

/** Of files and folders of one chart that are looked through before helm is. */
const MOST_ENTRIES = 100_000
const MOST_BYTES = 256 * 1024 * 1024

/** The folder of the charts of one repository at one version, or of all charts that come from none. */
export function chartHome({ chartHome: written = '', name, version, repo }: HelmChart, { root }: Loader): string {
  const home = written === '' ? 'charts' : written
  const absolute = isAbsolute(home) ? join(home) : join(root, home)
  return version === '' || repo === '' ? absolute : join(absolute, `${name}-${version}`)
}

/**
 * What a kustomization of someone else may not ask of this machine: to read or write outside its own files, or to take
 * helm's configuration, of which plugins are a part, from them.
 */
export function checkFetched({ configHome = '' }: HelmChart, home: string, { clone }: Loader): void {
  if (clone === undefined) return
  if (configHome !== '') {
    throw fail('HELM_REMOTE', `helmGlobals.configHome '${configHome}' is not taken from a remote kustomization`, {
      hint: "helm's configuration can name programs to run",
    })
  }
  if (isWithin(home, clone.root)) return
  throw fail('HELM_REMOTE', `security; chart home '${home}' is not in or below '${clone.root}'`)
}

/**
 * Looks through a chart that is there, since helm follows every symbolic link in it: what a link leads to has to be part
 * of the chart, or something that the kustomization may read.
 */
export async function checkLinks(chart: string, { at }: HelmChart, loader: Loader, log?: Log): Promise<void> {
  const { fs, clone, restrictor } = loader
  const real = await realPath(fs, chart)
  const limits = [clone?.root ?? loader.root]
  if (!isWithin(real, limits[0] as string)) {
    if (clone !== undefined) throw outside(chart, clone.root)
    if (restrictor === 'LoadRestrictionsRootOnly') {
      const message = `the chart '${chart}' is not in or below '${loader.root}'`
      log?.emit({ severity: 'warning', code: 'HELM_OUTSIDE', message, at: at === undefined ? [] : [at] })
    }
    limits.push(real)
  }
  if (clone === undefined && restrictor === 'LoadRestrictionsNone') return
  const onLink = (path: string, to: string) => {
    if (!limits.some((limit) => isWithin(to, limit))) throw outside(path, limits[0] as string)
  }
  await walk(fs, chart, async () => undefined, onLink)
}

function outside(path: string, root: string): Error {
  return fail('HELM_LINK', `security; file '${path}' is not in or below '${root}'`, {
    hint: 'helm follows symbolic links in charts; --load-restrictor LoadRestrictionsNone allows this one',
  })
}

/** Copies a chart that no program can read where it is. */
export async function copyChart(fs: FileSystem, chart: string, scratch: ScratchFolder, to: string): Promise<string> {
  let left = MOST_BYTES
  await walk(fs, chart, async (path, name) => {
    const bytes = await fs.read(path).catch((error) => {
      throw error instanceof FileError ? fail(error.code, `open ${path}: ${error.reason}`) : error
    })
    left -= bytes.length
    if (left < 0) throw fail('HELM_CHART_SIZE', `the chart '${chart}' has more than ${MOST_BYTES} bytes`)
    await scratch.write(`${to}/${name}`, bytes)
  })
  return join(scratch.path, to)
}

/** Visits all files of a chart, symbolic links followed as helm does. */
async function walk(
  fs: FileSystem,
  chart: string,
  onFile: (path: string, name: string) => Promise<void>,
  onLink: (path: string, to: string) => void = () => undefined,
): Promise<void> {
  let entries = 0
  const open: string[] = []
  const visit = async (folder: string, prefix: string): Promise<void> => {
    for (const { name, type } of await fs.list(folder)) {
      if (++entries > MOST_ENTRIES)
        throw fail('HELM_CHART_SIZE', `the chart '${chart}' has more than ${MOST_ENTRIES} files`)
      const path = join(folder, name)
      const shown = `${prefix}${name}`
      let isFolder = type === 'directory'
      // A link to nowhere is for whoever reads it.
      const to = type === 'link' ? await fs.real(path).catch(() => undefined) : undefined
      if (to !== undefined) {
        onLink(path, to)
        isFolder = (await fs.stat(path))?.type === 'directory'
        if (isFolder && open.some((one) => isWithin(one, to))) {
          throw fail('LOOP', `the symbolic link '${path}' of a chart leads to a folder that it is in`)
        }
      } else if (type === 'other') {
        throw fail('HELM_CHART_FILE', `'${path}' of a chart is neither a file nor a folder`)
      }
      if (!isFolder) {
        await onFile(path, shown)
        continue
      }
      open.push(await realPath(fs, path))
      await visit(path, `${shown}/`)
      open.pop()
    }
  }
  open.push(await realPath(fs, chart))
  await visit(chart, '')
}

async function realPath(fs: FileSystem, path: string): Promise<string> {
  try {
    return await fs.real(path)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw fail(error.code, `evalsymlink failure on '${path}' : lstat ${error.path}: ${error.reason}`)
  }
}
