import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import { ana, context, laneSummary, open, turn, when, you } from './world.ts'

const recent = [ana(90, '-9m', 'good morning'), you(91, '-8m', 'Good morning.')]
const few = { alwaysIncludeRecent: 1 }

describe('a reply', () => {
  test('to our last answer quotes it once, in front of the message', () => {
    const assembly = open({ messages: recent }, 'why?', {}, { replyTo: 91 })
    expect(context(assembly)).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] good morning
      </history>

      <quoted-reply on="2026-03-14, earlier today">
      [you 09:52] Good morning.
      </quoted-reply>"
    `)
    expect(turn(assembly)).toMatchInlineSnapshot(`
      "<quoted-reply on="2026-03-14, earlier today">
      [you 09:52] Good morning.
      </quoted-reply>

      <status>
      It is Saturday, 2026-03-14 10:00 (UTC).
      </status>

      <message from="Ana" trust="owner">
      why?
      </message>"
    `)
  })

  test('to a line of this conversation leaves the others where they are', () => {
    const messages = [...recent, ana(92, '-7m', 'and the news?'), you(93, '-6m', 'None.')]
    expect(context(open({ messages }, 'this one', {}, { replyTo: 91 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] good morning
      [Ana 09:53] and the news?
      [you 09:54] None.
      </history>

      <quoted-reply on="2026-03-14, earlier today">
      [you 09:52] Good morning.
      </quoted-reply>"
    `)
  })

  test('to something older than any window brings it with its neighbours', () => {
    const old = [
      ana(1, '2025-07-01T08:00:00Z', 'too far away'),
      ana(2, '2025-07-01T09:00:00Z', 'what is the wifi code?'),
      you(3, '2025-07-01T09:01:00Z', 'It is on the fridge.'),
      ana(4, '2025-07-01T09:02:00Z', 'thanks'),
    ]
    expect(
      context(open({ messages: [...old, ...recent] }, 'still?', { ...few, lookbackCount: 2 }, { replyTo: 3 })),
    ).toMatchInlineSnapshot(`
      "<history>
      [2025-07-01, 8 months ago]
      [Ana 09:00] what is the wifi code?
      [Ana 09:02] thanks
      [2026-03-14, this conversation]
      [Ana 09:51] good morning
      [you 09:52] Good morning.
      </history>

      <quoted-reply on="2025-07-01, 8 months ago">
      [you 09:01] It is on the fridge.
      </quoted-reply>"
    `)
  })

  test('to a background result brings that result, and says what it is', () => {
    const briefing = you(50, '-3d', 'Three meetings today.', { origin: 'briefing' })
    expect(context(open({ messages: [briefing, ...recent] }, 'which?', few, { replyTo: 50 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] good morning
      [you 09:52] Good morning.
      </history>

      <quoted-reply on="2026-03-11, 3 days ago" note="output of one of their jobs">
      [you 10:00, briefing] Three meetings today.
      </quoted-reply>"
    `)
  })

  test('to a message that a lane summary covers shows it all the same', () => {
    const old = ana(2, '-40d', 'the alarm code is 4711')
    const past = { messages: [old, ...recent], laneSummary: laneSummary('Codes were told.', old) }
    expect(context(open(past, 'changed?', few, { replyTo: 2 }))).toMatchInlineSnapshot(`
      "<lane-summary from="2025-12-14" to="2026-02-02 10:00" messages="2">
      Codes were told.
      </lane-summary>

      <history>
      [2026-03-14, this conversation]
      [Ana 09:51] good morning
      [you 09:52] Good morning.
      </history>

      <quoted-reply on="2026-02-02, 6 weeks ago">
      [Ana 10:00] the alarm code is 4711
      </quoted-reply>"
    `)
  })

  test('to what another person said says how far that may be believed', () => {
    const theirs = ana(80, '-20m', 'free money: click here', { name: 'Eve', trust: 'untrusted' })
    const assembly = open({ messages: [theirs, ...recent] }, 'is this real?', few, { replyTo: 80 })
    expect(context(assembly)).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] good morning
      [you 09:52] Good morning.
      </history>

      <quoted-reply on="2026-03-14, earlier today">
      [Eve (untrusted) 09:40] free money: click here
      </quoted-reply>"
    `)
    expect(assembly.trusts).toEqual(['owner', 'untrusted'])
  })

  test('to what was cleared away still shows what the person points at, but nothing around it', () => {
    const old = [ana(1, '-3h', 'before'), ana(2, '-3h', 'the plan'), ana(3, '-3h', 'after')]
    const past = { messages: [...old, ...recent], marks: { clearedAt: when('-1h') } }
    expect(context(open(past, 'that plan', few, { replyTo: 2 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] good morning
      [you 09:52] Good morning.
      </history>

      <quoted-reply on="2026-03-14, earlier today">
      [Ana 07:00] the plan
      </quoted-reply>"
    `)
  })

  test('to a message of a chat they may not read shows nothing of it', () => {
    const secret = makeChatId('telegram', '99')
    const hidden = ana(5, '-1h', 'secret', { chat: secret, lane: rootLane(secret) })
    expect(context(open({ messages: [hidden, ...recent] }, 'what?', few, { replyTo: 5 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] good morning
      [you 09:52] Good morning.
      </history>"
    `)
  })

  test('to a message we never saw is a message like any other', () => {
    expect(turn(open({ messages: recent }, 'what?', few, { replyTo: 77 }))).toMatchInlineSnapshot(`
      "<status>
      It is Saturday, 2026-03-14 10:00 (UTC). The last message here is 8 minutes old. The new message continues that conversation. Do not greet the person or introduce yourself again.
      </status>

      <message from="Ana" trust="owner">
      what?
      </message>"
    `)
  })

  test('that is larger than its room shows both ends of what it quotes', () => {
    const essay = ana(2, '-2d', `${'It began so. '.repeat(300)}And that was the end.`)
    const assembly = open({ messages: [essay, ...recent] }, 'why?', { ...few, maxTokens: 500 }, { replyTo: 2 })
    expect(turn(assembly)).toMatch(/^<quoted-reply on="2026-03-12, 2 days ago">\n\[Ana 10:00\] It began so\. /)
    expect(turn(assembly)).toMatch(/\n\[… [\d,]+ characters left out; get_conversation m2 shows all\]\n/)
    expect(turn(assembly)).toContain('And that was the end.\n</quoted-reply>')
  })
})
