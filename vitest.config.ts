import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/temporary-folder.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'threads',
    coverage: { include: ['src/**'] },
  },
})
