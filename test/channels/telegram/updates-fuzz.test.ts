import { expect, test } from 'vitest'
import { toInbound } from '../../../src/channels/telegram/inbound.ts'
import { createUpdateFuzz } from '../../peers/telegram/fuzz.ts'
import type { Cast } from '../../peers/telegram/fuzz-shapes.ts'

const UPDATES = 50_000

const cast: Cast = {
  bot: { id: 7, is_bot: true, first_name: 'Skein', username: 'skein_bot' },
  listed: [{ id: 42, is_bot: false, first_name: 'Ana' }],
  strangers: [
    { id: 66, is_bot: false, first_name: 'Eve' },
    { id: 67, is_bot: false, first_name: 'Mal' },
  ],
  now: 1_773_482_400,
}

const view = {
  me: { id: 7, name: 'Skein', username: 'skein_bot' },
  account: '7',
  groupMode: () => 'mention' as const,
  isCommand: (name: string) => name === 'stop',
}

test('fifty thousand updates, sound and not: nothing throws, nothing stalls, nobody speaks for somebody else, bytes are kept', () => {
  const fuzz = createUpdateFuzz(11, cast)
  const now = new Date(cast.now * 1000)
  const kinds = new Map<string, number>()
  let slowest = 0
  for (let at = 0; at < UPDATES; at++) {
    const { update, listed, shape } = fuzz.next()
    const whole = { update_id: at, ...update }
    const raw = JSON.stringify(whole)
    // Time of our own: on a busy machine the clock on the wall also counts the work of others.
    const before = process.cpuUsage()
    const taken = toInbound(whole, raw, now, view)
    slowest = Math.max(slowest, process.cpuUsage(before).user / 1000)
    const event = taken?.event
    kinds.set(event?.kind ?? 'none', (kinds.get(event?.kind ?? 'none') ?? 0) + 1)
    if (!event) continue
    if ('sender' in event && event.sender.id === '42' && !listed)
      expect.fail(`a stranger speaks as Ana: ${shape} ${raw.slice(0, 500)}`)
    if ('raw' in event && event.raw !== raw) expect.fail(`the bytes of a ${shape} were changed`)
    if ('text' in event && !event.text.isWellFormed()) expect.fail(`half a character in a ${shape}`)
    if ('at' in event && Number.isNaN(event.at.getTime())) expect.fail(`no time in a ${shape}`)
  }
  for (const kind of ['message', 'edit', 'press', 'stop', 'reaction', 'membership', 'unread', 'none']) {
    expect(kinds.get(kind), `how many were ${kind}`).toBeGreaterThan(20)
  }
  expect(slowest).toBeLessThan(100)
}, 120_000)
