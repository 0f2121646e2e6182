import { describe, expect, test } from 'vitest'
import { type Case, cases, casesAfterwards, decided, reportsAndRequests } from './continuation-cases/cases.ts'

const isRight = (one: Case) => one.wants.includes(decided(one).result)
const tuning = cases.filter(({ heldOut }) => !heldOut)
const heldOut = cases.filter((one) => one.heldOut)

describe('120 messages in five languages', () => {
  test('are balanced by language and kind', () => {
    expect([tuning.length, heldOut.length]).toEqual([60, 60])
    const kinds = new Map<string, number>()
    for (const { language, kind } of cases) {
      kinds.set(`${language} ${kind}`, (kinds.get(`${language} ${kind}`) ?? 0) + 1)
    }
    expect([kinds.size, new Set(kinds.values())]).toEqual([60, new Set([2])])
    expect(
      cases.filter(({ said, message, wants }) => said.length !== 2 || message === '' || wants.length === 0),
    ).toEqual([])
  })

  test('no one answer would do for most of them', () => {
    for (const result of ['continues', 'new', 'open'] as const) {
      expect(cases.filter(({ wants }) => wants.includes(result)).length).toBeLessThan(80)
    }
  })
})

describe('120 reports and requests in five languages', () => {
  test('are balanced by language and kind', () => {
    const languageAndKind = reportsAndRequests.map(({ language, kind }) => `${language} ${kind}`)
    expect([reportsAndRequests.length, new Set(languageAndKind).size]).toEqual([120, 60])
    expect(reportsAndRequests.filter(({ heldOut }) => heldOut).length).toBe(60)
    expect(reportsAndRequests.filter(({ wants }) => wants.includes('continues')).length).toBe(70)
  })
})

describe('the rule', () => {
  test('decides reports and requests as a person would', () => {
    expect(reportsAndRequests.filter(isRight).length).toBeGreaterThanOrEqual(112)
  })

  test('decides them so where it was not tuned', () => {
    expect(reportsAndRequests.filter((one) => one.heldOut && isRight(one)).length).toBeGreaterThanOrEqual(55)
  })

  test('decides as a person would want', () => {
    expect(cases.filter(isRight).length).toBeGreaterThanOrEqual(108)
  })

  test('decides so where it was not tuned by', () => {
    expect(heldOut.filter(isRight).length).toBeGreaterThanOrEqual(52)
  })

  test('decides forty that were written afterwards as a person would want', () => {
    expect(casesAfterwards.length).toBe(40)
    const wrong = casesAfterwards.filter((one) => !isRight(one))
    expect(wrong.map(({ language, message }) => `${language}: ${message}`)).toEqual([])
  })

  test('tells people why in German too', () => {
    const reasons = [...cases, ...casesAfterwards].map((one) => decided(one).reason)
    expect(reasons.filter(({ en, de }) => en === de)).toEqual([])
    const greeting = reasons.find(({ en }) => en.startsWith('it begins with a greeting ('))
    expect(greeting?.de).toMatch(
      /^sie beginnt mit einem Gruß \(„.+“\), und die letzte Nachricht kam vor \d+ (?:Stunden|Tagen)$/,
    )
  })

  test('tells people why, by the words themselves', () => {
    const reasons = tuning.filter(({ language }) => language === 'english').map((one) => decided(one).reason.en)
    expect(reasons).toMatchInlineSnapshot(`
      [
        "it answers the open question, 3 hours after the last message",
        "it answers the open question, 2 hours after the last message",
        "it refers back (“and tomorrow?”), 2 hours after the last message",
        "it refers back (“it”), 89 minutes after the last message",
        "it refers back (“i meant”), 49 minutes after the last message",
        "it refers back (“that”), 2 hours after the last message",
        "it begins with a greeting (“good morning”), 9 hours later",
        "it says that something new begins (“new topic”)",
        "the last message is 10 minutes old, but the new one shares no words with it",
        "it shares “replacing”, “soffit” with the last messages, 3 days after the last message",
        "the last message is 5 minutes old, but the new one shares no words with it",
        "a new conversation was asked for",
      ]
    `)
  })
})
