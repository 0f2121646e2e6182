import { describe, expect, test } from 'vitest'
import {
  checkSummaryDue,
  messagesToSummarise,
  type Triggers,
  type UncoveredMessage,
} from '../../src/memory/summary-due.ts'

const triggers: Triggers = { messages: 30, tokens: 2500, hours: 24, keepRecent: 10 }
const now = new Date('2026-03-14T10:00:00Z')

function lines(count: number, parts: Partial<UncoveredMessage> = {}, first = 1): UncoveredMessage[] {
  const at = new Date('2026-03-14T09:00:00Z')
  return Array.from({ length: count }, (_, n) => ({ id: first + n, at, conversation: 1, tokens: 10, ...parts }))
}

describe('the past of a lane is due', () => {
  test('with more than thirty messages, not with thirty', () => {
    expect(
      checkSummaryDue({ uncovered: lines(30), active: undefined, keepFrom: 21 }, triggers, now).reason,
    ).toBeUndefined()
    const due = checkSummaryDue({ uncovered: lines(31), active: undefined, keepFrom: 22 }, triggers, now)
    expect(due.reason).toBe('more than 30 messages')
  })

  test('with more than 2,500 tokens, if ten messages can be taken', () => {
    const uncovered = lines(20, { tokens: 126 })
    expect(checkSummaryDue({ uncovered, active: undefined, keepFrom: 11 }, triggers, now).reason).toBe(
      'more than 2500 tokens',
    )
    const fewer = lines(20, { tokens: 125 })
    expect(checkSummaryDue({ uncovered: fewer, active: undefined, keepFrom: 11 }, triggers, now).reason).toBeUndefined()
  })

  test('never with fewer than ten to take, however old or long they are', () => {
    const uncovered = lines(19, { at: new Date('2020-01-01T00:00:00Z'), tokens: 9_000 })
    const backlog = { uncovered, active: undefined, keepFrom: 10 }
    expect(checkSummaryDue(backlog, triggers, now)).toMatchObject({ reason: undefined, at: undefined })
    expect(checkSummaryDue({ ...backlog, keepFrom: 11 }, triggers, now).reason).toBe('more than 2500 tokens')
  })

  test('when the oldest is a day old, and until then it is known when', () => {
    const uncovered = lines(20, { at: new Date('2026-03-13T11:00:00Z') })
    const backlog = { uncovered, active: undefined, keepFrom: 11 }
    expect(checkSummaryDue(backlog, triggers, now)).toMatchObject({
      reason: undefined,
      at: new Date('2026-03-14T11:00:00Z'),
    })
    expect(checkSummaryDue(backlog, triggers, new Date('2026-03-14T11:00:00Z')).reason).toBe('older than 24 hours')
  })

  test('never for the last ten, whatever they are', () => {
    const uncovered = lines(10, { at: new Date('2020-01-01T00:00:00Z'), tokens: 9_000 })
    expect(checkSummaryDue({ uncovered, active: undefined, keepFrom: 1 }, triggers, now)).toMatchObject({
      reason: undefined,
      at: undefined,
    })
  })

  test('without what belongs to the conversation that is going on', () => {
    const uncovered = [...lines(20), ...lines(40, { conversation: 2, tokens: 900 }, 21)]
    expect(checkSummaryDue({ uncovered, active: 2, keepFrom: 51 }, triggers, now).reason).toBeUndefined()
    expect(checkSummaryDue({ uncovered, active: undefined, keepFrom: 51 }, triggers, now).reason).toBe(
      'more than 30 messages',
    )
  })
})

describe('what is taken', () => {
  const uncovered = [...lines(20), ...lines(20, { conversation: 2 }, 21)]

  test('ends before the last ten and before the conversation that is going on', () => {
    expect(messagesToSummarise(uncovered, { active: 2, keepFrom: 31 }, false).at(-1)?.id).toBe(20)
    expect(messagesToSummarise(uncovered, { active: undefined, keepFrom: 31 }, false).at(-1)?.id).toBe(30)
  })

  test('reaches into the conversation that is going on when room is wanted now', () => {
    expect(messagesToSummarise(uncovered, { active: 2, keepFrom: 31 }, true).at(-1)?.id).toBe(30)
  })
})
