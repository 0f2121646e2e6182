import { expect, test } from 'vitest'
import { createImportWorld, peopleIn } from './import-world.ts'

const german = `31.12.23, 21:40 - Nachrichten sind Ende-zu-Ende-verschlüsselt.
31.12.23, 21:41 - Ben: Das Dach ist undicht.
Seit gestern.

Und heute: immer noch.
31.12.23, 21:41 - Ana: Ja
31.12.23, 21:41 - Ana: Ja
31.12.23, 21:42 - Ben: <Medien ausgeschlossen>
01.01.24, 00:05 - Ben: Bis 31.12.23, 21:41 - also bald
01.01.24, 00:06 - Cara ist beigetreten
`

test('messages of several lines come in whole, lines of the app do not, and nothing comes twice', async () => {
  const { load, rows, titles } = createImportWorld()
  expect(await load(german, ['Ana'])).toMatchObject({ added: 4, known: 0, bad: 0 })
  const evening = new Date(2023, 11, 31, 21, 41).getTime()
  expect(rows()).toMatchObject([
    {
      name: 'Ben',
      trust: 'untrusted',
      at: evening,
      text: 'Das Dach ist undicht.\nSeit gestern.\n\nUnd heute: immer noch.',
    },
    { name: 'Ana', trust: 'owner', at: evening, text: 'Ja' },
    { name: 'Ana', trust: 'owner', at: evening, text: 'Ja' },
    { name: 'Ben', trust: 'untrusted', at: new Date(2024, 0, 1, 0, 5).getTime() },
  ])
  expect(titles().map((row) => (row as string[])[1])).toEqual(['Ben, Ana'])
  expect(await load(german, ['Ana'])).toMatchObject({ added: 0, known: 4 })
  expect(await load(`${german}01.01.24, 00:07 - Ana: Neu\n`, ['Ana'])).toMatchObject({ added: 1, known: 4 })
  expect(titles()).toHaveLength(1)
})

test.each([
  ['31/12/2023, 21:41 - Ben: hi', new Date(2023, 11, 31, 21, 41)],
  ['12/31/23, 9:41 PM - Ben: hi', new Date(2023, 11, 31, 21, 41)],
  ['12/31/23, 12:05\u202fAM - Ben: hi', new Date(2023, 11, 31, 0, 5)],
  ['[31.12.23, 21:41:05] Ben: hi', new Date(2023, 11, 31, 21, 41, 5)],
  ['\u200e[12/31/23, 9:41:05\u202fPM] Ben: hi', new Date(2023, 11, 31, 21, 41, 5)],
  ['2023-12-31, 21:41 - Ben: hi', new Date(2023, 11, 31, 21, 41)],
  ['[2023-12-31, 9:41:05 p.m.] Ben: hi', new Date(2023, 11, 31, 21, 41, 5)],
  ['2023/12/31 21:41 - Ben: hi', new Date(2023, 11, 31, 21, 41)],
  ['31-12-2023 21.41 - Ben: hi', new Date(2023, 11, 31, 21, 41)],
  // Without further evidence the day comes first, except where people write AM and PM.
  ['3/4/23, 21:41 - Ben: hi', new Date(2023, 3, 3, 21, 41)],
  ['3/4/23, 9:41 PM - Ben: hi', new Date(2023, 2, 4, 21, 41)],
])('%s', async (line, at) => {
  const { load, rows } = createImportWorld()
  expect(await load(`${line}\r\n`)).toMatchObject({ added: 1, bad: 0 })
  expect(rows()).toMatchObject([{ name: 'Ben', text: 'hi', at: at.getTime() }])
})

test('a date that could be either is read like the clear ones of the file', async () => {
  const { load, rows } = createImportWorld()
  await load('3/4/23, 21:41 - Ben: one\n12/31/23, 21:41 - Ben: two\n')
  expect(rows()[0]?.at).toBe(new Date(2023, 2, 4, 21, 41).getTime())
})

test('its people are listed, the most frequent first', async () => {
  expect(await peopleIn(german)).toEqual({ names: ['Ben', 'Ana'], isOwnerKnown: false })
})

test('what is wrong is said with its line; a huge line is cut', async () => {
  const { load, rows } = createImportWorld()
  const report = await load(
    `1.1.24, 10:00 - Ben: ${'x'.repeat(500_000)}\n31.2.24, 10:00 - Ben: no day\n1.1.24, 25:00 - Ben: no hour\n1.1.99, 10:00 - Ben: later\n1.1.24, 10:01 - Ben: a lone \ud800 surrogate\n`,
    [],
    10_000,
  )
  expect(report.problems).toEqual([
    'line 2: has no valid time',
    'line 3: has no valid time',
    'line 4: is in the future',
  ])
  expect(rows().map(({ text }) => String(text).length)).toEqual([200_000, 'a lone X surrogate'.length])
})
