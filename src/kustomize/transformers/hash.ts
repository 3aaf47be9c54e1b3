/** Adds content hashes to the names of marked objects (build 5.13). */

import type { Trace } from '../../core/trace.ts'
import { nameHash } from '../../krm/namehash.ts'
import type { ResMap } from '../../krm/resmap.ts'
import { setField, setText, stringScalar } from '../../yaml/edit.ts'
import { field, MAPPING, SCALAR } from '../../yaml/node.ts'
import type { Transformer } from './transformer.ts'

export const hash: Transformer<undefined> = {
  kind: 'HashTransformer',
  from: () => [],
  decode: () => undefined,
  prepare: () => addHashes,
  shown: () => ({}),
}

export function addHashes(map: ResMap, trace: Trace | undefined): void {
  for (const resource of map.resources) {
    if (!resource.needsHash) continue
    const metadata = field(resource.root, 'metadata')
    if (metadata === undefined || metadata.kind !== MAPPING) continue
    const name = `${resource.id.name}-${nameHash(resource.root)}`
    map.remember(resource)
    const node = field(metadata, 'name')
    if (node !== undefined && node.kind === SCALAR) setText(node, name, trace)
    else setField(metadata, 'name', stringScalar(name), trace)
    map.changed(resource)
  }
}
