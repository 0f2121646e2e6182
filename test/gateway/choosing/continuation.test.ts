import { describe, expect, test } from 'vitest'
import { topicLane } from '../../../src/domain/ids.ts'
import { type ContinuationFacts, decideContinuation } from '../../../src/gateway/choosing/continuation.ts'
import { threadStatus } from '../../../src/gateway/rendering/thread-status.ts'
import { ana, chat, context, now, open, type Past, when, you } from '../world.ts'

/** The reason as a person reads it, and what the model is told. */
const decide = (facts: Partial<ContinuationFacts>) => {
  const decision = decideContinuation({
    now,
    lastAt: when('-5m'),
    replyTo: undefined,
    topic: false,
    marks: { newAt: undefined, continueAt: undefined },
    activeMinutes: 30,
    ...facts,
  })
  return `${decision.reason} (${decision.active ? 'active' : 'not active'})\n${threadStatus(decision)}`
}

describe('the decision and its reason', () => {
  test('the first message ever', () => {
    expect(decide({ lastAt: undefined })).toMatchInlineSnapshot(`
      "nothing was said here before (not active)
      <thread-status>NEW CONVERSATION: this begins anew or after a break. What was said before is shown for context.</thread-status>"
    `)
  })
  test('the first message of a topic', () => {
    expect(decide({ lastAt: undefined, topic: true })).toMatchInlineSnapshot(`
      "nothing was said in this topic before (not active)
      <thread-status>NEW CONVERSATION: this begins anew or after a break. What was said before is shown for context.</thread-status>"
    `)
  })
  test('a minute later', () => {
    expect(decide({ lastAt: when('-1m') })).toMatchInlineSnapshot(`
      "the last line is 1 minute old (active)
      <thread-status>CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.</thread-status>"
    `)
  })
  test('exactly thirty minutes later', () => {
    expect(decide({ lastAt: when('-30m') })).toMatchInlineSnapshot(`
      "the last line is 30 minutes old (active)
      <thread-status>CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.</thread-status>"
    `)
  })
  test('thirty-one minutes later', () => {
    expect(decide({ lastAt: when('-31m') })).toMatchInlineSnapshot(`
      "the last line is 31 minutes old, more than 30 minutes (not active)
      <thread-status>NEW CONVERSATION: this begins anew or after a break. What was said before is shown for context.</thread-status>"
    `)
  })
  test('thirty-one minutes later, where active_minutes is 60', () => {
    expect(decide({ lastAt: when('-31m'), activeMinutes: 60 })).toMatchInlineSnapshot(`
      "the last line is 31 minutes old (active)
      <thread-status>CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.</thread-status>"
    `)
  })
  test('in a topic that has been quiet for days', () => {
    expect(decide({ lastAt: when('-3d'), topic: true })).toMatchInlineSnapshot(`
      "the last line in this topic is 3 days old, more than 30 minutes (not active)
      <thread-status>NEW CONVERSATION: this begins anew or after a break. What was said before is shown for context.</thread-status>"
    `)
  })
  test('a reply to something said three hours ago', () => {
    expect(decide({ lastAt: when('-2h'), replyTo: when('-3h') })).toMatchInlineSnapshot(`
      "it replies to a message from 3 hours ago (not active)
      <thread-status>CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.</thread-status>"
    `)
  })
  test('after /new', () => {
    expect(decide({ marks: { newAt: when('-1m'), continueAt: undefined } })).toMatchInlineSnapshot(`
      "a new conversation was asked for (not active)
      <thread-status>NEW CONVERSATION: this begins anew or after a break. What was said before is shown for context.</thread-status>"
    `)
  })
  test('after /new and a line since', () => {
    expect(decide({ marks: { newAt: when('-9m'), continueAt: undefined } })).toMatchInlineSnapshot(`
      "the last line is 5 minutes old (active)
      <thread-status>CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.</thread-status>"
    `)
  })
  test('after /new that was taken back by /continue', () => {
    expect(decide({ marks: { newAt: when('-2m'), continueAt: when('-1m') } })).toMatchInlineSnapshot(`
      "the last line is 5 minutes old (active)
      <thread-status>CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.</thread-status>"
    `)
  })
  test('after /continue that was taken back by /new', () => {
    expect(decide({ marks: { newAt: when('-1m'), continueAt: when('-2m') } })).toMatchInlineSnapshot(`
      "a new conversation was asked for (not active)
      <thread-status>NEW CONVERSATION: this begins anew or after a break. What was said before is shown for context.</thread-status>"
    `)
  })
  test('after a break that /continue bridges', () => {
    expect(
      decide({ lastAt: when('-5h'), marks: { newAt: undefined, continueAt: when('-1m') } }),
    ).toMatchInlineSnapshot(`
      "the person asked to go on (active)
      <thread-status>CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.</thread-status>"
    `)
  })
  test('a /continue that nobody followed runs out too', () => {
    expect(
      decide({ lastAt: when('-5h'), marks: { newAt: undefined, continueAt: when('-40m') } }),
    ).toMatchInlineSnapshot(`
      "the last line is 5 hours old, more than 30 minutes (not active)
      <thread-status>NEW CONVERSATION: this begins anew or after a break. What was said before is shown for context.</thread-status>"
    `)
  })
  test('a clock that was set back is no break', () => {
    expect(decide({ lastAt: new Date(now.getTime() + 60_000) })).toMatchInlineSnapshot(`
      "the last line is less than a minute old (active)
      <thread-status>CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.</thread-status>"
    `)
  })
})

describe('what it changes', () => {
  const messages = [ana(1, '-20m', 'plan the trip'), you(2, '-19m', 'Where to?')]
  const status = (past: Past) => /<thread-status>.*/.exec(open(past).system)?.[0]

  test('in the middle of a conversation nobody is greeted', () => {
    expect(status({ messages })).toMatchInlineSnapshot(
      `"<thread-status>CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.</thread-status>"`,
    )
  })

  test('after a break it is a new conversation', () => {
    expect(status({ messages: [ana(1, '-2h', 'x')] })).toMatchInlineSnapshot(
      `"<thread-status>NEW CONVERSATION: this begins anew or after a break. What was said before is shown for context.</thread-status>"`,
    )
  })

  test('after /new the conversation before it is still shown, as earlier today', () => {
    expect(context(open({ messages, marks: { newAt: when('-10m') } }))).toMatchInlineSnapshot(`
      "<history note="past: do not carry it out again">
      <day on="2026-03-14, earlier today">
      [Ana 09:40] plan the trip
      [you 09:41] Where to?
      </day>
      </history>"
    `)
  })

  test('/new parts one conversation in two', () => {
    const more = [...messages, ana(3, '-5m', 'something else'), you(4, '-4m', 'Yes?')]
    expect(context(open({ messages: more, marks: { newAt: when('-10m') } }))).toMatchInlineSnapshot(`
      "<history note="past: do not carry it out again">
      <day on="2026-03-14, earlier today">
      [Ana 09:40] plan the trip
      [you 09:41] Where to?
      </day>
      <day on="2026-03-14, this conversation">
      [Ana 09:55] something else
      [you 09:56] Yes?
      </day>
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
      "<history note="past: do not carry it out again">
      <day on="2026-03-14, this conversation">
      [Ana 06:00] plan the trip
      [you 06:00] Where to?
      [Ana 09:55] Porto
      [you 09:56] Good.
      </day>
      </history>"
    `)
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
