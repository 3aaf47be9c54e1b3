import { defineFunction } from 'strake/fn'

/** Refuses more replicas than `most`. */
export default defineFunction({
  run({ items, config }) {
    const most = Number(config?.data.most)
    return items
      .filter(({ spec }) => spec?.replicas > most)
      .map(({ apiVersion, kind, metadata: { name }, spec }) => ({
        message: `no more than ${most} replicas`,
        severity: 'error',
        resourceRef: { apiVersion, kind, name },
        field: { path: 'spec.replicas', currentValue: String(spec.replicas) },
      }))
  },
})
