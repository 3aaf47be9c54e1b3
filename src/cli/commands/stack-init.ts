/** `strake stack init [FILE]`: a cluster file to begin with. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fail } from '../../core/error.ts'
import type { CommandContext } from '../command.ts'

export async function run({ flags, cwd, stdout }: CommandContext): Promise<number> {
  const [given = 'cluster.yaml', ...more] = flags.words
  if (more.length > 0) throw fail('USAGE', `accepts at most 1 arg(s), received ${flags.words.length}`)
  const file = /\.ya?ml$/.test(given) ? given : join(given, 'cluster.yaml')
  const path = resolve(cwd, file)
  const ownName = basename(path).replace(/\.ya?ml$/, '')
  const folder = basename(dirname(path))
  const name = flags.string('name') || (ownName === 'cluster' ? nameFrom(folder) : nameFrom(ownName))
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, beginning(name), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw fail('EXISTS', `${file} exists already`, { hint: 'name another file: strake stack init FILE' })
    throw error
  }
  stdout.write(`${file} written; see what it makes: strake stack tree ${file}\n`)
  return 0
}

/** The nearest text that names a directory and objects alike. */
function nameFrom(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return name === '' ? 'cluster' : name
}

function beginning(name: string): string {
  return `# What is delivered to the cluster ${name}. Every field: strake stack schema
name: ${name}
layout:
  clusterName: clusters/${name}
  bundleGrouping: name
gitops:
  type: flux
node:
  children:
    - name: infrastructure
      bundle:
        name: infrastructure
        sourceRef: {kind: GitRepository, name: flux-system}
        applications:
          - name: namespaces
            objects:
              - apiVersion: v1
                kind: Namespace
                metadata:
                  name: web
    - name: apps
      bundle:
        name: apps
        dependsOn: [infrastructure]
        sourceRef: {kind: GitRepository, name: flux-system}
        applications:
          - name: web
            namespace: web
            objects:
              - apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: web
                  namespace: web
                data:
                  greeting: hello
`
}
