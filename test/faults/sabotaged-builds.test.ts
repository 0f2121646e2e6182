import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Build, createBuild, type Sabotage } from '../peers/build.ts'
import {
  dieOfOneMessage,
  killAtTheAcknowledgement,
  type SmallCheck,
  sayTwice,
  sayWhileAnswering,
  startTwice,
} from './small-checks.ts'
import { dieWhileSending, staleWorkerEnds } from './stale-checks.ts'

// Proof that the fault suites can fail: each of these breaks one promise in the built program and must be caught
// by a check that the sound build passes. Syncing less than promised is caught by the power cuts.

const sabotages: [what: string, check: SmallCheck, changes: Sabotage[]][] = [
  [
    'acknowledges before the commit',
    killAtTheAcknowledgement,
    [
      {
        file: 'channels/web/web.js',
        from: 'accepted = inbox.accept([event])[0];',
        to: "accepted = { status: 'stored', message: 1, task: 1 }; setTimeout(() => inbox?.accept([event]), 60_000);",
      },
    ],
  ],
  [
    'takes a message in twice',
    sayTwice,
    [
      { file: 'store/messages/messages.js', from: 'return duplicate;', to: 'return undefined;' },
      { file: 'store/messages/messages.js', from: 'INSERT INTO message_key', to: 'INSERT OR REPLACE INTO message_key' },
    ],
  ],
  [
    'runs a lane twice at a time',
    sayWhileAnswering,
    [
      { file: 'store/work/claims.js', from: 'e.queue = t.queue', to: "e.queue = ''" },
      { file: 'store/work/claims.js', from: 'b.queue = t.queue', to: "b.queue = ''" },
      // On a busy machine too the second message comes while the first is answered.
      { file: 'app/brains.js', from: 'pieceMs: 15', to: 'pieceMs: 250' },
    ],
  ],
  [
    'lets a stale worker write',
    staleWorkerEnds,
    [
      {
        file: 'store/work/claims.js',
        from: 'eq(task.leaseInstance, claim.instance), eq(task.leaseToken, claim.token), ',
        to: '',
      },
    ],
  ],
  [
    'does not note that it is sending',
    dieWhileSending,
    [{ file: 'store/work/outbox.js', from: "state: 'sending', instance", to: 'instance' }],
  ],
  [
    'does not learn from a death',
    dieOfOneMessage,
    [{ file: 'domain/task.js', from: 'task.suspicion + points', to: '0 * points' }],
  ],
  [
    'does not lock its directory',
    startTwice,
    [{ file: 'store/file/data-dir.js', from: 'BEGIN EXCLUSIVE', to: 'BEGIN' }],
  ],
]

let sound: Build

vi.setConfig({ maxConcurrency: 2 })
beforeAll(() => {
  sound = createBuild()
})

describe.concurrent('a build is caught that', () => {
  test.each(sabotages)(
    '%s',
    async (_what, check, changes) => {
      expect(await check(sound)).toEqual([])
      expect(await check(createBuild(changes))).not.toEqual([])
    },
    900_000,
  )
})
