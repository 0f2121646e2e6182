import { expect, test } from 'vitest'
import type { Channel } from '../../../src/channels/channel.ts'
import type { ChannelName } from '../../../src/domain/ids.ts'
import { createReadiness } from '../../../src/tasks/health/readiness.ts'
import { createTestClock } from '../../support/test-clock.ts'

function createReady() {
  const clock = createTestClock()
  const state = { attempted: clock.mono(), level: 'ok' as 'ok' | 'low' | 'full', isSafe: false }
  const channel = { name: 'talk', lastAttempt: () => state.attempted } as unknown as Channel
  const readiness = createReadiness({
    clock,
    channels: new Map([['talk' as ChannelName, channel]]),
    disk: { level: () => state.level, assertNotFull() {} },
    safeMode: { isOn: () => state.isSafe, endsAt: () => undefined, crashes: () => [] },
  })
  return { clock, state, readiness }
}

test('a start may take long; then every channel has to keep trying', () => {
  const { clock, state, readiness } = createReady()
  clock.advance(100_000)
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
