import { defineConfig } from 'vitest/config'

// What waits in a test waits for a state; the limits only end what hangs, and leave a busy machine its time.
// Three workers: the suites start daemons, browsers and model CLIs of their own and wait for them a good part of the time,
// so that two cores have work for three.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 90_000,
    hookTimeout: 240_000,
    teardownTimeout: 10_000,
  },
})
