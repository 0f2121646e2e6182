import { expect, test } from 'vitest'
import { interpret } from '../../../src/scheduler/phrases/ask-model.ts'
import { understand } from '../../../src/scheduler/phrases/understand.ts'
import { askedBack } from './said/asked-back.ts'
import { chinese } from './said/chinese.ts'
import { english } from './said/english.ts'
import { french } from './said/french.ts'
import { german } from './said/german.ts'
import { heldOut } from './said/held-out.ts'
import { BERLIN, dueIn, type Said, spokenIn } from './said/said.ts'
import { spanish } from './said/spanish.ts'

/** Elsewhere the words mean the same on another wall. */
const ZONES = [BERLIN, 'America/New_York', 'Asia/Shanghai', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Auckland']

/** What is not read at once is given to a model that answers in the structure, and must come out the same. */
async function measure(table: Said[], zoneOf: (index: number) => string) {
  const byModel: string[] = []
  const wrong: string[] = []
  for (const [index, said] of table.entries()) {
    const [words, due, what] = said
    const zone = zoneOf(index)
    const read = understand(words, spokenIn(zone))
    if (read.status === 'unclear') byModel.push(words)
    const found =
      read.status === 'understood'
        ? { due: read.when, text: read.what }
        : await interpret(words, spokenIn(zone), async () => modelAnswer(said), new AbortController().signal)
    if (!found || dueIn(found.due, zone) !== due || found.text !== what)
      wrong.push(`${words}: ${found && dueIn(found.due, zone)}, "${found?.text}" instead of ${due}, "${what}"`)
  }
  return { wrong, modelShare: byModel.length / table.length }
}

function modelAnswer([, due, text]: Said): string {
  const [kind = '', ...rest] = due.split(' ')
  if (kind === 'cron') return JSON.stringify({ kind: 'repeat', cron: rest.join(' '), text })
  if (kind === 'once') return JSON.stringify({ kind, at: rest.join(' '), text })
  const [, count = 0, unit] = /(\d+)([hm])/.exec(due) ?? []
  return JSON.stringify({ kind: 'every', minutes: Number(count) * (unit === 'h' ? 60 : 1), text })
}

const own = { english, german, french, spanish, chinese }

test.each(Object.entries(own))('forty phrases are understood as they are meant in %s', async (_, table) => {
  expect(table).toHaveLength(40)
  const { wrong, modelShare } = await measure(table, () => BERLIN)
  expect(wrong).toEqual([])
  expect(modelShare).toBeLessThanOrEqual(0.15)
})

test('the same phrases are understood in other zones', async () => {
  const elsewhere = await measure(Object.values(own).flat(), (index) => ZONES[index % ZONES.length] ?? BERLIN)
  expect(elsewhere.wrong).toEqual([])
})

test('phrases that the tables were not made with are understood', async () => {
  const { wrong, modelShare } = await measure(heldOut, () => BERLIN)
  expect(wrong).toEqual([])
  expect(modelShare).toBeLessThanOrEqual(0.15)
})

test.each(askedBack)('"%s" is asked back', (words) => {
  const read = understand(words, spokenIn(BERLIN))
  const en = expect.stringMatching(/^[A-Z"].+\. Please .+"\.?.*\.$/u)
  expect(read).toEqual({
    status: 'unclear',
    ask: { en, de: expect.stringMatching(/^[A-ZÄÖÜ„].+[.?] (?:Bitte|Schreib) .+“.*\.$/u) },
  })
})
