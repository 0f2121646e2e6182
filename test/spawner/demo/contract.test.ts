import { createDemo } from '../../../src/spawner/demo/demo.ts'
import { brainContract } from '../contract.ts'

brainContract('demo', {
  asks: false,
  async open() {
    const found = { at: new Date(0), chatTitle: 'House', text: 'the roof leaks' }
    const brain = createDemo({
      search: () => [found],
      connect: 'Install it.',
      languageIn: () => 'en',
      timezone: () => 'UTC',
      pieceMs: 0,
    })
    return {
      brain,
      answers() {},
      stalls() {},
      breaks() {},
      seen: () => '',
      requests: () => 0,
      leftovers: () => 0,
      remove: () => brain.close(),
    }
  },
})
