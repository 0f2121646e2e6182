import { expect, test } from 'vitest'
import {
  afterAnswer,
  afterMail,
  noExchange,
  readExchange,
  writeExchange,
} from '../../../../src/channels/email/authority/machine-detection.ts'
import {
  limitReplies,
  noReplyHistory,
  type ReplyHistory,
  readReplyHistory,
  writeReplyHistory,
} from '../../../../src/channels/email/authority/reply-limits.ts'

const caps = { perThread: 5, perSender: 20 }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const start = Date.parse('2026-11-16T12:00:00Z')

/** One sender whose mails come at these times, in this thread or each in its own. */
function said(times: number[], threadOf: (index: number) => string = () => 'one'): string[] {
  const threads = new Map<string, ReplyHistory>()
  let sender = noReplyHistory
  return times.map((at, index) => {
    const next = limitReplies({ thread: threads.get(threadOf(index)) ?? noReplyHistory, sender }, caps, at)
    // Through what is kept, as in life.
    threads.set(threadOf(index), readReplyHistory(writeReplyHistory(next.thread)))
    sender = readReplyHistory(writeReplyHistory(next.sender))
    return next.say
  })
}

function every(ms: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => start + index * ms)
}

test('five answers an hour, then one word, then silence until an hour has passed', () => {
  const answers = said(every(MINUTE, 70))
  expect(answers.slice(0, 7)).toEqual(['answer', 'answer', 'answer', 'answer', 'answer', 'tell once', 'quiet'])
  expect(answers.slice(7, 60)).toEqual(Array(53).fill('quiet'))
  expect(answers.slice(60, 65)).toEqual(Array(5).fill('answer'))
})

test('in no hour more than the cap, however the mails come', () => {
  for (const pace of [MINUTE, 7 * MINUTE, 11 * MINUTE, 13 * MINUTE]) {
    const times = every(pace, 200)
    const answers = said(times)
    const answered = times.filter((_, index) => answers[index] === 'answer')
    for (const from of answered) {
      expect(answered.filter((at) => at >= from && at < from + HOUR).length).toBeLessThanOrEqual(caps.perThread)
    }
  }
})

test('a sender of many threads is answered twenty times, and told once', () => {
  const answers = said(every(MINUTE, 50), String)
  expect(answers.filter((one) => one === 'answer')).toHaveLength(20)
  expect(answers.filter((one) => one === 'tell once')).toHaveLength(1)
})

test('a clock that is set back makes it deaf for an hour at most', () => {
  const before = every(MINUTE, 6)
  const after = every(MINUTE, 130).map((at) => at - 30 * 24 * HOUR)
  const answers = said([...before, ...after]).slice(6)
  expect(answers.indexOf('answer')).toBeGreaterThan(0)
  expect(answers.indexOf('answer')).toBeLessThanOrEqual(61)
})

test('a clock that is set ahead, and back, and ahead lets through the cap each time at most', () => {
  const jumps = [0, 5 * HOUR, -5 * HOUR, 100 * HOUR, 0]
  const times = jumps.flatMap((jump) => every(1000, 50).map((at) => at + jump))
  expect(said(times).filter((one) => one === 'answer').length).toBeLessThanOrEqual(jumps.length * caps.perThread)
})

test.each([undefined, '', '{', '[]', '{"answered":"x"}', '{"answered":[1,null]}'])(
  'damaged, nothing was said yet: %s',
  (kept) => {
    expect(readReplyHistory(kept)).toEqual(noReplyHistory)
    expect(readExchange(kept)).toEqual(noExchange)
  },
)

/** A story of mails that come so long after our answers. */
function machineAfter(
  mails: { text: string; afterMs: number }[],
  answer = (index: number) => `The answer number ${index} of many others here`,
): boolean[] {
  let exchange = noExchange
  let now = start
  return mails.map(({ text, afterMs }, index) => {
    now += afterMs
    const heard = afterMail(readExchange(writeExchange(exchange)), { text, at: now })
    exchange = afterAnswer(heard.exchange, { text: answer(index), at: now + 1000 })
    now += 1000
    return heard.isMachine
  })
}

const words = ['apple', 'house', 'river', 'stone', 'cloud', 'train', 'garden', 'music', 'winter', 'paper']
const different = (index: number) => words.map((word, at) => `${word}${(index * 7 + at * 3) % 40}`).join(' ')

test('who answers within seconds, again and again, is a machine', () => {
  const mails = Array.from({ length: 6 }, (_, index) => ({ text: different(index), afterMs: 2000 }))
  expect(machineAfter(mails)).toEqual([false, false, false, true, true, true])
})

test('who says the same again and again is one, at any pace', () => {
  const mails = Array.from({ length: 6 }, (_, index) => ({
    text: `Thank you for your message. Your ticket number is ${index}. We will answer within two days.`,
    afterMs: HOUR,
  }))
  expect(machineAfter(mails)).toEqual([false, false, false, true, true, true])
})

test('who says what we said is one', () => {
  const mails = Array.from({ length: 6 }, (_, index) => ({
    text: `You wrote: the answer number ${index - 1} of many others here`,
    afterMs: HOUR,
  }))
  expect(machineAfter(mails).at(-1)).toBe(true)
})

test('a person thanks, is quick now and then, and repeats a question', () => {
  const mails = [
    { text: 'Is the heating on in the big room upstairs?', afterMs: 0 },
    { text: 'Is the heating on in the big room upstairs?', afterMs: 10 * MINUTE },
    { text: 'ok', afterMs: 5000 },
    { text: 'And in the small one beside the kitchen then?', afterMs: 3 * MINUTE },
    ...Array.from({ length: 10 }, () => ({ text: 'Thanks!', afterMs: MINUTE })),
  ]
  expect(machineAfter(mails)).not.toContain(true)
})

test('a machine that was found out is one until a person writes', () => {
  const quick = Array.from({ length: 5 }, (_, index) => ({ text: different(index), afterMs: 1000 }))
  const answers = machineAfter([...quick, { text: 'Sorry, that was my program. How are you today?', afterMs: HOUR }])
  expect(answers.slice(-2)).toEqual([true, false])
})
