/** What docs/stack-bootstrap.md shows is what comes out. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { generateBootstrap } from '../../src/flux/bootstrap/bootstrap.ts'
import { validateFluxObjects } from '../../src/flux/schema/validate.ts'
import type { Cluster } from '../../src/stack/model.ts'
import { toPlain } from '../../src/stack/plain.ts'
import { printObject } from '../../src/stack/write/print.ts'
import { readYaml11 } from '../../src/yaml/yaml11.ts'
import { checkoutRoot } from '../subject.ts'

const page = readFileSync(join(checkoutRoot(), 'docs/stack-bootstrap.md'), 'utf8')
const blocks = [...page.matchAll(/^```(?:yaml)?\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)

test('the cluster of the page has the objects of the page', async () => {
  const [file = '', shown] = blocks
  const root = readYaml11(new Source('cluster.yaml', file))
  const { gitops, node } = (root && toPlain(root)) as { gitops: Cluster['gitOps']; node: Cluster['node'] }
  const objects = await generateBootstrap(gitops?.bootstrap, node, {})
  expect(page).toContain(`makes ${objects.length} objects: 32 that install`)
  expect(
    objects
      .slice(32)
      .map((object) => printObject(object))
      .join('---\n'),
  ).toBe(shown)
})

test('a release without a chart gets the message of the page', async () => {
  const release = { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', spec: { interval: '1h' } }
  const problems = await validateFluxObjects([{ ...release, metadata: { name: 'redis', namespace: 'shop' } }])
  expect(problems.map(({ message }) => `${message}\n`)).toEqual([blocks[2]])
})
