import { describe, expect, test } from 'vitest'
import { topicLane } from '../../../src/domain/ids.ts'
import { type ContinuationFacts, decideContinuation } from '../../../src/gateway/choosing/continuation.ts'
import { statusOf } from '../../../src/gateway/rendering/status.ts'
import { ana, chat, context, now, open, type Past, when, you } from '../world.ts'

const none = { newAt: undefined, continueAt: undefined, clearedAt: undefined }

/** The reason as a person reads it, and what the model is told. */
const decide = (facts: Partial<ContinuationFacts>) => {
  const decision = decideContinuation({
    now,
    lastAt: when('-5m'),
    replyTo: undefined,
    message: '',
    before: [],
    answers: undefined,
    isTopic: false,
    marks: none,
    activeMinutes: 30,
    ...facts,
  })
  return `${decision.reason.en} (${decision.active ? 'active' : 'not active'})\n${statusOf(decision)}`
}

describe('the decision and its reason', () => {
  test('the first message ever', () => {
    expect(decide({ lastAt: undefined })).toMatchInlineSnapshot(`
      "nothing was said here before (not active)
      NEW CONVERSATION"
    `)
  })
  test('the first message of a topic', () => {
    expect(decide({ lastAt: undefined, isTopic: true })).toMatchInlineSnapshot(`
      "nothing was said in this topic before (not active)
      NEW CONVERSATION"
    `)
  })
  test('a minute later', () => {
    expect(decide({ lastAt: when('-1m') })).toMatchInlineSnapshot(`
      "the last message is 1 minute old (active)
      CONTINUATION"
    `)
  })
  test('exactly thirty minutes later', () => {
    expect(decide({ lastAt: when('-30m') })).toMatchInlineSnapshot(`
      "the last message is 30 minutes old (active)
      CONTINUATION"
    `)
  })
  test('thirty-one minutes later', () => {
    expect(decide({ lastAt: when('-31m') })).toMatchInlineSnapshot(`
      "the last message is 31 minutes old, more than 30 minutes (not active)
      NEW CONVERSATION"
    `)
  })
  test('thirty-one minutes later, where active_minutes is 60', () => {
    expect(decide({ lastAt: when('-31m'), activeMinutes: 60 })).toMatchInlineSnapshot(`
      "the last message is 31 minutes old (active)
      CONTINUATION"
    `)
  })
  test('in a topic that has been quiet for days', () => {
    expect(decide({ lastAt: when('-3d'), isTopic: true })).toMatchInlineSnapshot(`
      "the last message in this topic is 3 days old, more than 30 minutes (not active)
      NEW CONVERSATION"
    `)
  })
  test('a reply to something said three hours ago', () => {
    expect(decide({ lastAt: when('-2h'), replyTo: when('-3h') })).toMatchInlineSnapshot(`
      "it replies to a message from 3 hours ago (not active)
      CONTINUATION"
    `)
  })
  test('after /new', () => {
    expect(decide({ marks: { ...none, newAt: when('-1m') } })).toMatchInlineSnapshot(`
      "a new conversation was asked for (not active)
      NEW CONVERSATION"
    `)
  })
  test('after /new and a line since', () => {
    expect(decide({ marks: { ...none, newAt: when('-9m') } })).toMatchInlineSnapshot(`
      "the last message is 5 minutes old (active)
      CONTINUATION"
    `)
  })
  test('after /new that was taken back by /continue', () => {
    expect(decide({ marks: { ...none, newAt: when('-2m'), continueAt: when('-1m') } })).toMatchInlineSnapshot(`
      "the last message is 5 minutes old (active)
      CONTINUATION"
    `)
  })
  test('after /continue that was taken back by /new', () => {
    expect(decide({ marks: { ...none, newAt: when('-1m'), continueAt: when('-2m') } })).toMatchInlineSnapshot(`
      "a new conversation was asked for (not active)
      NEW CONVERSATION"
    `)
  })
  test('after a break that /continue bridges', () => {
    expect(decide({ lastAt: when('-5h'), marks: { ...none, continueAt: when('-1m') } })).toMatchInlineSnapshot(`
      "the person asked to continue (active)
      CONTINUATION"
    `)
  })
  test('a /continue that nobody followed runs out too', () => {
    expect(decide({ lastAt: when('-5h'), marks: { ...none, continueAt: when('-40m') } })).toMatchInlineSnapshot(`
      "the last message is 5 hours old, more than 30 minutes (not active)
      NEW CONVERSATION"
    `)
  })
  test('a clock that was set back is no break', () => {
    expect(decide({ lastAt: new Date(now.getTime() + 60_000) })).toMatchInlineSnapshot(`
      "the last message is less than a minute old (active)
      CONTINUATION"
    `)
  })
})

describe('what it changes', () => {
  const messages = [ana(1, '-20m', 'plan the trip'), you(2, '-19m', 'Where to?')]
  const status = (past: Past) => /<status[^]*<\/status/.exec(open(past, 'a joke').text)?.[0]

  test('in the middle of a conversation nobody is greeted', () => {
    expect(status({ messages })).toMatchInlineSnapshot(
      `
      "<status-f00dcafe>
      It is Saturday, 2026-03-14 10:00 (UTC). The last message here is 19 minutes old. The new message continues that conversation. Do not greet the person or introduce yourself again.
      </status"
    `,
    )
  })

  test('after a break it is a new conversation', () => {
    expect(status({ messages: [ana(1, '-2h', 'x')] })).toMatchInlineSnapshot(
      `
      "<status-f00dcafe>
      It is Saturday, 2026-03-14 10:00 (UTC). The last message here is 2 hours old. The new message starts something new.
      </status"
    `,
    )
  })

  test('after /new the conversation before it is still shown, as earlier today', () => {
    expect(context(open({ messages, marks: { newAt: when('-10m') } }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 09:40] plan the trip
      [you 09:41] Where to?
      </history>"
    `)
  })

  test('/new parts one conversation in two', () => {
    const more = [...messages, ana(3, '-5m', 'something else'), you(4, '-4m', 'Yes?')]
    expect(context(open({ messages: more, marks: { newAt: when('-10m') } }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 09:40] plan the trip
      [you 09:41] Where to?
      [2026-03-14, this conversation]
      [Ana 09:55] something else
      [you 09:56] Yes?
      </history>"
    `)
  })

  test('/continue joins what a break parted', () => {
    const more = [
      ana(1, '-4h', 'plan the trip'),
      you(2, '-4h', 'Where to?'),
      ana(3, '-5m', 'Porto'),
      you(4, '-4m', 'Good.'),
    ]
    expect(context(open({ messages: more, marks: { continueAt: when('-6m') } }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 06:00] plan the trip
      [you 06:00] Where to?
      [Ana 09:55] Porto
      [you 09:56] Good.
      </history>"
    `)
  })

  test('words that refer back take the conversation of hours ago up again', () => {
    const past = { messages: [ana(1, '-2h', 'the weather in Bergen?'), you(2, '-2h', 'Rain until four.')] }
    expect(context(open(past, 'and tomorrow?'))).toContain('this conversation')
    expect(context(open(past, 'a joke'))).toContain('earlier today')
  })

  test('words that begin something new end the one that goes on', () => {
    const assembly = open({ messages }, 'new topic: my bike has a flat tyre')
    expect([assembly.status, assembly.reason]).toEqual([
      'NEW CONVERSATION',
      'it says that something new begins (“new topic”)',
    ])
    expect(context(assembly)).toContain('earlier today')
  })

  test('a reply leaves the last talk to the clock, whatever it says', () => {
    const past = { messages: [ana(1, '-9h', 'my dog is Rex'), you(2, '-2h', 'Rain until four.')] }
    expect(context(open(past, 'and tomorrow?', {}, { replyTo: 1 }))).not.toContain('this conversation')
  })

  test('neither /new nor an empty lane asks the words', () => {
    expect(open({ messages, marks: { newAt: when('-1m') } }, 'and the second one?').reason).toBe(
      'a new conversation was asked for',
    )
    expect(open({}, 'and the second one?').reason).toBe('nothing was said here before')
  })

  test('hundreds of pages full of signs are decided too', () => {
    const signs = `${'and it, that one, '.repeat(20_000)}?`
    expect(open({ messages: [ana(1, '-2h', signs), you(2, '-2h', signs)] }, signs).status).toBeDefined()
  })

  test('what is said in another topic of the chat does not count', () => {
    const elsewhere = messages.map((one) => ({ ...one, lane: topicLane(chat, '7') }))
    const assembly = open({ messages: elsewhere })
    expect([assembly.status, assembly.reason, assembly.context]).toMatchInlineSnapshot(`
      [
        "NEW CONVERSATION",
        "nothing was said here before",
        "",
      ]
    `)
  })
})

describe('where vectors are on, the meaning is a sign too', () => {
  const messages = [
    ana(1, '-3d', 'the roof needs new gutters'),
    you(2, '-3d', 'A roofer should look at them first.'),
    ana(3, '-2h', 'Milo has to see the vet on Monday'),
    you(4, '-2h', 'She has time at ten.'),
  ]
  const meaning = { model: 'm', vector: Float32Array.of(1) }
  const other = 'what does an animal clinic usually charge people?'
  const decided = (past: Past, asked: object = { meaning }) => {
    const { status, reason } = open(past, other, {}, asked)
    return `${status}: ${reason}`
  }

  test('for a message in other words that may go on with the last lines', () => {
    const byClock = 'NEW CONVERSATION: the last message is 2 hours old, more than 30 minutes'
    expect(decided({ messages, nearest: [2, 4] })).toBe(
      'OPEN: its meaning is similar to that of the last messages, 2 hours after the last message',
    )
    // Its own line is no sign, nor are lines of another talk, nor those that are not among the nearest.
    expect(decided({ messages, nearest: [10_000, 1, 2, 90, 91, 92, 4] })).toBe(byClock)
    expect(decided({ messages, nearest: [4] }, {})).toBe(byClock)
  })

  test('for one in the middle of a conversation that shares no word with it', () => {
    const lately = [messages[0], ana(3, '-9m', 'Milo has to see the vet on Monday'), you(4, '-9m', 'At ten.')]
    const live = lately.flatMap((line) => line ?? [])
    expect(decided({ messages: live, nearest: [1] })).toBe(
      'OPEN: the last message is 9 minutes old, but the new one shares no words with it',
    )
    expect(decided({ messages: live, nearest: [3] })).toBe('CONTINUATION: the last message is 9 minutes old')
  })
})
