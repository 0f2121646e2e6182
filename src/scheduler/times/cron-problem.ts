import { visible } from '../../lib/text/visible.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { type CronField, cronMessages } from '../../messages/when-messages.ts'

/** Checks a line before node-cron sees it, because node-cron expands 0-999999999 number by number and reads "1*" as 10 to 59. */
export function findCronProblem(line: string): LocalizedText | undefined {
  if (line.length > MAX_CRON_CHARS) return cronMessages.tooLong(MAX_CRON_CHARS, line.length)
  const texts = fieldsIn(line)
  const [invalid] = /[^a-z0-9*/,#?@\s-]/iu.exec(line) ?? []
  if (invalid !== undefined) return cronMessages.foreign(visible(invalid))
  if (line.includes('@')) return nicknames.includes(line.trim().toLowerCase()) ? undefined : noNickname(texts)
  if (texts.length === 6) return cronMessages.sixFields(texts[0] ?? '')
  if (texts.length !== 5) return cronMessages.fieldCount(texts.length)
  const wrongIndex = texts.findIndex((text, i) => !text.split(',').every((token) => fields[i]?.reads(token)))
  return wrongIndex === -1 ? undefined : wrongField(wrongIndex, texts)
}

/** Explains why node-cron refused a line. It also refuses 31 February next to a weekday, which could match; nobody means that. */
export function explainRefusal(error: { field: string; message: string } | undefined, texts: string[]): LocalizedText {
  if (error?.message.includes('impossible')) return describeNeverDue(texts)
  const wrongIndex = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'].indexOf(error?.field ?? '')
  return wrongIndex === -1 ? cronMessages.wrong(texts.join(' ')) : wrongField(wrongIndex, texts)
}

export function fieldsIn(line: string): string[] {
  return line.trim().split(/\s+/).filter(Boolean)
}

function wrongField(index: number, texts: string[]): LocalizedText {
  const { name = 'minute', maxStep = 1 } = fields[index] ?? {}
  return cronMessages.wrongField(name, texts[index] ?? '', maxStep)
}

export function describeNeverDue(texts: string[]): LocalizedText {
  return cronMessages.never(texts.join(' '))
}

function noNickname(texts: string[]): LocalizedText {
  return cronMessages.unknownNickname(texts.join(' '), nicknames)
}

const MAX_CRON_CHARS = 200

const nicknames = ['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually']

interface Field {
  name: CronField
  maxStep: number
  reads(token: string): boolean
}

const names = {
  month:
    'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
  weekday: 'sun(?:day)?|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?',
}

const fields: Field[] = [
  field('minute', 0, 59),
  field('hour', 0, 23),
  field('day', 1, 31, {
    alone: String.raw`\?|l|l-\d{1,2}|(?:\d{1,2}|l)w`,
  }),
  field('month', 1, 12, { named: names.month }),
  field('weekday', 0, 7, {
    named: names.weekday,
    alone: String.raw`\?|(?:[0-7]|${names.weekday})(?:#[1-5]|l)`,
  }),
]

/** `named` values stand for a number. `alone` values cannot be part of a range or have a step. */
function field(name: CronField, min: number, max: number, words: { named?: string; alone?: string } = {}) {
  const value = words.named === undefined ? String.raw`\d{1,2}` : String.raw`\d{1,2}|${words.named}`
  const token = new RegExp(String.raw`^(?:\*|(${value})(?:-(${value}))?)(?:/(\d{1,2}))?$`, 'i')
  const aloneToken = new RegExp(`^(?:${words.alone ?? '(?!)'})$`, 'i')
  const maxStep = max - min + 1
  const isInside = (number: string | undefined) =>
    number === undefined || !/^\d/.test(number) || (Number(number) >= min && Number(number) <= max)
  return {
    name,
    maxStep,
    reads(text: string) {
      if (aloneToken.test(text)) return true
      const match = token.exec(text)
      if (!match) return false
      const [, from, to, step = '1'] = match
      return isInside(from) && isInside(to) && Number(step) >= 1 && Number(step) <= maxStep
    },
  }
}
