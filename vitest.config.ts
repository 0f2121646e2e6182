import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/long-first.ts'

// Four projects, told apart by where a test lies:
//   unit    functions and the road over a store, all in one process; nothing else is started and nothing is listened on
//   edges   one real edge of the program: HTTP, a socket, a process, the model's CLI, a browser, a script
//   flows   the whole daemon, from a person's message to what they read
//   faults  the whole daemon, killed, starved, cut off or lied to
// What waits in a test waits for a state (test/support/until.ts); the limits here only end what hangs, and leave a busy
// machine its time.

/** The rooms of `unit`. */
const rooms = ['config', 'gateway', 'lib', 'memory', 'scheduler', 'store', 'tasks']

/** Tests of those rooms that need a process of their own, because they start or serve something beside it. */
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
/** Tests of other rooms that start and serve nothing. */
const unitElsewhere = ['test/spawner/native/growth/*.test.ts', 'test/spawner/native/session/restore.test.ts']
const faults = ['test/faults/**/*.test.ts', 'test/store/file/power-cut.test.ts']
const flows = ['test/flows/**/*.test.ts']
const unit = [...rooms.map((room) => `test/${room}/**/*.test.ts`), ...unitElsewhere]
/** Every other room, also one that is new: no test is forgotten. */
const edges = ['test/*.test.ts', `test/!(${[...rooms, 'flows', 'faults'].join('|')})/**/*.test.ts`, ...edgesInRooms]

/** What `npm run test:quick` leaves out: the model's CLI itself, browsers, installs, service managers, long fuzzing and long stories. */
const dear = [
  'test/{fuzz,scripts,systemd}/**',
  'test/channels/telegram/*-fuzz.test.ts',
  'test/channels/email/read/fuzz.test.ts',
  'test/spawner/claude/{real-*,contract,sandbox,complete,process,sessions,leftover-processes}.test.ts',
  'test/spawner/native/{contract,long-session,overflowing}.test.ts',
  'test/spawner/native/tools/*.test.ts',
  'test/tools/mcp-clients/*.test.ts',
  'test/spawner/native/providers/stream-fuzz.test.ts',
  'test/tasks/recall/{recall-meaning,vectors}.test.ts',
  'test/scheduler/times/{year,cron-fuzz}.test.ts',
  'test/scheduler/runs/clock-jumps.test.ts',
  'test/scheduler/phrases/phrases-fuzz.test.ts',
  'test/scheduler/sources/{calendar,feed}/hostile.test.ts',
  'test/lib/http/ssrf.test.ts',
  'test/tasks/compaction/fact-survival.test.ts',
  'test/gateway/properties.test.ts',
  'test/web/bounds.test.ts',
  'test/web/browser/*.test.ts',
  'test/cli/{answers,completion}.test.ts',
  'test/cli/chat/terminal/tmux.test.ts',
  'test/channels/talk/receive/{outage,rooms,webhook-server}.test.ts',
  'test/channels/email/contract.test.ts',
  'test/channels/email/authority/{forged,header-order-fuzz}.test.ts',
  'test/channels/email/receive/{hostile,little,mailbox}.test.ts',
  'test/channels/telegram/receive/poller.test.ts',
  'test/tasks/files/workspaces.test.ts',
  'test/channels/talk/send/lost-answers.test.ts',
  'test/channels/email/send/{copies,drafts,looks,reaching,replies-fuzz}.test.ts',
  'test/peers/mail/*.test.ts',
  'test/peers/talk/recorded/recordings.test.ts',
]
const isQuick = process.env.SKEIN_QUICK !== undefined

/** Thousands of small stores are made and thrown away: in memory where the system has a folder for that. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const buildOnce = ['test/support/build-once.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 90_000,
    hookTimeout: 240_000,
    teardownTimeout: 10_000,
    sequence: { sequencer: LongFirst },
    expect: { poll: { timeout: 60_000, interval: 10 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: [...edgesInRooms, ...faults, ...(isQuick ? dear : [])],
          isolate: false,
          maxWorkers: 2,
          env: { TMPDIR: scratch },
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Three workers for two cores: these start programs of their own and wait for them a good part of the time.
        extends: true,
        test: {
          name: 'edges',
          include: edges,
          exclude: [...unitElsewhere, ...(isQuick ? dear : [])],
          maxWorkers: 3,
          globalSetup: buildOnce,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'flows', include: flows, maxWorkers: 3, globalSetup: buildOnce, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: faults,
          maxWorkers: 3,
          globalSetup: buildOnce,
          sequence: { groupOrder: 1 },
          testTimeout: 900_000,
        },
      },
    ],
  },
})
