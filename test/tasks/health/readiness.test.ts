import { expect, test } from 'vitest'
import type { Channel } from '../../../src/channels/channel.ts'
import type { ChannelName } from '../../../src/domain/ids.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { probeStore } from '../../../src/store/file/store-probe.ts'
import { createReadiness } from '../../../src/tasks/health/readiness.ts'
import { createRecallWorld } from '../../store/recall/recall-world.ts'
import { silentLog } from '../../support/silent-log.ts'
import { createTestClock } from '../../support/test-clock.ts'

function createReady() {
  const clock = createTestClock()
  const state = {
    attempted: clock.mono(),
    passed: clock.mono(),
    level: 'ok' as 'ok' | 'low' | 'full',
    isSafe: false,
    error: undefined as unknown,
    probes: 0,
  }
  const channel = { name: 'talk', lastAttempt: () => state.attempted } as unknown as Channel
  const readiness = createReadiness({
    clock,
    log: silentLog,
    channels: new Map([['talk' as ChannelName, channel]]),
    loops: [{ name: 'worker', lastPass: () => state.passed }],
    probeStore() {
      state.probes++
      return { error: state.error }
    },
    disk: { level: () => state.level, assertNotFull() {} },
    safeMode: { isOn: () => state.isSafe, endsAt: () => undefined, crashes: () => [] },
  })
  /** Time in which every loop works, asked every ten seconds. */
  const liveOn = (ms: number) => {
    const answers: boolean[] = []
    for (let passed = 0; passed < ms; passed += 10_000) {
      clock.advance(10_000)
      state.attempted = clock.mono()
      state.passed = clock.mono()
      answers.push(readiness.isAlive())
    }
    return answers
  }
  return { clock, state, readiness, liveOn }
}

function sqliteError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

test('a start may take long; then every channel has to keep trying', () => {
  const { clock, state, readiness } = createReady()
  clock.advance(100_000)
  state.passed = clock.mono()
  expect([readiness.isAlive(), readiness.obstacle()]).toEqual([true, 'starting'])
  readiness.started()
  expect([readiness.isAlive(), readiness.obstacle()]).toEqual([false, 'stuck'])
  state.attempted = clock.mono()
  clock.advance(44_000)
  expect([readiness.isAlive(), readiness.obstacle()]).toEqual([true, undefined])
})

test('a full disk and safe mode are no reason to restart, but no message is answered', () => {
  const { state, readiness } = createReady()
  readiness.started()
  state.level = 'low'
  expect(readiness.obstacle()).toBeUndefined()
  state.level = 'full'
  expect([readiness.isAlive(), readiness.obstacle()]).toEqual([true, 'disk full'])
  state.isSafe = true
  expect([readiness.isAlive(), readiness.obstacle()]).toEqual([true, 'safe mode'])
})

test('a loop that no longer comes round is a reason to restart, but not while it waits for the disk', () => {
  const { clock, state, readiness } = createReady()
  readiness.started()
  clock.advance(61_000)
  state.attempted = clock.mono()
  expect(readiness.isAlive()).toBe(false)
  state.level = 'full'
  expect(readiness.isAlive()).toBe(true)
  state.level = 'ok'
  expect(readiness.isAlive()).toBe(false)
  state.passed = clock.mono()
  expect(readiness.isAlive()).toBe(true)
})

test('a store whose connection is broken is a reason to restart, after three failures in a row', () => {
  const { state, readiness, liveOn } = createReady()
  readiness.started()
  state.error = new TypeError('The database connection is not open')
  expect(liveOn(40_000)).toEqual([true, true, false, false])
  state.error = undefined
  expect(liveOn(10_000)).toEqual([true])
})

test.each(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_BUSY', 'SQLITE_READONLY', 'SQLITE_CORRUPT'])(
  '%s is none, because a restart would not help',
  (code) => {
    const { clock, state, readiness, liveOn } = createReady()
    readiness.started()
    state.error = sqliteError(code)
    expect(new Set(liveOn(600_000))).toEqual(new Set([true]))
    // An attempt waits with its result meanwhile.
    clock.advance(61_000)
    state.attempted = clock.mono()
    expect(readiness.isAlive()).toBe(true)
  },
)

test('however often it is asked, the store is tried every ten seconds at most', () => {
  const { state, readiness, clock } = createReady()
  readiness.started()
  for (let asked = 0; asked < 100; asked++) readiness.isAlive()
  expect(state.probes).toBe(1)
  clock.advance(10_000)
  readiness.isAlive()
  expect(state.probes).toBe(2)
})

test('the self-check of the store leaves no trace, and does not wait for a program that holds it', () => {
  const { db } = createRecallWorld()
  const before = db.raw.pragma('wal_checkpoint(NOOP)')
  expect(probeStore(db)).toEqual({})
  expect(db.raw.prepare("SELECT count(*) FROM meta WHERE key = 'probe'").pluck().get()).toBe(0)
  expect(db.raw.pragma('wal_checkpoint(NOOP)')).toEqual(before)
  const other = openDatabase(db.raw.name)
  other.raw.exec('BEGIN IMMEDIATE')
  expect(probeStore(db)).toMatchObject({ error: { code: 'SQLITE_BUSY' } })
  other.raw.exec('ROLLBACK')
  other.close()
  expect(db.raw.pragma('busy_timeout', { simple: true })).toBe(5000)
  db.raw.pragma('query_only = ON')
  expect(probeStore(db)).toMatchObject({ error: { code: 'SQLITE_READONLY' } })
  db.raw.pragma('query_only = OFF')
})
