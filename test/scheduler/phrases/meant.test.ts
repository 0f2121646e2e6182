import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Schedule } from '../../../src/domain/job.ts'
import { instantOf, wallAt } from '../../../src/lib/time/zone.ts'
import { interpret } from '../../../src/scheduler/phrases/ask-model.ts'
import { isSettled } from '../../../src/scheduler/phrases/doubts.ts'
import { fold } from '../../../src/scheduler/phrases/fold.ts'
import { namesZone } from '../../../src/scheduler/phrases/leftover-words.ts'
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

/** The next three times, or fewer, as the files write them. */
function timesOf(when: Schedule): string {
  const times: string[] = []
  for (let at: Date | undefined = now; times.length < 3; ) {
    at = nextInstant(when, at, timezone)
    if (!at) break
    const { year, month, day, hour, minute } = wallAt(at, timezone)
    const two = (value: number) => String(value).padStart(2, '0')
    times.push(`${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`)
  }
  return when.kind === 'once' ? times.join() : `every ${times.join(', ')}`
}

/** `ask` or `list` where nothing is planned. What is unclear is given to a model that answers in the structure. */
async function outcome(words: string, meant: string[]): Promise<{ found: string; by: 'words' | 'model' }> {
  const read = understand(words, { now, timezone })
  if (read.status === 'understood') return { found: timesOf(read.when), by: 'words' }
  if (read.cancels) return { found: 'list', by: 'words' }
  if (isSettled(read.ask)) return { found: 'ask', by: 'words' }
  const given = await interpret(words, { now, timezone }, async () => modelAnswer(words, meant), never)
  return { found: given ? timesOf(given.due) : 'ask', by: 'model' }
}

const never = new AbortController().signal

/** As a good model answers: with the first time that the files name, or that it does not know. */
function modelAnswer(words: string, meant: string[]): string {
  const once = meant.find((one) => /^\d/.test(one))
  if (once === undefined) return '{"kind":"unclear"}'
  const [date = '', clock = ''] = once.split(' ')
  const at = `${date.length === 5 ? `2026-${date}` : date} ${clock.slice(0, 5)}`
  const zone = namesZone(fold(words)) ? timezone : undefined
  return `\`\`\`json\n${JSON.stringify({ kind: 'once', at, zone, text: words })}\n\`\`\``
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

async function judge(part: Part) {
  const [wrong, asked, byModel]: [string[], string[], string[]] = [[], [], []]
  const requests = readRequests(part)
  for (const { words, meant } of requests) {
    const { found, by } = await outcome(words, meant)
    if (by === 'model' && !meant.includes('ask')) byModel.push(words)
    if (meant.some((one) => isMeant(found, one))) continue
    const isPlanned = found !== 'ask' && found !== 'list'
    ;(isPlanned ? wrong : asked).push(`${words}: ${found}`)
  }
  return { wrong, asked, byModel, modelShare: byModel.length / requests.length }
}

test.each(['odd', 'even', 'later'] as const)(
  'what people mean is planned, or asked back: the %s lines',
  async (part) => {
    const { wrong, asked, byModel, modelShare } = await judge(part)
    expect(wrong).toEqual([])
    // Everything that is meant in one way and not read at once is left to the model, and its answer is taken.
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(1)
    // The later lines are mostly of kinds that only a model knows: holidays, zones, days of the next month.
    if (part !== 'later') expect(modelShare, byModel.join('\n')).toBeLessThanOrEqual(0.15)
  },
)
