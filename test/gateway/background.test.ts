import { describe, expect, test } from 'vitest'
import { ana, context, goOn, open, turn, when, you } from './world.ts'

const recent = [ana(1, '-4h', 'good night'), you(2, '-239m', 'Sleep well.')]
const briefing = (id: number, at: string, text: string) => you(id, at, text, { origin: 'briefing' })
const scheduled = (id: number, at: string, text: string) => you(id, at, text, { origin: 'scheduled' })

describe('background output', () => {
  test('is no part of the history', () => {
    const messages = [briefing(10, '-6h', 'Your briefing: rain.'), ...recent]
    expect(context(open({ messages }, 'a joke'))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 06:00] good night
      [you 06:01] Sleep well.
      </history>"
    `)
  })

  test('neither starts nor prolongs a conversation', () => {
    const { status, reason } = open({ messages: [...recent, scheduled(11, '-2m', 'Backup done.')] }, 'a joke')
    expect([status, reason]).toMatchInlineSnapshot(`
      [
        "NEW CONVERSATION",
        "the last message is 4 hours old, more than 30 minutes",
      ]
    `)
  })

  test('delivered since the person last spoke is shown on the next turn, labelled', () => {
    const messages = [...recent, briefing(10, '-2h', 'Your briefing: rain.'), scheduled(11, '-1h', 'Backup done.')]
    expect(context(open({ messages }, 'a joke'))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 06:00] good night
      [you 06:01] Sleep well.
      </history>

      <previous-tasks note="results of scheduled jobs, delivered here since the last message of the person">
      [2026-03-14, earlier today]
      [you 08:00, briefing] Your briefing: rain.
      [you 09:00, scheduled] Backup done.
      </previous-tasks>"
    `)
  })

  test('is shown once: after the person spoke it is gone', () => {
    const messages = [
      ...recent,
      briefing(10, '-2h', 'Your briefing: rain.'),
      ana(12, '-5m', 'thanks'),
      you(13, '-4m', 'Sure.'),
    ]
    expect(context(open({ messages }, 'a joke'))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 06:00] good night
      [you 06:01] Sleep well.
      [2026-03-14, this conversation]
      [Ana 09:55] thanks
      [you 09:56] Sure.
      </history>"
    `)
  })

  test('only the newest previous_tasks_count are shown', () => {
    const messages = [...recent, ...[5, 4, 3, 2].map((n) => scheduled(20 - n, `-${n}m`, `run ${5 - n}`))]
    expect(context(open({ messages }, 'a joke', { previousTasksCount: 2 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 06:00] good night
      [you 06:01] Sleep well.
      </history>

      <previous-tasks note="results of scheduled jobs, delivered here since the last message of the person">
      [2026-03-14, earlier today]
      [you 09:57, scheduled] run 2
      [you 09:58, scheduled] run 3
      </previous-tasks>"
    `)
  })

  test('with previous_tasks_count = 0 none is', () => {
    const messages = [...recent, scheduled(11, '-1h', 'Backup done.')]
    expect(context(open({ messages }, 'a joke', { previousTasksCount: 0 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 06:00] good night
      [you 06:01] Sleep well.
      </history>"
    `)
  })

  test('that is replied to stands in the quote and not twice', () => {
    const messages = [...recent, scheduled(11, '-1h', 'Backup done.')]
    expect(context(open({ messages }, 'how large?', {}, { replyTo: 11 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 06:00] good night
      [you 06:01] Sleep well.
      </history>

      <quoted-reply on="2026-03-14, earlier today" note="output of one of their jobs">
      [you 09:00, scheduled] Backup done.
      </quoted-reply>"
    `)
  })

  test('before /context clear is not brought up again', () => {
    const messages = [...recent, scheduled(11, '-1h', 'Backup done.')]
    expect(context(open({ messages, marks: { clearedAt: when('-30m') } }))).toMatchInlineSnapshot(`""`)
  })

  test('for somebody who never spoke is shown as well', () => {
    expect(context(open({ messages: [briefing(10, '-2h', 'Your briefing: rain.')] }, 'hello'))).toMatchInlineSnapshot(`
      "<previous-tasks note="results of scheduled jobs, delivered here since the last message of the person">
      [2026-03-14, earlier today]
      [you 08:00, briefing] Your briefing: rain.
      </previous-tasks>"
    `)
  })

  test('a long result is cut so that it leaves room for the rest', () => {
    const messages = [...recent, scheduled(11, '-1h', 'log line. '.repeat(900)), scheduled(12, '-50m', 'Backup done.')]
    const shown = context(open({ messages }, 'ok', { maxTokens: 500 }))
    expect(shown).toMatch(/characters left out; get_conversation m11 shows all/)
    expect(shown).toContain('[you 09:10, scheduled] Backup done.')
    expect(shown).toContain('[Ana 06:00] good night')
  })
})

describe('recall of background output', () => {
  const messages = [briefing(10, '-9d', 'Your briefing: the ferry is at nine.'), ...recent]

  test('happens when the person speaks of it', () => {
    expect(
      context(open({ messages, found: [10] }, 'what did the briefing say about the ferry?')),
    ).toMatchInlineSnapshot(`
      "<recalled note="earlier passages that may be relevant; … marks a gap">
      [2026-03-05, 9 days ago]
      [you 10:00, briefing] Your briefing: the ferry is at nine.
      </recalled>

      <history>
      [2026-03-14, earlier today]
      [Ana 06:00] good night
      [you 06:01] Sleep well.
      </history>"
    `)
  })

  test('and not because it shares a word', () => {
    expect(context(open({ messages, found: [10] }, 'when is the ferry?'))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 06:00] good night
      [you 06:01] Sleep well.
      </history>"
    `)
  })

  test('by its name alone brings the newest of its kind, whatever words it holds', () => {
    const told = [briefing(8, '-3d', 'Snow.'), briefing(9, '-2d', 'Rain.'), scheduled(10, '-1d', 'Backup done.')]
    const shown = (text: string) => context(open({ messages: [...told, ...recent] }, text))
    expect(shown('what did the briefing say?')).toContain('briefing] Rain.')
    expect(shown('what did the briefing say?')).not.toMatch(/Snow|Backup/)
    expect(shown('and the backup report?')).toContain('scheduled] Backup done.')
    for (const asked of ['remind me of the ferry at nine', 'erinnere mich morgen', 'rappelle-moi demain', '提醒我吃药'])
      expect(shown(asked)).not.toContain('Backup')
  })

  test('in an epoch brings what that has not shown, and no more', () => {
    const told = [briefing(8, '-5m', 'Rain.'), briefing(9, '-4m', 'Snow.')]
    const past = { messages: [...recent, ...told] }
    const asked = (shown: Parameters<typeof goOn>[1]) => turn(goOn(past, shown, 'what did the briefing say?'))
    const openedAt = when('-10m')
    expect(asked({ openedAt })).toContain('briefing] Snow.')
    expect(asked({ openedAt, ids: new Set([9]) })).not.toContain('Snow.')
    const both = asked({ openedAt, newMessages: told })
    expect([both.match(/Snow/g)?.length, both.match(/Rain/g)?.length]).toEqual([1, 1])
  })
})
