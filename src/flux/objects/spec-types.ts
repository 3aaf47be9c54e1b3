// Made by scripts/generate-flux-data.mjs from scripts/data/flux; do not edit.

export interface GitRepositorySpec {
  ignore?: string
  include?: {
    fromPath?: string
    repository: {
      name: string
    }
    toPath?: string
  }[]
  interval: string
  provider?: 'generic' | 'aws' | 'azure' | 'github'
  proxySecretRef?: {
    name: string
  }
  recurseSubmodules?: boolean
  ref?: {
    branch?: string
    commit?: string
    name?: string
    semver?: string
    tag?: string
  }
  secretRef?: {
    name: string
  }
  serviceAccountName?: string
  sparseCheckout?: string[]
  suspend?: boolean
  timeout?: string
  url: string
  verify?: {
    mode?: 'head' | 'HEAD' | 'Tag' | 'TagAndHEAD'
    secretRef: {
      name: string
    }
  }
}

export interface OCIRepositorySpec {
  certSecretRef?: {
    name: string
  }
  ignore?: string
  insecure?: boolean
  interval: string
  layerSelector?: {
    mediaType?: string
    operation?: 'extract' | 'copy'
  }
  provider?: 'generic' | 'aws' | 'azure' | 'gcp'
  proxySecretRef?: {
    name: string
  }
  ref?: {
    digest?: string
    semver?: string
    semverFilter?: string
    tag?: string
  }
  secretRef?: {
    name: string
  }
  serviceAccountName?: string
  suspend?: boolean
  timeout?: string
  url: string
  verify?: {
    matchOIDCIdentity?: {
      issuer: string
      subject: string
    }[]
    provider: 'cosign' | 'notation'
    secretRef?: {
      name: string
    }
    trustedRootSecretRef?: {
      name: string
    }
  }
}

export interface HelmRepositorySpec {
  accessFrom?: {
    namespaceSelectors: {
      matchLabels?: Record<string, string>
    }[]
  }
  certSecretRef?: {
    name: string
  }
  insecure?: boolean
  interval?: string
  passCredentials?: boolean
  provider?: 'generic' | 'aws' | 'azure' | 'gcp'
  secretRef?: {
    name: string
  }
  suspend?: boolean
  timeout?: string
  type?: 'default' | 'oci'
  url: string
}

export interface KustomizationSpec {
  buildMetadata?: ('originAnnotations' | 'transformerAnnotations')[]
  commonMetadata?: {
    annotations?: Record<string, string>
    labels?: Record<string, string>
  }
  components?: string[]
  decryption?: {
    provider: 'sops'
    secretRef?: {
      name: string
    }
    serviceAccountName?: string
  }
  deletionPolicy?: 'MirrorPrune' | 'Delete' | 'WaitForTermination' | 'Orphan'
  dependsOn?: {
    name: string
    namespace?: string
    readyExpr?: string
  }[]
  force?: boolean
  healthCheckExprs?: {
    apiVersion: string
    current: string
    failed?: string
    inProgress?: string
    kind?: string
  }[]
  healthChecks?: {
    apiVersion?: string
    kind: string
    name: string
    namespace?: string
  }[]
  ignore?: {
    paths: string[]
    target?: {
      annotationSelector?: string
      group?: string
      kind?: string
      labelSelector?: string
      name?: string
      namespace?: string
      version?: string
    }
  }[]
  ignoreMissingComponents?: boolean
  images?: {
    digest?: string
    name: string
    newName?: string
    newTag?: string
  }[]
  interval: string
  kubeConfig?: {
    configMapRef?: {
      name: string
    }
    secretRef?: {
      key?: string
      name: string
    }
  }
  namePrefix?: string
  nameSuffix?: string
  patches?: {
    patch: string
    target?: {
      annotationSelector?: string
      group?: string
      kind?: string
      labelSelector?: string
      name?: string
      namespace?: string
      version?: string
    }
  }[]
  path?: string
  postBuild?: {
    substitute?: Record<string, string>
    substituteFrom?: {
      kind: 'Secret' | 'ConfigMap'
      name: string
      optional?: boolean
    }[]
    substituteStrategy?: 'WithVariables' | 'Always'
  }
  prune: boolean
  retryInterval?: string
  serviceAccountName?: string
  sourceRef: {
    apiVersion?: string
    kind: 'OCIRepository' | 'GitRepository' | 'Bucket' | 'ExternalArtifact'
    name: string
    namespace?: string
  }
  suspend?: boolean
  targetNamespace?: string
  timeout?: string
  wait?: boolean
}

export interface HelmReleaseSpec {
  chart?: {
    metadata?: {
      annotations?: Record<string, string>
      labels?: Record<string, string>
    }
    spec: {
      chart: string
      ignoreMissingValuesFiles?: boolean
      interval?: string
      reconcileStrategy?: 'ChartVersion' | 'Revision'
      sourceRef: {
        apiVersion?: string
        kind: 'HelmRepository' | 'GitRepository' | 'Bucket'
        name: string
        namespace?: string
      }
      valuesFiles?: string[]
      verify?: {
        provider: 'cosign' | 'notation'
        secretRef?: {
          name: string
        }
      }
      version?: string
    }
  }
  chartRef?: {
    apiVersion?: string
    kind: 'OCIRepository' | 'HelmChart' | 'ExternalArtifact'
    name: string
    namespace?: string
  }
  commonMetadata?: {
    annotations?: Record<string, string>
    labels?: Record<string, string>
  }
  dependsOn?: {
    name: string
    namespace?: string
    readyExpr?: string
  }[]
  driftDetection?: {
    ignore?: {
      paths: string[]
      target?: {
        annotationSelector?: string
        group?: string
        kind?: string
        labelSelector?: string
        name?: string
        namespace?: string
        version?: string
      }
    }[]
    mode?: 'enabled' | 'warn' | 'disabled'
  }
  healthCheckExprs?: {
    apiVersion: string
    current: string
    failed?: string
    inProgress?: string
    kind?: string
  }[]
  install?: {
    crds?: 'Skip' | 'Create' | 'CreateReplace'
    createNamespace?: boolean
    disableHooks?: boolean
    disableOpenAPIValidation?: boolean
    disableSchemaValidation?: boolean
    disableTakeOwnership?: boolean
    disableWait?: boolean
    disableWaitForJobs?: boolean
    remediation?: {
      ignoreTestFailures?: boolean
      remediateLastFailure?: boolean
      retries?: number
    }
    replace?: boolean
    serverSideApply?: boolean
    skipCRDs?: boolean
    strategy?: {
      name: 'RemediateOnFailure' | 'RetryOnFailure'
      retryInterval?: string
    }
    timeout?: string
  }
  interval: string
  kubeConfig?: {
    configMapRef?: {
      name: string
    }
    secretRef?: {
      key?: string
      name: string
    }
  }
  maxHistory?: number
  persistentClient?: boolean
  postRenderStrategy?: 'nohooks' | 'combined' | 'separate'
  postRenderers?: {
    kustomize?: {
      images?: {
        digest?: string
        name: string
        newName?: string
        newTag?: string
      }[]
      patches?: {
        patch: string
        target?: {
          annotationSelector?: string
          group?: string
          kind?: string
          labelSelector?: string
          name?: string
          namespace?: string
          version?: string
        }
      }[]
    }
  }[]
  releaseName?: string
  rollback?: {
    cleanupOnFail?: boolean
    disableHooks?: boolean
    disableWait?: boolean
    disableWaitForJobs?: boolean
    force?: boolean
    recreate?: boolean
    serverSideApply?: 'enabled' | 'disabled' | 'auto'
    timeout?: string
  }
  serviceAccountName?: string
  storageNamespace?: string
  suspend?: boolean
  targetNamespace?: string
  test?: {
    enable?: boolean
    filters?: {
      exclude?: boolean
      name: string
    }[]
    ignoreFailures?: boolean
    timeout?: string
  }
  timeout?: string
  uninstall?: {
    deletionPropagation?: 'background' | 'foreground' | 'orphan'
    disableHooks?: boolean
    disableWait?: boolean
    keepHistory?: boolean
    timeout?: string
  }
  upgrade?: {
    chartNameChangeStrategy?: 'InPlaceUpdate' | 'Reinstall'
    cleanupOnFail?: boolean
    crds?: 'Skip' | 'Create' | 'CreateReplace'
    disableHooks?: boolean
    disableOpenAPIValidation?: boolean
    disableSchemaValidation?: boolean
    disableTakeOwnership?: boolean
    disableWait?: boolean
    disableWaitForJobs?: boolean
    force?: boolean
    preserveValues?: boolean
    remediation?: {
      ignoreTestFailures?: boolean
      remediateLastFailure?: boolean
      retries?: number
      strategy?: 'rollback' | 'uninstall'
    }
    serverSideApply?: 'enabled' | 'disabled' | 'auto'
    strategy?: {
      name: 'RemediateOnFailure' | 'RetryOnFailure'
      retryInterval?: string
    }
    timeout?: string
  }
  values?: unknown
  valuesFrom?: {
    kind: 'Secret' | 'ConfigMap'
    literal?: boolean
    name: string
    optional?: boolean
    targetPath?: string
    valuesKey?: string
  }[]
  waitStrategy?: {
    name: 'poller' | 'legacy'
  }
}

export interface FluxInstanceSpec {
  cluster?: {
    domain?: string
    multitenant?: boolean
    multitenantWorkloadIdentity?: boolean
    networkPolicy?: boolean
    objectLevelWorkloadIdentity?: boolean
    size?: 'small' | 'medium' | 'large'
    tenantDefaultDecryptionServiceAccount?: string
    tenantDefaultKubeConfigServiceAccount?: string
    tenantDefaultServiceAccount?: string
    type?: 'kubernetes' | 'openshift' | 'aws' | 'azure' | 'gcp'
  }
  commonMetadata?: {
    annotations?: Record<string, string>
    labels?: Record<string, string>
  }
  components?: (
    | 'source-controller'
    | 'kustomize-controller'
    | 'helm-controller'
    | 'notification-controller'
    | 'image-reflector-controller'
    | 'image-automation-controller'
    | 'source-watcher'
  )[]
  distribution: {
    artifact?: string
    artifactPullSecret?: string
    imagePullSecret?: string
    registry: string
    variant?: 'upstream-alpine' | 'enterprise-alpine' | 'enterprise-distroless' | 'enterprise-distroless-fips'
    version: string
  }
  kustomize?: {
    patches?: {
      patch: string
      target?: {
        annotationSelector?: string
        group?: string
        kind?: string
        labelSelector?: string
        name?: string
        namespace?: string
        version?: string
      }
    }[]
  }
  migrateResources?: boolean
  sharding?: {
    key?: string
    shards: string[]
    storage?: 'ephemeral' | 'persistent'
  }
  storage?: {
    class: string
    size: string
  }
  sync?: {
    interval?: string
    kind: 'OCIRepository' | 'GitRepository' | 'Bucket'
    name?: string
    path: string
    provider?: 'generic' | 'aws' | 'azure' | 'gcp' | 'github'
    pullSecret?: string
    ref: string
    url: string
  }
  wait?: boolean
}
