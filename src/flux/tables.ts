/** The configuration of the kustomize that is part of Flux 2.9, where it is another than that of kustomize 5.8.2. */
import { BuildTables } from '../kustomize/tables.ts'

/** Images that are volumes of CronJobs are not changed. */
const UNKNOWN_IMAGES = 'spec/jobTemplate/spec/template/spec/volumes[]/image/reference'

export function fluxTables(): BuildTables {
  const tables = new BuildTables()
  const images = tables.defaultConfig.images.filter(({ path }) => path !== UNKNOWN_IMAGES)
  Object.defineProperty(tables.defaultConfig, 'images', { value: images, enumerable: true })
  return tables
}
