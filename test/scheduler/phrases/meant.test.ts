import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { instantOf, wallAt } from '../../../src/lib/time/zone.ts'
import { understand } from '../../../src/scheduler/phrases/understand.ts'
import { nextInstant } from '../../../src/scheduler/times/next-instant.ts'

const timezone = 'Europe/Berlin'
const now = instantOf({ year: 2026, month: 11, day: 18, hour: 10, minute: 0, second: 0 }, timezone)

interface Request {
  words: string
  meant: string[]
}

type Part = 'odd' | 'even' | 'later'

function readRequests(part: Part): Request[] {
  const folder = new URL(part === 'later' ? 'meant/later/' : 'meant/', import.meta.url)
  const requests: Request[] = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.txt'))) {
    const lines = readFileSync(new URL(file, folder), 'utf8').split('\n').filter(Boolean)
    for (const [index, line] of lines.entries()) {
      if (part !== 'later' && (index % 2 === 0) !== (part === 'odd')) continue
      const [words = '', meant = ''] = line.split(' => ')
      requests.push({ words, meant: meant.split(' | ') })
    }
  }
  return requests
}

/** The next three times, or fewer, as the files write them; `ask` or `list` where nothing is planned. */
function outcome(words: string): string {
  const read = understand(words, { now, timezone })
  if (read.status === 'unclear') return read.cancels ? 'list' : 'ask'
  const times: string[] = []
  for (let at: Date | undefined = now; times.length < 3; ) {
    at = nextInstant(read.when, at, timezone)
    if (!at) break
    const { year, month, day, hour, minute } = wallAt(at, timezone)
    const two = (value: number) => String(value).padStart(2, '0')
    times.push(`${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`)
  }
  return read.when.kind === 'once' ? times.join() : `every ${times.join(', ')}`
}

function isMeant(found: string, meant: string): boolean {
  if (!/\d/.test(meant)) return found === meant
  const [expected, got] = [meant, found].map((text) => text.replace('every ', '').split(', ')) as [string[], string[]]
  if (found.startsWith('every') !== meant.startsWith('every') || expected.length !== got.length) return false
  return expected.every((text, index) => isWithin(got[index] ?? '', text))
}

function isWithin(found: string, expected: string): boolean {
  const [, year = '2026', date, from = '', to = from] =
    /^(?:(\d{4})-)?(\d\d-\d\d) (\d\d:\d\d)(?:-(\d\d:\d\d))?$/.exec(expected) ?? []
  const [foundDate, clock = ''] = found.split(' ')
  return foundDate === `${year}-${date}` && clock >= from && clock <= to
}

function judge(part: Part) {
  const [wrong, asked]: [string[], string[]] = [[], []]
  const requests = readRequests(part)
  for (const { words, meant } of requests) {
    const found = outcome(words)
    if (meant.some((one) => isMeant(found, one))) continue
    const isPlanned = found !== 'ask' && found !== 'list'
    ;(isPlanned ? wrong : asked).push(`${words}: ${found}`)
  }
  return { wrong, asked, share: asked.length / requests.length }
}

test.each(['odd', 'even', 'later'] as const)('what people mean is planned, or asked back: the %s lines', (part) => {
  const { wrong, asked, share } = judge(part)
  expect(wrong).toEqual([])
  // The later lines are mostly of kinds that must be asked: holidays, zones, days of the next month.
  if (part !== 'later') expect(share, asked.join('\n')).toBeLessThanOrEqual(0.15)
})
