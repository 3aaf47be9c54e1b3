import { describe, expect, test } from 'vitest'
import type { ToolError } from '../../../src/core/error.ts'
import type { ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { layoutFiles } from '../../../src/stack/write/files.ts'
import { layout } from './layouts.ts'

const SINGLE = { applicationFileMode: 'single' } as const
const RECURSIVE = { mode: 'recursive' } as const
const MARKED = { fluxBuild: true } as const
const extra = (...names: string[]) => ({ extraFiles: names.map((name) => ({ name, content: '' })) })
const bundle = (name: string) => ({ origins: { nodes: [], bundles: [{ name }] } })
const generator = { configMapGenerators: [{ name: 'x' }] }

type Row = [rule: string, tree: ManifestLayout, code: string, message: string]

const ROWS: Row[] = [
  [
    'W-01 two layouts of one directory',
    layout('p', [], {}, [layout('p/c'), layout('p/C')]),
    'SAME_DIRECTORY',
    `file write failed for 'p/C': layouts "p/c" and "p/C" resolve to the same directory`,
  ],
  [
    'W-01 two bundles of one directory',
    layout('p', [], {}, [layout('p/c', [], bundle('a')), layout('p/c', [], bundle('b'))]),
    'SAME_DIRECTORY',
    `file write failed for 'p/c': bundles "a" and "b" resolve to the same directory "p/c": a bundle's directory is named by its DirName, or by its Name without one, and must be the only one of that name in the directory above it`,
  ],
  [
    'W-01 a bundle and a layout',
    layout('p', [], {}, [layout('p/c', [], bundle('a')), layout('p/c')]),
    'SAME_DIRECTORY',
    `file write failed for 'p/c': bundle "a" and layout "p/c" resolve to the same directory "p/c": a bundle's directory is named by its DirName, or by its Name without one, and must be the only one of that name in the directory above it`,
  ],
  [
    'W-02 two single files of one name',
    layout('p', [], {}, [layout('p/c', ['v1 Secret a'], SINGLE), layout('p/C', ['v1 Secret b'], SINGLE)]),
    'SAME_FILE',
    `file write failed for 'p/C.yaml': layouts "p/c" and "p/C" resolve to the same file`,
  ],
  [
    'W-03 a file in the place of another',
    layout('p', ['v1 ConfigMap a'], {}, [layout('p/cluster-configmap-a', ['v1 Secret a'], SINGLE)]),
    'FILE_REPLACED',
    `file write failed for 'p/cluster-configmap-a.yaml': layout "p/cluster-configmap-a" is AppFileSingle and its file "cluster-configmap-a.yaml" would replace the resource file "cluster-configmap-a.yaml" of layout "p"`,
  ],
  [
    'W-04 a file where a directory is needed',
    layout('p', [], {}, [layout('p/s', ['v1 Secret a'], { ...SINGLE, ...extra('d') }), layout('p/d/c')]),
    'FILE_AND_DIRECTORY',
    `file write failed for 'p/d': layout "p/s" is AppFileSingle and its extra file "d" would take a directory that layout "p/d/c" needs`,
  ],
  [
    'W-05 a namespace that is the own path',
    layout('p', [], {}, [{ ...layout('p/c'), namespace: 'p/c' }]),
    'NAMESPACE_NESTED',
    `file write failed for 'p/c/c': layout "p/c/c" is written to "p/c/c", not to "p/c", the directory the kustomization.yaml of its parent layout "p" lists as "c": its Namespace "p/c" is the child's own path, so its Name is joined on twice; set Namespace to the parent's path`,
  ],
  [
    'W-05 a namespace that is the own path in another case',
    layout('p', [], {}, [{ ...layout('p/c'), namespace: 'P/c' }]),
    'NAMESPACE_NESTED',
    `file write failed for 'P/c/c': layout "P/c/c" is written to "P/c/c", not to "p/c", the directory the kustomization.yaml of its parent layout "p" lists as "c": its Namespace "P/c" differs only in case from the child's own path, so its Name is joined on twice; set Namespace to the parent's path`,
  ],
  [
    'W-06 a listed single file elsewhere',
    layout('p', [], {}, [layout('q/s', ['v1 Secret a'], SINGLE)]),
    'SINGLE_FILE_OUTSIDE',
    `file write failed for 'q/s.yaml': layout "q/s" is AppFileSingle and its file "q/s.yaml" lands outside the directory "p" of its parent layout "p", whose kustomization.yaml lists it: kustomize reads no file outside of the directory`,
  ],
  [
    'W-06 a listed single file in another case',
    layout('p', [], {}, [layout('P/s', ['v1 Secret a'], SINGLE)]),
    'SINGLE_FILE_OUTSIDE',
    `file write failed for 'P/s.yaml': layout "P/s" is AppFileSingle and its file lands in "P", which differs only in case from "p", the directory of its parent layout "p"`,
  ],
  [
    'W-07 a single file with a separator in its name',
    layout('p', [], {}, [{ ...layout('p/s', ['v1 Secret a'], SINGLE), name: 'd/s' }]),
    'SINGLE_FILE_NAME',
    `file write failed for 'p/d/s.yaml': layout "p/d/s" is AppFileSingle and its Name "d/s" is rooted or holds a path separator`,
  ],
  [
    'W-08 a name that climbs',
    { ...layout('p'), name: '../p' },
    'PATH_CLIMBS',
    `file write failed for '../p': layout name "../p" must not contain a ".." path segment`,
  ],
  [
    'W-08 a namespace that climbs',
    { ...layout('p'), namespace: 'a/../..' },
    'PATH_CLIMBS',
    `file write failed for '../p': layout namespace "a/../.." must not contain a ".." path segment`,
  ],
  [
    'W-08 an object whose name climbs',
    layout('p', ['v1 ConfigMap a/../../../etc']),
    'PATH_CLIMBS',
    `file write failed for 'p': generated file name "a-configmap-../../../etc.yaml" of layout "p" must not contain a ".." path segment`,
  ],
  [
    'W-08 a name with a NUL byte',
    { ...layout('p'), name: 'a\0b' },
    'PATH_NUL',
    `file write failed for 'a\0b': layout name "a\\x00b" contains a NUL byte: a file with one in its name cannot be created`,
  ],
  [
    'W-09 an extra file with an odd name',
    layout('p', [], extra('a b')),
    'EXTRA_FILE',
    `file write failed for 'p/a b': extra file "a b" must be a relative path of segments of A-Z, a-z, 0-9, ".", "_" and "-", none of them "." or ".."`,
  ],
  [
    'W-09 an extra file twice',
    layout('p', [], extra('a', 'A')),
    'EXTRA_FILE',
    `file write failed for 'p/A': extra file "A" is listed twice, as "a" before`,
  ],
  [
    'W-09 an extra file below another',
    layout('p', [], extra('a/b', 'a')),
    'EXTRA_FILE',
    `file write failed for 'p/a/b': extra file "a/b" would sit beneath the extra file "a"`,
  ],
  [
    'W-09 an extra file that kustomize reads',
    layout('p', [], extra('kustomization.yml')),
    'EXTRA_FILE',
    `file write failed for 'p/kustomization.yml': extra file "kustomization.yml" would replace a kustomize control file of the directory`,
  ],
  [
    'W-09 an extra file in a child',
    layout('p', [], extra('c/a'), [layout('p/c')]),
    'EXTRA_FILE',
    `file write failed for 'p/c/a': extra file "c/a" would take the directory of child layout "c"`,
  ],
  [
    'W-10 a single file with children',
    layout('p', [], {}, [layout('p/s', ['v1 Secret a'], SINGLE, [layout('p/s/c')])]),
    'SINGLE_FILE_CHILDREN',
    `file write failed for 'p/s.yaml': layout "p/s" is AppFileSingle and has child layouts: a single file has no directory for them`,
  ],
  [
    'W-11 a unit as a single file',
    layout('p', [], {}, [layout('p/s', ['v1 Secret a'], { ...SINGLE, ...bundle('s') })]),
    'SINGLE_FILE_UNIT',
    `layout "p/s" renders a node or bundle but is AppFileSingle: its files are written into "p", not into its own directory`,
  ],
  [
    'W-12 generators of a Recursive layout',
    layout('p', [], { ...RECURSIVE, ...generator }),
    'GENERATOR_NOWHERE',
    `file write failed for 'p': layout "p" is KustomizationRecursive, which writes no kustomization.yaml, so its ConfigMapGenerators have nowhere to go`,
  ],
  [
    'W-12 generators of a single file',
    layout('p', [], {}, [layout('p/s', ['v1 Secret a'], { ...SINGLE, ...generator })]),
    'GENERATOR_NOWHERE',
    `file write failed for 'p/s.yaml': layout "p/s" is AppFileSingle, which writes no kustomization.yaml, so its ConfigMapGenerators have nowhere to go`,
  ],
  [
    'W-13 a Recursive directory that is listed',
    layout('p', [], {}, [layout('p/c', [], RECURSIVE)]),
    'RECURSIVE_LISTED',
    `file write failed for 'p/c': layout "p/c" is KustomizationRecursive and writes no kustomization.yaml, but the kustomization.yaml of layout "p" lists its directory`,
  ],
  [
    'W-14 one object in two layouts of a build',
    layout('p', ['v1 ConfigMap a'], {}, [layout('p/c', ['v1 ConfigMap default/a'])]),
    'OBJECT_TWICE_IN_BUILD',
    `file write failed for 'p': layouts "p" and "p/c" both hold the object v1 ConfigMap default/a, and the kustomization.yaml of layout "p" builds both: kustomize refuses one object twice`,
  ],
  [
    'W-14 an object and a generated one',
    layout('p', ['v1 ConfigMap x'], {}, [layout('p/c', [], generator)]),
    'OBJECT_TWICE_IN_BUILD',
    `file write failed for 'p': layouts "p" and "p/c" both hold the object v1 ConfigMap default/x, one generated by a configMapGenerator, and the kustomization.yaml of layout "p" builds both: kustomize refuses one object twice`,
  ],
  [
    'W-15 (R-292) one Flux Kustomization in two builds',
    layout('p', ['kustomize.toolkit.fluxcd.io/v1 Kustomization f/a'], {}, [
      layout('p/c', ['kustomize.toolkit.fluxcd.io/v1beta2 Kustomization f/a'], { umbrellaChild: true }),
    ]),
    'KUSTOMIZATION_TWICE',
    `file write failed for 'p/c': layouts "p" and "p/c" both hold the Flux Kustomization f/a: the two are one object in the cluster, wherever each is applied, so Kustomization names must be unique in a tree`,
  ],
  [
    'W-16 (R-291) a directory that nothing applies',
    layout('p', [], MARKED, [layout('p/c', [], { umbrellaChild: true })]),
    'NOT_APPLIED',
    `file write failed for 'p/c': layout "p/c" is not listed by its parent layout "p" and no Flux Kustomization is recorded as building it: in a tree Flux delivers nothing would apply it; place a Flux Kustomization whose spec.path names it and mark the layout with SetFluxBuild`,
  ],
  [
    'W-17 an empty Recursive directory',
    layout('p', [], { ...RECURSIVE, ...MARKED }),
    'RECURSIVE_EMPTY',
    `file write failed for 'p': layout "p" is KustomizationRecursive and a generated Flux Kustomization builds its directory, but it holds no file`,
  ],
  [
    'W-18 a Recursive build that takes in more',
    layout('p', ['v1 Secret a'], { ...RECURSIVE, ...MARKED, ...extra('d/values.yaml') }),
    'RECURSIVE_BUILD',
    `file write failed for 'p/d/values.yaml': the Flux build of KustomizationRecursive layout "p" would apply the extra file "d/values.yaml" of layout "p"`,
  ],
  [
    'W-19 a Recursive layout above Kustomizations of its children',
    layout('p', ['v1 Secret a'], { ...RECURSIVE, ...MARKED, fluxPlacement: 'integrated' }, [layout('p/c', [], MARKED)]),
    'RECURSIVE_PER_LAYOUT',
    `file write failed for 'p': layout "p" is KustomizationRecursive and has child layouts, each with a Flux Kustomization of its own: the Flux build of "p" would apply their directories as well`,
  ],
  [
    'W-20 one object twice in a directory',
    layout('p', ['rbac.authorization.k8s.io/v1 ClusterRole a/x', 'rbac.authorization.k8s.io/v1 ClusterRole b/x']),
    'OBJECT_TWICE',
    `file write failed for 'p': layout "p" holds the same object rbac.authorization.k8s.io/ClusterRole x twice`,
  ],
  [
    'W-21 object files that kustomize takes for its own',
    layout('p', ['kustomize.toolkit.fluxcd.io/v1 Kustomization f/a'], { filePer: 'kind', fileNaming: 'kind-name' }),
    'CONTROL_FILE',
    `file write failed for 'p/kustomization.yaml': layout "p" names the file of Kustomization "a" "kustomization.yaml", which kustomize takes for the kustomization of the directory`,
  ],
]

describe('refused before anything is written, the tree left as it was (R-007)', () => {
  test.each(ROWS)('%s', (_rule, tree, code, message) => {
    const before = structuredClone(tree)
    let refused: ToolError | undefined
    try {
      layoutFiles(tree)
    } catch (error) {
      refused = error as ToolError
    }
    expect({ code: refused?.code, message: refused?.message }).toEqual({ code, message })
    expect(tree).toEqual(before)
  })
})
