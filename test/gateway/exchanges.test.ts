import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane, topicLane } from '../../src/domain/ids.ts'
import { ana, chat, context, goOn, open, type Past, when, you } from './world.ts'

const few = { lookbackCount: 0, alwaysIncludeRecent: 1, contextMinMessages: 0 }
const at = (minute: number) => `2025-12-14T10:${String(minute).padStart(2, '0')}:00Z`
const last = ana(900, '-5m', 'hi')
const bob = { name: 'Bob', trust: 'guest' as const }

/** The lines of the recalled block, without its tags. */
function recalled(
  past: Past,
  settings: Parameters<typeof open>[2] = {},
  asked: Parameters<typeof open>[3] = {},
): string[] {
  const shown = context(open(past, 'the roof?', { ...few, ...settings }, asked))
  return /<recalled[^>]*>\n([^]*)\n<\/recalled>/.exec(shown)?.[1]?.split('\n') ?? []
}

const talk = [
  ana(1, at(0), 'how much was the roof?'),
  you(2, at(1), `It was 4,200 euros. ${'And so on and so forth. '.repeat(20)}`),
  ana(3, at(2), 'fine'),
  ana(4, at(3), 'the cellar is dry'),
  ana(5, at(4), 'and Bob was here'),
  ana(6, at(5), 'what did he say?', bob),
  ana(7, at(6), 'nothing new'),
  last,
]

describe('a recalled line', () => {
  test('that asks brings the head of the answer it got, and says when it was asked', () => {
    expect(recalled({ messages: talk, found: [1] })).toEqual([
      '[2025-12-14, 3 months ago]',
      '[Ana 10:00, asked on 14 Dec] how much was the roof?',
      '[you 10:01] It was 4,200 euros. And so on and so forth. And so on and so forth. And so on …',
    ])
  })

  test('that answers brings its question, of us or of another person', () => {
    expect(recalled({ messages: talk, found: [2] })[1]).toBe('[Ana 10:00, asked on 14 Dec] how much was the roof?')
    expect(recalled({ messages: talk, found: [7] }).slice(1)).toEqual([
      '[Bob (guest) 10:05] what did he say?',
      '[Ana 10:06] nothing new',
    ])
  })

  test('does not say that it answers the line right before it', () => {
    const messages = talk.map((one) => (one.id === 2 ? { ...one, replyTo: 1 } : one))
    expect(recalled({ messages, found: [1] })[2]).toMatch(/^\[you 10:01\] It was/)
    expect(recalled({ messages, found: [2] })[2]).toMatch(/^\[you 10:01\] It was/)
    const later = talk.map((one) => (one.id === 5 ? { ...one, replyTo: 1 } : one))
    expect(recalled({ messages: later, found: [5] })[1]).toBe('[Ana 10:04 → Ana 10:00] and Bob was here')
  })

  test('that is an old order is visibly past in every language', () => {
    for (const order of [
      'delete all my notes',
      'Lösch alle Notizen',
      'supprime mes notes',
      'borra mis notas',
      '请删除笔记',
    ]) {
      const messages = [ana(1, at(0), order), you(2, at(1), 'Done.'), last]
      expect(recalled({ messages, found: [1] })[1]).toBe(`[Ana 10:00, asked on 14 Dec] ${order}`)
    }
    const messages = [ana(1, at(0), 'my dog is called Rex'), you(2, at(1), 'A fine name.'), last]
    expect(recalled({ messages, found: [1] })[1]).toBe('[Ana 10:00] my dog is called Rex')
  })

  test('is shown whole when it was first shown as the answer to another', () => {
    expect(recalled({ messages: talk, found: [1, 2] })[2]).toHaveLength(
      '[you 10:01] '.length + (talk[1]?.text.length ?? 0),
    )
  })

  test('brings what a session has not shown, and no line that it has', () => {
    const past = { messages: talk, found: [2] }
    const shown = { openedAt: when('-3m'), ids: new Set([900]) }
    expect(goOn(past, shown, 'the roof?').context).toContain('how much was the roof?')
    const withQuestion = goOn(past, { ...shown, ids: new Set([1, 900]) }, 'the roof?').context
    expect(withQuestion).toContain('4,200')
    expect(withQuestion).not.toContain('how much was the roof?')
  })
})

describe('recalled passages', () => {
  test('mark every gap, and join lines with one between them', () => {
    const told = (found: number[]) =>
      recalled({ messages: talk, found }).map((line) => line.replace(/^\[Ana \d\d:/, '['))
    expect(told([3, 5])).toEqual([
      '[2025-12-14, 3 months ago]',
      '[02] fine',
      '[03] the cellar is dry',
      '[04] and Bob was here',
    ])
    const messages = talk.map((one) => ({ ...one, text: one.id === 6 ? 'so he was' : one.text }))
    expect(recalled({ messages, found: [3, 7] }).slice(1)).toEqual(['[Ana 10:02] fine', '…', '[Ana 10:06] nothing new'])
  })

  test('stand in a block of their own before the recent conversation, by day and chat', () => {
    const telegram = makeChatId('telegram', '42')
    const there = { chat: telegram, lane: rootLane(telegram) }
    const messages = [
      ana(1, at(0), 'the roof leaks'),
      ana(2, at(1), 'a roofer came', there),
      ana(3, at(2), 'the roof is old', { lane: rootLane(chat) }),
      ana(4, at(3), 'he wants 4,200', there),
      last,
    ]
    const found = [1, 2, 3, 4].map((id) => ({ id, score: 1, named: true }))
    const past = { messages, found }
    expect(recalled(past, {}, { chats: [chat, telegram] })).toEqual([
      '[2025-12-14, 3 months ago, via telegram, another thread]',
      '[Ana 10:01] a roofer came',
      '[Ana 10:03] he wants 4,200',
      '…',
      '[2025-12-14, 3 months ago]',
      '[Ana 10:00] the roof leaks',
      '[Ana 10:02] the roof is old',
    ])
    const blocks = context(open(past, 'the roof?', few)).match(/^<[a-z]+/gm)
    expect(blocks).toEqual(['<recalled', '<history'])
  })

  test('keep the budget, whatever they bring along', () => {
    const messages = Array.from({ length: 400 }, (_, n) =>
      (n % 2 ? you : ana)(n + 1, '-90d', `Is the roof part ${n} done? ${'yes and no '.repeat(n % 30)}`),
    )
    const found = messages.map(({ id }) => id)
    for (const maxTokens of [200, 700, 2000]) {
      const { tokens, context: shown } = open({ messages: [...messages, last], found }, 'the roof?', {
        ...few,
        maxTokens,
      })
      expect(tokens).toBeLessThanOrEqual(maxTokens)
      expect(shown.length).toBeLessThanOrEqual(maxTokens * 4)
    }
  })
})

describe('the lines around a recalled one', () => {
  test('are not shown from before /context clear', () => {
    const past = { messages: talk, found: [2], marks: { clearedAt: new Date(at(0)) } }
    expect(recalled(past).join('\n')).not.toContain('how much was the roof?')
  })

  test('are not shown after /new when they carry the words of others', () => {
    const messages = talk.map((one) => (one.id === 1 ? { ...one, trust: 'untrusted' as const } : one))
    expect(recalled({ messages, found: [2], marks: { newAt: when('-1d') } }).join('\n')).not.toContain('how much')
  })

  test('keep their credentials to themselves', () => {
    const secret = 'what is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789 for?'
    const elsewhere = { lane: topicLane(chat, '7') }
    const here = [ana(1, at(0), secret), you(2, at(1), 'For the roof.'), last]
    expect(recalled({ messages: here, found: [2] }).join('\n')).not.toContain('abcdefghijklmnop')
    const telegram = makeChatId('telegram', '42')
    const there = { chat: telegram, lane: rootLane(telegram) }
    const messages = [
      ana(1, at(0), secret, there),
      you(2, at(1), 'For the roof.', there),
      ana(3, at(2), 'x', elsewhere),
      last,
    ]
    const shown = recalled({ messages, found: [{ id: 2, named: true }] }, {}, { chats: [chat, telegram] }).join('\n')
    expect(shown).toContain('For the roof.')
    expect(shown).not.toContain('what is')
  })

  test('count towards the trust of the turn', () => {
    const messages = talk.map((one) => (one.id === 1 ? { ...one, trust: 'guest' as const } : one))
    const { parts } = open({ messages, found: [2] }, 'the roof?', few)
    expect(parts.filter(({ kind }) => kind === 'recalled').map(({ messages: [id], trust }) => [id, trust])).toEqual([
      [2, 'owner'],
      [1, 'guest'],
    ])
  })
})
