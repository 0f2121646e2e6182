import { defineConfig } from 'vitest/config'

// Two workers: the suites start daemons, browsers and model CLIs of their own, and a machine may have two cores.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
  },
})
