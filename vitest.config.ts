import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/long-first.ts'
import { isLong } from './test/support/sizes.ts'

// Five projects, told apart by where a test is:
//   unit    functions and the task pipeline over a store; no process is started and no port is opened
//   edges   one real edge of the program: HTTP, a socket, a process, the model's CLI, a browser, a script
//   flows   the whole daemon, from a person's message to what they read
//   faults  the whole daemon, killed, starved, cut off or lied to
//   alone   files that measure or change their own process, so each gets a process of its own
// In the others a worker runs many files and loads its modules once. What a test changes, it puts back.
// What waits in a test waits for a state (test/support/until.ts); the limits here only end what hangs, and leave a busy
// machine its time.

/** The rooms of `unit`. */
const rooms = ['config', 'gateway', 'lib', 'memory', 'scheduler', 'store', 'tasks']

/** Tests of those rooms that start or serve something. */
const edgesInRooms = [
  'test/lib/child.test.ts',
  'test/lib/http/{proxy,ssrf,guarded-fetch}.test.ts',
  'test/lib/service-notify.test.ts',
  'test/lib/system-call-filter.test.ts',
  'test/memory/*-embedder.test.ts',
  'test/scheduler/sources/**/*.test.ts',
  'test/store/files/files.test.ts',
  'test/tasks/files/workspaces.test.ts',
  'test/tasks/recall/{embedding,recall-meaning,vectors}.test.ts',
]
const faults = ['test/faults/**/*.test.ts', 'test/store/file/power-cut.test.ts']
const flows = ['test/flows/**/*.test.ts']
const unit = rooms.map((room) => `test/${room}/**/*.test.ts`)
/** Every other room, also one that is new: no test is forgotten. */
const edges = ['test/*.test.ts', `test/!(${[...rooms, 'flows', 'faults'].join('|')})/**/*.test.ts`, ...edgesInRooms]

/** What no commit goes without. */
const always = ['test/faults/crash-points.test.ts', 'test/walls.test.ts']

const alone = [
  'test/lib/http/proxy.test.ts',
  'test/spawner/claude/{process,real-cli,real-tools}.test.ts',
  'test/spawner/native/{long-session,overflowing,tools/escapes}.test.ts',
  'test/tools/mcp-clients/http.test.ts',
]

/** The files that take long have a budget of their own (scripts/test-times.mjs). */
const budgets = [...readFileSync('test/times.txt', 'utf8').matchAll(/^(\S+) (\S+)$/gm)]
const slow = budgets.map(([, file = '']) => file)
/** One commit runs every third one of these, other commits the rest; `npm test -- --all` runs all of them. */
const slowest = budgets.flatMap(([, file = '', time]) => (Number(time) >= 2 && !always.includes(file) ? [file] : []))
/** Files that take little CPU time, but start many programs or wait for real time. */
const waiting = [
  'test/spawner/claude/*.test.ts',
  'test/spawner/native/tools/{run-command,fetch-page}.test.ts',
  'test/tools/mcp-clients/*.test.ts',
  'test/channels/telegram/receive/poller.test.ts',
  'test/channels/{email,talk}/{contract,receive/*,send/*}.test.ts',
  'test/channels/telegram/show/answer-drafts.test.ts',
  'test/cli/{doctor,memory}.test.ts',
  'test/tasks/deliver/deliver-outage.test.ts',
  'test/web/browser/*.test.ts',
  'test/web/routes/chats/live-events.test.ts',
  'test/web/server/connection-limiter.test.ts',
  'test/{app/connect,peers,scripts}/**/*.test.ts',
]
/** Files whose cases are many, of which one commit in the middle of work can do without. */
const thorough = [
  'test/scheduler/runs/firing.test.ts',
  'test/spawner/native/**/*.test.ts',
  'test/store/recall/summaries.test.ts',
  'test/tasks/compaction/{nothing-to-keep,upkeep}.test.ts',
  'test/tasks/memory/memory-commands.test.ts',
  'test/tasks/people/sketch-channels.test.ts',
]
const third = process.env.SKEIN_THIRD
const otherThirds = third === undefined ? [] : slowest.filter((_, at) => at % 3 !== Number(third))
const leftOut = process.env.SKEIN_QUICK === undefined ? otherThirds : [...slow, ...waiting, ...thorough]

/** Thousands of small stores are made and thrown away: in memory where the system has a folder for that. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const buildOnce = ['test/support/build-once.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: isLong ? 1_800_000 : 180_000,
    hookTimeout: 300_000,
    teardownTimeout: 10_000,
    setupFiles: ['test/support/cpu-times.ts'],
    sequence: { sequencer: LongFirst },
    expect: { poll: { timeout: 60_000, interval: 10 } },
    // Each project would otherwise transform the same modules again, and so would the next run.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: [...edgesInRooms, ...faults, ...leftOut],
          isolate: false,
          maxWorkers: 2,
          env: { TMPDIR: scratch },
          sequence: { groupOrder: 0 },
        },
      },
      // Four workers for two cores: these start programs of their own and wait for them, a third of the time.
      ...[
        { name: 'edges', include: edges, exclude: [...alone, ...leftOut], isolate: false },
        { name: 'alone', include: alone, exclude: leftOut },
        { name: 'flows', include: flows, exclude: leftOut, isolate: false },
        {
          name: 'faults',
          include: faults,
          exclude: leftOut,
          isolate: false,
          testTimeout: isLong ? 3_000_000 : 900_000,
        },
      ].map((test) => ({
        extends: true as const,
        test: {
          ...test,
          maxWorkers: 4,
          globalSetup: buildOnce,
          sequence: { groupOrder: 1 },
          // What they look at costs something: a question to a daemon, a browser or a store.
          expect: { poll: { timeout: 60_000, interval: 25 } },
        },
      })),
    ],
  },
})
