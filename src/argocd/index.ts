/** `strake/argocd`: Argo CD in place of Flux. */
export type { Application, ApplicationSettings } from './applications.ts'
export { createLayoutWithResources, generateFromCluster, integrateWithLayout } from './engine.ts'
