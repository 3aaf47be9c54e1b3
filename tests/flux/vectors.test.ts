/** Recorded vectors of Flux's own libraries: substitution, ignore patterns, order by dependencies. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { orderByDependencies } from '../../src/flux/depends-on.ts'
import { substitute } from '../../src/flux/envsubst.ts'
import { toBytes } from '../../src/flux/escaped-bytes.ts'
import { builtInIgnores, isIgnored, parseIgnores } from '../../src/flux/ignore-patterns.ts'
import { corpusRoot } from '../corpus.ts'

const root = corpusRoot()

function vectors<T>(file: string): T[] {
  return JSON.parse(readFileSync(join(root as string, 'flux-render', file), 'utf8')).vectors
}

function attempt<T>(run: () => T): { output: T } | { error: string } {
  try {
    return { output: run() }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

describe.skipIf(root === undefined)('recorded vectors', () => {
  test('every template gives the recorded bytes or error', () => {
    interface Vector {
      id: string
      template: string
      vars: Record<string, string>
      strict: boolean
      output?: string
      outputBase64?: string
      error?: string
    }
    const all = vectors<Vector>('envsubst.json')
    const got = all.map(({ id, template, vars, strict }) => [
      id,
      attempt(() =>
        Buffer.from(toBytes(substitute(template, new Map(Object.entries(vars)), { strict }))).toString('base64'),
      ),
    ])
    const expected = all.map(({ id, output = '', outputBase64, error }) => [
      id,
      error === undefined ? { output: outputBase64 ?? Buffer.from(output).toString('base64') } : { error },
    ])
    expect(all).toHaveLength(438)
    expect(got).toEqual(expected)
  })

  test('every path is ignored or not as recorded', () => {
    interface Vector {
      rules: string[]
      path: string
      dir?: boolean
      defaults?: boolean
      ignored: boolean
    }
    const all = vectors<Vector>('ignore.json')
    const got = all.map((vector) => {
      const { rules, path, dir = false, defaults = false } = vector
      const patterns = [...(defaults ? builtInIgnores() : []), ...parseIgnores(rules.join('\n'))]
      return { ...vector, ignored: isIgnored(patterns, path.split('/'), dir) }
    })
    expect(all).toHaveLength(153)
    expect(got).toEqual(all)
  })

  test('every set of dependencies is ordered or refused as recorded', () => {
    interface Vector {
      objects: { name: string; namespace: string; dependsOn?: [string, string?][] }[]
      order?: string[]
      error?: string
    }
    const all = vectors<Vector>('depends-on.json')
    const got = all.map(({ objects }) =>
      attempt(() =>
        orderByDependencies(
          objects.map(({ dependsOn = [], ...object }) => ({
            ...object,
            dependsOn: dependsOn.map(([name, namespace]) => ({ name, namespace })),
          })),
        ),
      ),
    )
    expect(all).toHaveLength(12)
    expect(got).toEqual(all.map(({ order, error }) => (error === undefined ? { output: order } : { error })))
  })
})
