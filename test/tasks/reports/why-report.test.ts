import { describe, expect, test } from 'vitest'
import type { Lane } from '../../../src/domain/ids.ts'
import type { AssembledPart } from '../../../src/gateway/assembly.ts'
import { reasonMessages } from '../../../src/gateway/reason-messages.ts'
import { type AnyText, joinTexts } from '../../../src/messages/localized.ts'
import { insertUsage } from '../../../src/store/work/usage.ts'
import { describeReasons, lastAssembly } from '../../../src/tasks/reports/context-report.ts'
import { type SeenTurn, whySentences } from '../../../src/tasks/reports/why-report.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

const DAY = 86_400_000

/** Eight lines of ours and theirs, one exchange every forty days up to now. */
async function createPast() {
  const world = createRoadWorld({ brain: createScriptedBrain(echo) })
  const ids: number[] = []
  for (const text of ['the rent is 900', 'the rent went up', 'the roof leaks', 'and now?']) {
    world.say(text)
    await world.settle()
    ids.push(world.db.raw.prepare('SELECT max(id) FROM message').pluck().get() as number)
    world.clock.advance(40 * DAY)
  }
  const tell = (seen: Partial<SeenTurn>, timezone = 'UTC') =>
    whySentences(
      world.db,
      {
        status: 'NEW CONVERSATION',
        reason: 'it is so; everything fits',
        tokens: 2100,
        parts: [],
        opens: true,
        ...seen,
      },
      { timezone, now: world.clock.now() },
    ).map(({ en }) => en)
  return { world, ids, tell }
}

const part = (kind: AssembledPart['kind'], reason: string, messages: number[] = []): AssembledPart => ({
  kind,
  reason,
  tokens: 10,
  messages,
})

describe('three sentences for people', () => {
  test('tell what was looked up, what was said last and how far the summary goes', async () => {
    const { ids, tell } = await createPast()
    const [rent = 0, up = 0, roof = 0, now = 0] = ids
    const parts = [
      part('policy', 'in every request'),
      part('lane-summary', `stands for 4 messages up to ${roof}`),
      part('recalled', 'shares rent, increase; said by Ana', [rent]),
      part('recalled', 'shares rent', [up]),
      part('history', 'one of the last 5', [roof, now]),
      part('message', 'in every request'),
    ]
    expect(tell({ parts })).toMatchInlineSnapshot(`
      [
        "The model saw 2 messages about rent and increase from March and April, the last 2 messages and a summary up to 2 June.",
        "The message was treated as the beginning of something new, because it is so.",
        "By our estimate, the history had 2,100 tokens.",
      ]
    `)
  })

  test('tell what it cost, where a model counted', async () => {
    const { world, tell } = await createPast()
    const taskId = world.db.raw.prepare('SELECT max(id) FROM task').pluck().get() as number
    const counts = { inputTokens: 600, outputTokens: 90, cacheReadTokens: 9400, cacheWriteTokens: 0, costUsd: 0.004 }
    const call = { taskId, origin: 'chat', brain: 'scripted', model: 'm', ...counts, firstTextMs: null } as const
    insertUsage(world.db, { ...call, now: world.clock.now(), steady: world.clock.steady() })
    expect(tell({ taskId })[2]).toMatchInlineSnapshot(
      `"The history had 2,100 tokens; the model read 10,000 in total, 0.4 cents, 94 % from cache."`,
    )
  })

  test('name a day where it is one, in the zone of whoever asks', async () => {
    const { ids, tell } = await createPast()
    const parts = [part('recalled', 'shares roof', ids.slice(2, 3))]
    expect(tell({ parts }, 'Pacific/Kiritimati')[0]).not.toBe(tell({ parts }, 'Pacific/Pago_Pago')[0])
  })

  test.each(['CONTINUATION', 'OPEN', 'NEW CONVERSATION', 'BACKGROUND'])('hold no word of ours: %s', async (status) => {
    const { ids, tell } = await createPast()
    const parts = [
      part('history', 'picked by the fast model', ids),
      part('quoted-reply', 'the message it replies to', [1]),
    ]
    for (const opens of [true, false]) {
      expect(tell({ status, parts, opens }).join(' ')).not.toMatch(/triage|lane|epoch|CONT|OPEN|NEW|BACK|brain|recall/)
    }
  })

  test('say so where nothing of the past was there', async () => {
    const { tell } = await createPast()
    expect([tell({})[0], tell({ opens: false })[0]]).toMatchInlineSnapshot(`
      [
        "The model saw the message and no history.",
        "Apart from what it had already read in this conversation, it saw only the message.",
      ]
    `)
  })
})

test('/why also tells how lines were chosen and what was not understood, in plain words', async () => {
  const { world } = await createPast()
  const lane = world.db.raw.prepare('SELECT lane FROM assembly ORDER BY id DESC').pluck().get() as Lane
  const seen = lastAssembly(world.db, lane)
  const tell = (reason: AnyText) =>
    describeReasons(world.db, seen && { ...seen, reason }, { timezone: 'UTC', now: world.clock.now() })
  const { continuation, selection, found } = reasonMessages
  const told = tell(
    joinTexts([continuation.newAsked, selection.count(1, 3), found.wordsOnly(found.meaningUnknown)], '; '),
  )
  expect(told.en).toContain('something new, because a new conversation was asked for.')
  expect(told.en).toContain(
    '\n- the fast model picked 1 of 3\n- searched by words only, because its meaning could not be determined',
  )
  expect(told.de).toContain('Grund: eine neue Unterhaltung wurde verlangt.')
  expect(told.de).toContain('\n- das schnelle Modell hat 1 von 3 ausgewählt\n- nur nach Wörtern gesucht')
  expect(told.de).toContain('bei jeder Anfrage')
  const old = tell('it is so; triage picked 1 of 3')
  for (const text of [old.en, old.de]) expect(text).toContain('\n- triage picked 1 of 3')
})
