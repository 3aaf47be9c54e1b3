// The infrastructure of the production cluster in TypeScript: `strake stack render production.ts -o rendered`.
import { applicationLoader } from 'strake/flux'
import { nodeFileSystem } from 'strake/node'
import { loadCluster, type LayoutRules } from 'strake/stack'

export const layout: LayoutRules = {
  clusterName: 'clusters/production',
  bundleGrouping: 'name',
  fluxPlacement: 'integrated-per-bundle',
  fileNaming: 'kind-name',
}

const sourceRef = { kind: 'OCIRepository', name: 'flux-system' }
const namespaces = ['cert-manager', 'shop']

export default () =>
  loadCluster(
    {
      name: 'production',
      gitops: {
        type: 'flux',
        bootstrap: {
          enabled: true,
          fluxMode: 'flux-operator',
          fluxVersion: 'v2.9.5',
          registry: 'ghcr.io/fluxcd',
          sourceKind: 'OCIRepository',
          sourceURL: 'oci://registry.example.com/fleet',
          sourceRef: 'production',
        },
      },
      node: {
        children: [
          {
            name: 'infrastructure',
            bundle: {
              name: 'infrastructure',
              interval: '10m',
              sourceRef,
              children: [
                {
                  name: 'namespaces',
                  prune: false,
                  sourceRef,
                  applications: [
                    {
                      name: 'namespaces',
                      delivery: { pruneProtection: true },
                      objects: namespaces.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
                    },
                  ],
                },
                {
                  name: 'cert-manager',
                  dependsOn: ['namespaces'],
                  prune: true,
                  wait: true,
                  timeout: '5m',
                  sourceRef,
                  applications: [
                    {
                      name: 'cert-manager',
                      namespace: 'cert-manager',
                      helmRelease: {
                        chart: 'cert-manager',
                        version: '1.x',
                        source: { kind: 'HelmRepository', name: 'jetstack', url: 'https://charts.jetstack.io' },
                        interval: '1h',
                        values: { crds: { enabled: true }, replicaCount: 2 },
                      },
                    },
                  ],
                },
              ],
            },
          },
        ],
      },
    },
    applicationLoader({ fs: nodeFileSystem(), folder: import.meta.dirname }),
  )
