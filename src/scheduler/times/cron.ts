import { validateDetailed } from 'node-cron'
import { visible } from '../../lib/text/visible.ts'
import { type DueDays, isEverDue } from './due-days.ts'

/** A cron line, read: on which days, and when on them. */
export interface Cron extends DueDays {
  /** Minutes since midnight, ascending. */
  times: number[]
}

/**
 * Five fields (minute, hour, day of the month, month, weekday) or a nickname such as @daily. What is wrong is told in a
 * sentence for the person who wrote it.
 */
export function readCron(line: string): { status: 'read'; cron: Cron } | { status: 'wrong'; problem: string } {
  const problem = problemIn(line)
  if (problem !== undefined) return { status: 'wrong', problem }
  const texts = fieldsIn(line)
  const { fields: read, errors } = validateDetailed(texts.join(' '))
  if (!read) return { status: 'wrong', problem: told(errors[0], texts) }
  const cron: Cron = {
    times: timesOf(ascending(read.hour), ascending(read.minute)),
    months: ascending(read.month),
    days: read.dayOfMonth,
    weekdays: read.dayOfWeek,
    isEither: isRestricted(texts[2]) && isRestricted(texts[4]),
  }
  return isEverDue(cron) ? { status: 'read', cron } : { status: 'wrong', problem: neverComes(texts) }
}

const MOST_CHARACTERS = 200

/** What must be well before node-cron may read it: it spells out 0-999999999 number by number, and takes "1*" for 10 to 59. */
function problemIn(line: string): string | undefined {
  if (line.length > MOST_CHARACTERS)
    return `A cron line has at most ${MOST_CHARACTERS} characters; this one has ${line.length}.`
  const texts = fieldsIn(line)
  const [foreign] = /[^a-z0-9*/,#?@\s-]/iu.exec(line) ?? []
  if (foreign !== undefined)
    return `A cron line holds letters, digits and * / , - # only, and no "${visible(foreign)}".`
  if (line.includes('@')) return nicknames.includes(line.trim().toLowerCase()) ? undefined : noNickname(texts)
  if (texts.length === 6)
    return `Those are six fields. Seconds are not kept: leave out the first one, "${texts[0]}", and write ${fiveFields}.`
  if (texts.length !== 5) return `A cron line has five fields (${fiveFields}); this one has ${texts.length}.`
  const wrong = texts.findIndex((text, i) => !text.split(',').every((token) => fields[i]?.reads(token)))
  return wrong === -1 ? undefined : wrongField(wrong, texts)
}

function fieldsIn(line: string): string[] {
  return line.trim().split(/\s+/).filter(Boolean)
}

/**
 * As Vixie's cron has it, and people know it (node-cron itself wants both): with a day of the month and a weekday a job is
 * due when either comes. A field that begins with a star, also with a step, restricts nothing in this sense.
 */
function isRestricted(field: string | undefined): boolean {
  return field !== undefined && !/^[*?@]/.test(field)
}

interface Field {
  name: string
  allowed: string
  mostStep: number
  reads(token: string): boolean
}

const names = {
  month:
    'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
  weekday: 'sun(?:day)?|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?',
}

const fields: Field[] = [
  field('minute', 0, 59, '0 to 59'),
  field('hour', 0, 23, '0 to 23'),
  field('day of the month', 1, 31, '1 to 31, or L for the last day', {
    alone: String.raw`\?|l|l-\d{1,2}|(?:\d{1,2}|l)w`,
  }),
  field('month', 1, 12, '1 to 12, or jan to dec', { named: names.month }),
  field('weekday', 0, 7, '0 to 7 (0 and 7 are Sunday), or sun to sat', {
    named: names.weekday,
    alone: String.raw`\?|(?:[0-7]|${names.weekday})(?:#[1-5]|l)`,
  }),
]

const fiveFields = 'minute, hour, day of the month, month, weekday'

/** `named` stands for a number, `alone` for a whole token of its own. */
function field(
  name: string,
  min: number,
  max: number,
  allowed: string,
  words: { named?: string; alone?: string } = {},
) {
  const value = words.named === undefined ? String.raw`\d{1,2}` : String.raw`\d{1,2}|${words.named}`
  const token = new RegExp(String.raw`^(?:\*|(${value})(?:-(${value}))?)(?:/(\d{1,2}))?$`, 'i')
  const alone = new RegExp(`^(?:${words.alone ?? 'never'})$`, 'i')
  const mostStep = max - min + 1
  const isInside = (number: string | undefined) =>
    number === undefined || !/^\d/.test(number) || (Number(number) >= min && Number(number) <= max)
  return {
    name,
    allowed,
    mostStep,
    reads(text: string) {
      if (alone.test(text)) return true
      const found = token.exec(text)
      if (!found) return false
      const [, from, to, step = '1'] = found
      return isInside(from) && isInside(to) && Number(step) >= 1 && Number(step) <= mostStep
    },
  }
}

function told(error: { field: string; message: string } | undefined, texts: string[]): string {
  if (error?.message.includes('impossible')) return neverComes(texts)
  const wrong = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'].indexOf(error?.field ?? '')
  return wrong === -1 ? `"${texts.join(' ')}" is no cron line: ${fiveFields} are its fields.` : wrongField(wrong, texts)
}

function wrongField(index: number, texts: string[]): string {
  const { name = 'line', allowed = fiveFields, mostStep = 1 } = fields[index] ?? {}
  return `The ${name} "${texts[index]}" is wrong. Allowed: ${allowed}; * for all; lists (1,5), ranges (1-5), steps (*/5, 1-5/2) up to ${mostStep}.`
}

function neverComes(texts: string[]): string {
  return `"${texts.join(' ')}" names a day that never comes.`
}

const nicknames = ['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually']

function noNickname(texts: string[]): string {
  return `"${texts.join(' ')}" is not known; ${nicknames.join(', ')} are.`
}

function timesOf(hours: number[], minutes: number[]): number[] {
  const times: number[] = []
  for (const hour of hours) for (const minute of minutes) times.push(hour * 60 + minute)
  return times
}

function ascending(numbers: number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}
