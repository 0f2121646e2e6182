import { benchAccept } from './accept.ts'
import { benchGrowth } from './growth.ts'
import { benchRoundTrip } from './round-trip.ts'
import { benchStart } from './start.ts'
import { benchTurnCost } from './turn-cost.ts'

// Prints figures beside the goals and asserts nothing: a busy machine must not turn a good change red.
// `npm run bench` runs them all, `npm run bench -- accept growth` only those.

const benchmarks: Record<string, () => void | Promise<void>> = {
  accept: benchAccept,
  start: benchStart,
  growth: benchGrowth,
  'round-trip': benchRoundTrip,
  'turn-cost': benchTurnCost,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`)
  process.exitCode = 64
} else {
  for (const [name, run] of Object.entries(benchmarks)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    console.log(`\n${name}`)
    await run()
  }
}
