import { defineFunction } from 'strake/fn'

/** Says whose every resource is. */
export default defineFunction({
  run({ items, config }) {
    for (const { kind, metadata } of items) {
      if (kind !== 'Kptfile') metadata.labels = { ...metadata.labels, team: config?.data.team }
    }
  },
})
