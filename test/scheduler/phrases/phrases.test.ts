import { expect, test } from 'vitest'
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

function measure(table: Said[], zoneOf: (index: number) => string) {
  const asked: string[] = []
  const wrong: string[] = []
  for (const [index, [words, due, what]] of table.entries()) {
    const zone = zoneOf(index)
    const read = understand(words, spokenIn(zone))
    if (read.status === 'unclear') asked.push(`${words}: ${read.ask}`)
    else if (dueIn(read.when, zone) !== due || read.what !== what) {
      wrong.push(`${words}: ${dueIn(read.when, zone)}, "${read.what}" instead of ${due}, "${what}"`)
    }
  }
  return { asked, wrong }
}

const own = { english, german, french, spanish, chinese }

test.each(Object.entries(own))('forty phrases are understood as they are meant in %s', (_, table) => {
  expect(table).toHaveLength(40)
  expect(measure(table, () => BERLIN)).toEqual({ asked: [], wrong: [] })
})

test('the same phrases are understood in other zones', () => {
  const elsewhere = measure(Object.values(own).flat(), (index) => ZONES[index % ZONES.length] ?? BERLIN)
  expect(elsewhere).toEqual({ asked: [], wrong: [] })
})

test('phrases that the grammar was not made with are understood', () => {
  expect(measure(heldOut, () => BERLIN)).toEqual({ asked: [], wrong: [] })
})

test.each(askedBack)('"%s" is asked back', (words) => {
  const read = understand(words, spokenIn(BERLIN))
  expect(read).toEqual({ status: 'unclear', ask: expect.stringMatching(/^[A-Z"].+\. Please .+"\.?.*\.$/u) })
})
