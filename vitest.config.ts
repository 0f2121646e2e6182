import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/long-first.ts'

// Five projects, told apart by where a test lies:
//   unit    functions and the road over a store; no process is started and no port is opened
//   edges   one real edge of the program: HTTP, a socket, a process, the model's CLI, a browser, a script
//   flows   the whole daemon, from a person's message to what they read
//   faults  the whole daemon, killed, starved, cut off or lied to
//   alone   edges that measure the memory or the open files of their own process
// What waits in a test waits for a state (test/support/until.ts); the limits here only end what hangs, and leave a busy
// machine its time.

/** The rooms of `unit`. */
const rooms = ['config', 'gateway', 'lib', 'memory', 'scheduler', 'store', 'tasks']

/** Tests of those rooms that start or serve something. */
const edgesInRooms = [
  'test/lib/child.test.ts',
  'test/lib/http/{ssrf,guarded-fetch}.test.ts',
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
const alone = [
  'test/channels/email/read/fuzz.test.ts',
  'test/spawner/claude/process.test.ts',
  'test/tools/mcp-clients/http.test.ts',
]
/** Every other room, also one that is new: no test is forgotten. */
const edges = ['test/*.test.ts', `test/!(${[...rooms, 'flows', 'faults'].join('|')})/**/*.test.ts`, ...edgesInRooms]

/** `npm run test:quick` leaves out what takes long: the files that have a budget of their own (scripts/test-times.mjs). */
const leftOut =
  process.env.SKEIN_QUICK === undefined ? [] : (readFileSync('test/times.txt', 'utf8').match(/^\S+/gm) ?? [])

/** Thousands of small stores are made and thrown away: in memory where the system has a folder for that. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const buildOnce = ['test/support/build-once.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    // A worker loads its modules once, for all the files that it runs: what a test changes, it puts back.
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 240_000,
    teardownTimeout: 10_000,
    setupFiles: ['test/support/cpu-times.ts'],
    sequence: { sequencer: LongFirst },
    expect: { poll: { timeout: 60_000, interval: 10 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: [...edgesInRooms, ...faults, ...leftOut],
          maxWorkers: 2,
          env: { TMPDIR: scratch },
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Four workers for two cores: these start programs of their own and wait for them half of the time.
        extends: true,
        test: {
          name: 'edges',
          include: edges,
          exclude: [...alone, ...leftOut],
          maxWorkers: 4,
          globalSetup: buildOnce,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, isolate: true, maxWorkers: 4, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { name: 'flows', include: flows, maxWorkers: 4, globalSetup: buildOnce, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: faults,
          maxWorkers: 4,
          globalSetup: buildOnce,
          sequence: { groupOrder: 1 },
          testTimeout: 900_000,
        },
      },
    ],
  },
})
