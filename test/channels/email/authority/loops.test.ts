import { expect, test } from 'vitest'
import { automaticReason } from '../../../../src/channels/email/authority/automatic-mail.ts'
import { readHeaders } from '../../../../src/channels/email/authority/headers.ts'
import {
  afterAnswer,
  afterMail,
  noExchange,
  type ThreadExchange,
} from '../../../../src/channels/email/authority/machine-detection.ts'
import {
  limitReplies,
  noReplyHistory,
  type ReplyHistory,
} from '../../../../src/channels/email/authority/reply-limits.ts'

// An hour of virtual time between us and somebody who answers whatever we write.

const caps = { perThread: 5, perSender: 20 }
const HOUR_MS = 3_600_000
const start = Date.parse('2026-11-16T12:00:00Z')

interface Letter {
  headers: string[]
  text: string
  thread: string
}

/** What is left of us: who it is has been proven, and every mail that is let through is answered a second later. */
function createBot(address: string, loopMark: string) {
  const own = { addresses: [address], loopMark }
  const threads = new Map<string, ReplyHistory>()
  const exchanges = new Map<string, ThreadExchange>()
  let sender = noReplyHistory
  const counts = { answered: 0, told: 0 }
  return {
    counts,
    hear(letter: Letter, at: number): Letter | undefined {
      if (automaticReason(readHeaders(Buffer.from(`${letter.headers.join('\r\n')}\r\n\r\n`)), own)) return undefined
      const heard = afterMail(exchanges.get(letter.thread) ?? noExchange, { text: letter.text, at })
      exchanges.set(letter.thread, heard.exchange)
      if (heard.isMachine) return undefined
      const paced = limitReplies({ thread: threads.get(letter.thread) ?? noReplyHistory, sender }, caps, at)
      threads.set(letter.thread, paced.thread)
      sender = paced.sender
      if (paced.say === 'tell once') counts.told += 1
      if (paced.say !== 'answer') return undefined
      counts.answered += 1
      const text = `Answer ${counts.answered}: ${words(counts.answered * 31)}`
      exchanges.set(letter.thread, afterAnswer(heard.exchange, { text, at: at + 1000 }))
      return {
        headers: [
          `From: ${address}`,
          'Auto-Submitted: auto-replied',
          'X-Auto-Response-Suppress: All',
          `X-Skein-Loop: ${loopMark}`,
        ],
        text,
        thread: letter.thread,
      }
    },
  }
}

function words(seed: number): string {
  return Array.from({ length: 12 }, (_, at) => `word${(seed * 17 + at * 29) % 997}`).join(' ')
}

/** Somebody writes first; then each answers the other, so long after they heard. */
function hour(other: (heard: Letter, count: number) => Letter | undefined, delayMs: number, letters = 1) {
  const bot = createBot('skein@home.example', 'a'.repeat(16))
  let waiting = Array.from({ length: letters }, (_, at) => ({ at: start + at, letter: plain(at, `first${at}`) }))
  while (waiting.length > 0) {
    const [next, ...rest] = waiting.toSorted((a, b) => a.at - b.at)
    waiting = rest
    if (!next || next.at >= start + HOUR_MS) continue
    const answer = bot.hear(next.letter, next.at)
    const reply = answer && other(answer, bot.counts.answered)
    if (reply) waiting.push({ at: next.at + 1000 + delayMs, letter: reply })
  }
  return bot.counts
}

function plain(count: number, thread: string): Letter {
  return {
    headers: ['From: eve@evil.example', 'Return-Path: <eve@evil.example>'],
    text: `Mail ${count}: ${words(count * 7 + 3)}`,
    thread,
  }
}

const rude = (delayMs: number) => hour(({ thread }, count) => plain(count, thread), delayMs)

test('a machine that hides what it is, and answers at once, ends with three', () => {
  expect(rude(100).answered).toBeLessThanOrEqual(3)
})

test.each([20_000, 60_000, 180_000])(
  'a machine that hides what it is, and answers after %i ms, ends with the cap',
  (delayMs) => {
    expect(rude(delayMs)).toEqual({ answered: caps.perThread, told: 1 })
  },
)

test('a machine that begins a thread with each answer ends with the cap of a sender', () => {
  expect(hour((_heard, count) => plain(count, `thread ${count}`), 20_000)).toEqual({
    answered: caps.perSender,
    told: 1,
  })
})

test('a hundred threads at once end with the cap of a sender', () => {
  const counts = hour(({ thread }, count) => plain(count, thread), 20_000, 100)
  expect(counts).toEqual({ answered: caps.perSender, told: 1 })
})

test('another one of us is answered once, and answers nothing', () => {
  const other = createBot('bot@work.example', 'b'.repeat(16))
  expect(hour((heard) => other.hear(heard, start), 100).answered).toBe(1)
  expect(other.counts.answered).toBe(0)
})

test('our own mails that come back are never answered', () => {
  expect(hour((heard) => heard, 100).answered).toBe(1)
  const rewritten = (heard: Letter): Letter => ({ ...heard, headers: ['From: skein+x@home.example'] })
  expect(hour(rewritten, 100).answered).toBe(1)
})

test.each([
  ['that says it is one', ['Auto-Submitted: auto-replied (vacation)']],
  ['of Exchange', ['X-Auto-Response-Suppress: All', 'Subject: Automatic reply: x']],
  ['without a sender', ['Return-Path: <>']],
  ['that bounces', ['Content-Type: multipart/report; report-type=delivery-status']],
  ['that is a list', ['List-Id: <talk.lists.example>', 'Precedence: list']],
])('a responder %s is answered once', (_what, headers) => {
  expect(
    hour(({ thread }) => ({ ...plain(1, thread), headers: ['From: eve@evil.example', ...headers] }), 100).answered,
  ).toBe(1)
})

test('a responder that says the same each time, and nothing of itself, ends before the cap', () => {
  const away = (heard: Letter): Letter => ({
    ...plain(0, heard.thread),
    text: 'I am away until Monday. In urgent cases please write to my colleague Ben.',
  })
  expect(hour(away, 30_000).answered).toBeLessThanOrEqual(4)
})
