import { benchAccept } from './accept.ts'
import { benchBesideJobs } from './beside-jobs.ts'
import { benchBuildLook } from './build-look.ts'
import { benchContinuation } from './continuation.ts'
import { benchEval } from './eval/eval.ts'
import { benchGrowth } from './growth.ts'
import { benchImport } from './import.ts'
import { benchKeystroke } from './keystroke.ts'
import { benchLibrary } from './library.ts'
import { benchMailReading } from './mail-reading.ts'
import { benchNativeHeap } from './native-heap.ts'
import { benchPageViews } from './page-views.ts'
import { benchRecallAblation } from './recall/ablation.ts'
import { benchRecallFit } from './recall/fit.ts'
import { benchRecall } from './recall/recall.ts'
import { benchRecallUnrelated } from './recall/unrelated.ts'
import { benchRecallSpeed } from './recall-speed.ts'
import { benchRoundTrip } from './round-trip.ts'
import { benchRunnerCosts } from './runner-costs.ts'
import { benchRunners } from './runners.ts'
import { benchSearch } from './search.ts'
import { benchStart } from './start.ts'
import { benchTalk } from './talk.ts'
import { benchTelegram } from './telegram.ts'
import { benchThousandPeople } from './thousand-people.ts'
import { benchTurnCost } from './turn-cost.ts'
import { benchUpdates } from './updates.ts'
import { benchVectors } from './vectors.ts'

// Prints figures beside the goals and asserts nothing: a busy machine must not turn a good change red.
// `npm run bench` runs them all, `npm run bench -- accept growth` only those. Options go to those that take them:
// `npm run bench -- recall --data DIR`.

const benchmarks: Record<string, (options: string[]) => void | Promise<void>> = {
  accept: benchAccept,
  start: benchStart,
  'build-look': benchBuildLook,
  growth: benchGrowth,
  'round-trip': benchRoundTrip,
  'beside-jobs': benchBesideJobs,
  telegram: benchTelegram,
  talk: benchTalk,
  updates: benchUpdates,
  'mail-reading': benchMailReading,
  'native-heap': benchNativeHeap,
  keystroke: benchKeystroke,
  'page-views': benchPageViews,
  search: benchSearch,
  'turn-cost': benchTurnCost,
  runners: benchRunners,
  'runner-costs': benchRunnerCosts,
  'thousand-people': benchThousandPeople,
  import: benchImport,
  continuation: benchContinuation,
  recall: benchRecall,
  'recall-fit': benchRecallFit,
  'recall-ablation': benchRecallAblation,
  'recall-unrelated': benchRecallUnrelated,
  'recall-speed': benchRecallSpeed,
  eval: benchEval,
  library: benchLibrary,
  vectors: benchVectors,
}

const args = process.argv.slice(2)
const firstOption = args.findIndex((arg) => arg.startsWith('--'))
const asked = firstOption < 0 ? args : args.slice(0, firstOption)
const options = firstOption < 0 ? [] : args.slice(firstOption)
const unknown = asked.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`)
  process.exitCode = 64
} else {
  for (const [name, run] of Object.entries(benchmarks)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    console.log(`\n${name}`)
    await run(options)
  }
}
