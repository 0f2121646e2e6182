import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { insertUsage, type NewUsage } from '../../../src/store/work/usage.ts'
import { readUsage } from '../../../src/tasks/reports/usage-report.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { onBoth } from '../../support/test-clock.ts'

const call: Omit<NewUsage, 'now' | 'steady'> = {
  origin: 'chat',
  brain: 'claude',
  model: 'sonnet',
  inputTokens: 1000,
  outputTokens: 200,
  cacheReadTokens: 18_000,
  cacheWriteTokens: 1000,
  costUsd: 0.25,
}

function world() {
  const made = createRoadWorld()
  const today = momentOf(made.clock)
  insertUsage(made.db, { ...call, ...today })
  insertUsage(made.db, { ...call, ...today })
  insertUsage(made.db, { ...call, ...today, origin: 'heartbeat', model: 'haiku', costUsd: 0.01 })
  insertUsage(made.db, { ...call, ...onBoth(new Date('2026-03-13T23:59:59Z')), costUsd: 3 })
  insertUsage(made.db, { ...call, ...onBoth(new Date('2026-02-28T23:59:59Z')), costUsd: 100 })
  return made
}

test('calls are added up by day and month, by origin and by model, dearest first', () => {
  const { db, clock } = world()
  const { today, month } = readUsage(db, { timezone: 'UTC', brain: { dailyUsd: 5 } as never }, momentOf(clock))
  expect(today).toEqual({
    calls: 3,
    inputTokens: 3000,
    outputTokens: 600,
    cacheReadTokens: 54_000,
    cacheWriteTokens: 3000,
    usd: 0.51,
    capUsd: 5,
    byOrigin: [
      { name: 'chat', calls: 2, usd: 0.5 },
      { name: 'heartbeat', calls: 1, usd: 0.01 },
    ],
    byModel: [
      { name: 'sonnet', calls: 2, usd: 0.5 },
      { name: 'haiku', calls: 1, usd: 0.01 },
    ],
  })
  expect(month).toMatchObject({ calls: 4, usd: 3.51 })
  expect(month).not.toHaveProperty('capUsd')
})

describe('/usage', () => {
  test('tells the owner in a few lines', async () => {
    const w = world()
    w.say('/config brain.daily_usd 5')
    w.say('/usage')
    await w.settle()
    expect(w.web.sent.at(-1)?.body).toBe(
      [
        '**Today**: 3 calls, $0.51 of $5.00, 90 % read from cache',
        '- Tokens: 3K in, 600 out, 54K read from cache, 3K written to cache',
        '- By purpose: chat $0.50 (2), heartbeat $0.01 (1)',
        '- By model: sonnet $0.50 (2), haiku $0.01 (1)',
        '',
        '**This month**: 4 calls, $3.51, 90 % read from cache',
        '- Tokens: 4K in, 800 out, 72K read from cache, 4K written to cache',
        '- By purpose: chat $3.50 (3), heartbeat $0.01 (1)',
        '- By model: sonnet $3.50 (3), haiku $0.01 (1)',
      ].join('\n'),
    )
  })

  test('is short while nothing was spent', async () => {
    const w = createRoadWorld()
    w.say('/usage')
    await w.settle()
    expect(w.web.sent.at(-1)?.body).toBe('**Today**: 0 calls, $0.00\n\n**This month**: 0 calls, $0.00')
  })

  test('and the sums of /status are for the owner alone', async () => {
    const w = world()
    w.member(7)
    const from = {
      channel: 'telegram',
      chat: makeChatId('telegram', '7'),
      sender: { channel: 'telegram', id: '7' },
    } as const
    w.say('/usage', from)
    w.say('/status', from)
    w.say('/status')
    await w.settle()
    const told = w.telegram.sent.map((delivery) => delivery.body).join('')
    expect(told).toContain('Only the owner can do that.')
    expect(told).toContain('Tasks: 0 of 4')
    expect(told).not.toContain('$')
    expect(w.web.sent.at(-1)?.body).toContain('- Today: 3 calls, $0.51, 90 % read from cache')
  })
})
