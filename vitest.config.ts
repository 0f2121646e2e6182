import { defineConfig } from 'vitest/config'

// Three workers: the suites start daemons, browsers and model CLIs of their own and wait for them a good part of the time,
// so that two cores have work for three.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
  },
})
