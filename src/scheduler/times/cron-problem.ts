import { visible } from '../../lib/text/visible.ts'

/** Checked before node-cron sees the line, because it expands 0-999999999 number by number and takes "1*" for 10 to 59. */
export function problemIn(line: string): string | undefined {
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

/** Explains why node-cron refused a line. It also refuses 31 February next to a weekday, which could match; nobody means that. */
export function refusal(error: { field: string; message: string } | undefined, texts: string[]): string {
  if (error?.message.includes('impossible')) return neverComes(texts)
  const wrong = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'].indexOf(error?.field ?? '')
  return wrong === -1 ? `"${texts.join(' ')}" is no cron line: ${fiveFields} are its fields.` : wrongField(wrong, texts)
}

export function fieldsIn(line: string): string[] {
  return line.trim().split(/\s+/).filter(Boolean)
}

function wrongField(index: number, texts: string[]): string {
  const { name = 'line', allowed = fiveFields, mostStep = 1 } = fields[index] ?? {}
  return `The ${name} "${texts[index]}" is wrong. Allowed: ${allowed}; * for all; lists (1,5), ranges (1-5), steps (*/5, 1-5/2) up to ${mostStep}.`
}

export function neverComes(texts: string[]): string {
  return `"${texts.join(' ')}" names a day that never comes.`
}

function noNickname(texts: string[]): string {
  return `"${texts.join(' ')}" is not known; ${nicknames.join(', ')} are.`
}

const MOST_CHARACTERS = 200

const nicknames = ['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually']

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

/** `named` values stand for a number, `alone` values are a whole field item. */
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
