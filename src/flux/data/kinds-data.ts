// Made by scripts/generate-flux-data.mjs from scripts/data/flux; do not edit.

/** Names of definitions by `group/Kind`. */
export const fluxDefinitionNames: Record<string, string> = {
  'notification.toolkit.fluxcd.io/Alert': 'alerts.notification.toolkit.fluxcd.io',
  'source.extensions.fluxcd.io/ArtifactGenerator': 'artifactgenerators.source.extensions.fluxcd.io',
  'source.toolkit.fluxcd.io/Bucket': 'buckets.source.toolkit.fluxcd.io',
  'source.toolkit.fluxcd.io/ExternalArtifact': 'externalartifacts.source.toolkit.fluxcd.io',
  'source.toolkit.fluxcd.io/GitRepository': 'gitrepositories.source.toolkit.fluxcd.io',
  'source.toolkit.fluxcd.io/HelmChart': 'helmcharts.source.toolkit.fluxcd.io',
  'helm.toolkit.fluxcd.io/HelmRelease': 'helmreleases.helm.toolkit.fluxcd.io',
  'source.toolkit.fluxcd.io/HelmRepository': 'helmrepositories.source.toolkit.fluxcd.io',
  'image.toolkit.fluxcd.io/ImagePolicy': 'imagepolicies.image.toolkit.fluxcd.io',
  'image.toolkit.fluxcd.io/ImageRepository': 'imagerepositories.image.toolkit.fluxcd.io',
  'image.toolkit.fluxcd.io/ImageUpdateAutomation': 'imageupdateautomations.image.toolkit.fluxcd.io',
  'kustomize.toolkit.fluxcd.io/Kustomization': 'kustomizations.kustomize.toolkit.fluxcd.io',
  'source.toolkit.fluxcd.io/OCIRepository': 'ocirepositories.source.toolkit.fluxcd.io',
  'notification.toolkit.fluxcd.io/Provider': 'providers.notification.toolkit.fluxcd.io',
  'notification.toolkit.fluxcd.io/Receiver': 'receivers.notification.toolkit.fluxcd.io',
  'fluxcd.controlplane.io/FluxInstance': 'fluxinstances.fluxcd.controlplane.io',
  'fluxcd.controlplane.io/FluxReport': 'fluxreports.fluxcd.controlplane.io',
  'fluxcd.controlplane.io/ResourceSet': 'resourcesets.fluxcd.controlplane.io',
  'fluxcd.controlplane.io/ResourceSetInputProvider': 'resourcesetinputproviders.fluxcd.controlplane.io',
}
