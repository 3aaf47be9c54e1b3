/** `strake/stack`: the stack model, its layout and its writers. */
export type { BundleBuilder, ClusterBuilder, NodeBuilder } from './build.ts'
export { newClusterBuilder } from './build.ts'
export type { GroupKind, Scope } from './classify.ts'
export { definedGroupKind, definedScope, definedScopes, isCustomResourceDefinition, scopeOf } from './classify.ts'
export type { ReadCluster } from './cluster-file.ts'
export { readClusterFile } from './cluster-file.ts'
export type {
  ApplicationFile,
  BundleFile,
  ChartFile,
  ClusterFile,
  HelmReleaseFile,
  NodeFile,
} from './cluster-schema.ts'
export { clusterJsonSchema } from './cluster-schema.ts'
export type {
  ApplicationDefinition,
  ApplicationLoader,
  BundleDefinition,
  ClusterDefinition,
  NodeDefinition,
} from './define.ts'
export { defineCluster, loadCluster } from './define.ts'
export { generateApplication, generateBundle } from './generate.ts'
export type { HookGroup } from './helm-hooks.ts'
export { splitByHookWeight } from './helm-hooks.ts'
export type { KubernetesKinds, ObjectFields } from './kubernetes.ts'
export { createObject } from './kubernetes.ts'
export type { LayoutConfig, LayoutProfile } from './layout/config.ts'
export { defaultConfigForProfile } from './layout/config.ts'
export { sameDirectory } from './layout/directory.ts'
export { fullRepoPath } from './layout/manifest.ts'
export type { OriginApplication, OriginIndex } from './layout/origins.ts'
export { indexOrigins, originApplicationObjects, originBundleObjects } from './layout/origins.ts'
export { packageDirectory, packageKey, walkClusterByPackage } from './layout/packages.ts'
export type { LayoutPreset } from './layout/presets.ts'
export { configForPreset, layoutRulesForPreset } from './layout/presets.ts'
export type { Grouping, LayoutRules } from './layout/rules.ts'
export { defaultLayoutRules } from './layout/rules.ts'
export { topDirectory } from './layout/top-directory.ts'
export { validateLayoutRules } from './layout/validate-rules.ts'
export { walkCluster } from './layout/walk.ts'
export type * from './model.ts'
export { bundlePath, initializeUmbrella, isUmbrella, unitName } from './model.ts'
export type { KubernetesObject, ObjectMetadata } from './object.ts'
export { readObjects } from './plain.ts'
export { validateBundle } from './validate/bundle.ts'
export { validateCluster } from './validate/cluster.ts'
export {
  isDns1123Subdomain,
  validateDirectoryName,
  validateKustomizationName,
  validateServiceAccountName,
} from './validate/names.ts'
export type { TreeChange, TreeComparison } from './write/compare.ts'
export { compareTree } from './write/compare.ts'
export type { WriteOptions, WriteResult } from './write/disk.ts'
export { writeFiles, writeManifest, writePackagesToDisk, writeToDisk } from './write/disk.ts'
export type { LayoutFile } from './write/files.ts'
export { layoutFiles } from './write/files.ts'
export { withInventory } from './write/inventory.ts'
export type { ArtifactOptions } from './write/oci.ts'
export { pushArtifact } from './write/oci.ts'
export type { PrintOptions } from './write/print.ts'
export { printObject } from './write/print.ts'
export { writeToTar } from './write/tar.ts'
