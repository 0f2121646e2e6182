import { expect, test } from 'vitest'
import { understand, understandTime } from '../../../src/scheduler/phrases/understand.ts'
import { seeded } from '../../support/seeded.ts'
import { askedBack } from './said/asked-back.ts'
import { chinese } from './said/chinese.ts'
import { english } from './said/english.ts'
import { french } from './said/french.ts'
import { german } from './said/german.ts'
import { BERLIN, spokenIn } from './said/said.ts'
import { spanish } from './said/spanish.ts'

const rounds = process.env.SKEIN_LONG ? 20_000 : 1000
const FIVE_YEARS_MS = 5 * 366 * 86_400_000

const phrases = [...english, ...german, ...french, ...spanish, ...chinese].map(([words]) => words).concat(askedBack)
const words = [...new Set(phrases.flatMap((phrase) => phrase.split(' ')))]
const odd = [
  '9',
  '24',
  '0',
  '99999999999',
  '1e9',
  '-5',
  '3/4',
  '31.2.',
  '9:',
  ':30',
  '٩',
  '९',
  '十',
  '\u202e',
  '\u200f',
  '\u0000',
  '\u0007',
  '\ud83d',
  '👩‍👩‍👧',
  'İ',
  'ﬁ',
  'ß',
  "'",
  '"',
  '\\',
  '(',
  '[',
  '*',
  '+',
  '?',
  '\n',
  '𝟗',
  '９：３０',
  '½',
  'שלום',
  'مرحبا',
] // prettier-ignore

function someWords(random: () => number): string {
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T
  const kind = random()
  if (kind < 0.3)
    return pick(phrases)
      .split('')
      .toSorted(() => random() - 0.5)
      .join('')
      .slice(0, 60)
  if (kind < 0.5) return `${pick(phrases)} ${pick(phrases)}`
  const length = 1 + Math.floor(random() * 14)
  return Array.from({ length }, () => (random() < 0.2 ? pick(odd) : pick(words))).join(random() < 0.9 ? ' ' : '')
}

test('whatever is said, nothing is thrown, nothing is in the past, and an unclear answer says what to do', () => {
  const random = seeded(15)
  const spoken = spokenIn(BERLIN)
  const now = spoken.now.getTime()
  for (let round = 0; round < rounds; round++) {
    const said = someWords(random)
    const read = round % 3 === 0 ? understandTime(said, spoken) : understand(said, spoken)
    if (read.status === 'unclear') {
      if (!read.ask.en.includes('Please')) expect.fail(`${JSON.stringify(said)}: ${read.ask.en}`)
      continue
    }
    const { when } = read
    const isAhead =
      when.kind === 'cron'
        ? /^\d{1,2} \d{1,2}(?:,\d{1,2})* (?:\*|L|\d{1,2}) (?:\*|\d{1,2}) (?:\*|[0-6](?:[,-][0-6])*|[0-6](?:#[1-4]|L))$/u.test(
            when.line,
          )
        : when.kind === 'every'
          ? when.ms > 0 && when.from > now
          : when.at > now && when.at < now + FIVE_YEARS_MS
    if (!isAhead) expect.fail(`${JSON.stringify(said)}: ${JSON.stringify(when)}`)
  }
})

const hostile = [
  'every ',
  '9:',
  '9',
  '1 ',
  'at 9 and ',
  'monday and ',
  'every monday, ',
  '一',
  '十',
  '每周一',
  '3 April ',
  '3. april ',
  '3 avril ',
  '3 de abril ',
  'in 1 hour and ',
  'remind me ',
  'please ',
  'erinnere mich daran ',
  "d'",
  '"',
  '(',
  ' ',
  '-',
  '\u200f',
  '👩‍👩‍👧',
  'tomorrow or ',
  'du lundi au ',
  'twenty-',
  'a',
  'a las ',
  'eightd ',
  ' 0m ',
  'sa',
] // prettier-ignore

/** On a quiet machine the slowest takes a fifteenth of this; what hangs takes all there is. */
const MOST_CPU_MS = 20_000

test.each(hostile)('2,000 characters of %j are read in bounded time', (unit) => {
  const spoken = spokenIn(BERLIN)
  const before = process.cpuUsage()
  understand(unit.repeat(2000).slice(0, 2000), spoken)
  understand(`remind me tomorrow at 9 to ${unit.repeat(2000)}`.slice(0, 2000), spoken)
  understand(`${unit.repeat(2000).slice(0, 1980)} tomorrow at 9`, spoken)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(MOST_CPU_MS)
})
