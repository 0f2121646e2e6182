import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findTimeSpans, nearnessTo } from '../../../src/gateway/recall/time-words.ts'
import { size } from '../../support/sizes.ts'

// A Wednesday.
const now = new Date('2026-07-15T10:00:00Z')
const days = (text: string, timezone = 'UTC') =>
  findTimeSpans(text, now, timezone).map(({ from, until }) =>
    [from, until].map((at) => at.toISOString().slice(0, 10)).join('/'),
  )

describe('a question speaks of', () => {
  test.each([
    ['what did I say yesterday?', '2026-07-14/2026-07-15'],
    ['the talk two weeks ago', '2026-06-28/2026-07-05'],
    ['who called last Monday?', '2026-07-13/2026-07-14'],
    ['the plan of last week', '2026-07-06/2026-07-13'],
    ['what happened last month', '2026-06-01/2026-07-01'],
    ['the trip in May', '2026-05-01/2026-06-01'],
    ['our dinner in November', '2025-11-01/2025-12-01'],
    ['the flood in March 2024', '2024-03-01/2024-04-01'],
    ['on 3 May, 2023', '2023-05-03/2023-05-04'],
    ['on May 3rd', '2026-05-03/2026-05-04'],
    ['the note of 2026-02-11', '2026-02-11/2026-02-12'],
    ['what did we plant last spring?', '2026-03-01/2026-06-01'],
    ['last winter it was cold', '2025-12-01/2026-03-01'],
    ['in 2024 we moved', '2024-01-01/2025-01-01'],
  ])('%s', (text, span) => {
    expect(days(text)).toEqual([span])
  })

  test.each(['I may come', 'march on', 'the second question', 'call me in five', 'the plural of octopus'])(
    'no time: %s',
    (text) => {
      expect(days(text)).toEqual([])
    },
  )
})

describe('in other languages it speaks of', () => {
  test.each([
    ['Was hast du gestern über die Wohnung gesagt?', '2026-07-14/2026-07-15'],
    ['Was war vor zwei Wochen mit dem Auto?', '2026-06-28/2026-07-05'],
    ['Was haben wir letzte Woche besprochen?', '2026-07-06/2026-07-13'],
    ['Was war am Freitag los?', '2026-07-10/2026-07-11'],
    ['Was war am 11. März?', '2026-03-11/2026-03-12'],
    ['Was war am 24. Dezember mit der Oma?', '2025-12-24/2025-12-25'],
    ['Wo waren wir im Mai?', '2026-05-01/2026-06-01'],
    ['Was haben wir letzten Sommer gemacht?', '2026-06-01/2026-09-01'],
    ['Qu’est-ce que tu as dit il y a deux semaines ?', '2026-06-28/2026-07-05'],
    ['Qu’est-ce qu’on a fait la semaine dernière ?', '2026-07-06/2026-07-13'],
    ['Où étions-nous en mai avec les enfants ?', '2026-05-01/2026-06-01'],
    ['¿Qué me hicieron hace dos semanas?', '2026-06-28/2026-07-05'],
    ['¿Dónde estuvimos la semana pasada?', '2026-07-06/2026-07-13'],
    ['¿Qué pasó el 14 de febrero?', '2026-02-14/2026-02-15'],
    ['Wat heb je gisteren over het huis gezegd?', '2026-07-14/2026-07-15'],
    ['O que você disse ontem sobre a casa?', '2026-07-14/2026-07-15'],
    ['Che cosa hai detto ieri della casa?', '2026-07-14/2026-07-15'],
    ['Что ты сказал вчера про дом?', '2026-07-14/2026-07-15'],
    ['3月11日我跟你说了什么？', '2026-03-11/2026-03-12'],
    ['两周前我去做了什么？', '2026-06-28/2026-07-05'],
    ['上个月我们去了哪里？', '2026-06-01/2026-07-01'],
    ['昨日は何を話しましたか', '2026-07-14/2026-07-15'],
  ])('%s', (text, span) => {
    expect(days(text)).toEqual([span])
  })

  test.each([
    'Was war hier los?',
    'Was ist am 31. Februar?',
    'Wie hieß der Film?',
    'Um 15 Uhr?',
    'the note of 2026-13-45',
    'on 31 February',
    '你好吗',
    'El mes es largo',
    'Écris un poème sur la mer',
    'Donne-moi un jeu pour les enfants',
  ])('no time: %s', (text) => {
    expect(days(text)).toEqual([])
  })
})

test('no text, date or zone makes it throw', () => {
  const parts = [
    '31. Februar',
    '99.99.9999',
    'le 0 mars',
    '13月45日',
    'vor 99999999 Jahren',
    'hace 0 días',
    'últim',
    'ß',
    '零',
    '−1',
  ]
  const unit = fc.constantFrom(...parts, ...Array.from('0129.:/- ,adersñé月日年前'))
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 12 }),
      fc.constantFrom('UTC', 'Pacific/Auckland', 'America/New_York', 'Asia/Kathmandu'),
      fc.constantFrom('die Frage ist: ', 'je ne sais pas ', 'el día que ', '我', ''),
      (text, zone, lead) => {
        for (const { from, until } of findTimeSpans(lead + text, now, zone)) {
          expect(from.getTime()).toBeLessThan(until.getTime())
        }
      },
    ),
    { numRuns: size(400, 2000) },
  )
})

test('a day is the day of the person who asks, also in other languages and far from Greenwich', () => {
  const late = new Date('2026-07-15T14:00:00Z')
  for (const text of ['what did I say yesterday?', 'Was habe ich gestern gesagt?']) {
    const [span] = findTimeSpans(text, late, 'Pacific/Auckland')
    expect(span?.from.toISOString(), text).toBe('2026-07-14T12:00:00.000Z')
  }
  const [named] = findTimeSpans('Was war am 3. Mai?', late, 'Pacific/Auckland')
  expect(named?.from.toISOString()).toBe('2026-05-02T12:00:00.000Z')
  expect(findTimeSpans('on 3 May', late, 'Pacific/Auckland')).toEqual([named])
})

test('a day is the day of the person who asks', () => {
  const [span] = findTimeSpans('yesterday', new Date('2026-07-15T02:00:00Z'), 'America/New_York')
  expect(span?.from.toISOString()).toBe('2026-07-13T04:00:00.000Z')
})

test('the further from the stretch, the less it fits', () => {
  const span = { from: new Date('2026-05-01'), until: new Date('2026-05-08') }
  const fits = ['2026-05-03', '2026-05-15', '2026-08-01'].map((at) => nearnessTo(new Date(at), span))
  expect(fits[0]).toBe(1)
  expect(fits[1]).toBeCloseTo(0.5)
  expect(fits[2]).toBeLessThan(0.1)
})
