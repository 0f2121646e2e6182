import { type Continuation, decideContinuation } from '../../../../src/gateway/choosing/continuation.ts'
import { findQuestion, isAnswerTo } from '../../../../src/gateway/choosing/pending-question.ts'
import { now } from '../../world.ts'
import { afterwards } from './afterwards.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { chinese as chineseReports } from './reports-and-requests/chinese.ts'
import { english as englishReports } from './reports-and-requests/english.ts'
import { french as frenchReports } from './reports-and-requests/french.ts'
import { german as germanReports } from './reports-and-requests/german.ts'
import { spanish as spanishReports } from './reports-and-requests/spanish.ts'
import { spanish } from './spanish.ts'

/**
 * 120 messages, each after a few lines, and what a person would want to be made of it. They were written before the
 * rule was. Each language has twelve kinds, two of a kind: the first was there to tune the rule by, the second was
 * kept out of it.
 */
export interface Case {
  language: string
  kind: string
  heldOut: boolean
  /** What a person would want; either of two where both are well. */
  wants: Continuation['result'][]
  /** Oldest first; with how many minutes before the message. */
  said: { by: 'ana' | 'bot'; minutes: number; text: string }[]
  marks: { newAt?: number; continueAt?: number }
  message: string
}

export const cases: Case[] = Object.entries({ english, german, french, spanish, chinese }).flatMap(casesIn)

/**
 * 120 more: reports on what was proposed, and requests that have nothing to do with the last minutes. They were written
 * before the rule handled them. Each language has twelve kinds, two of a kind: the second is kept out of tuning.
 */
export const reportsAndRequests: Case[] = Object.entries({
  english: englishReports,
  german: germanReports,
  french: frenchReports,
  spanish: spanishReports,
  chinese: chineseReports,
}).flatMap(casesIn)

export const casesAfterwards: Case[] = Object.entries(afterwards).flatMap(casesIn)

export function decided({ said, marks, message }: Case): Continuation {
  const last = said.at(-1)
  const pending = last?.by === 'bot' ? findQuestion({ id: 1, text: last.text, at: ago(last.minutes) }) : undefined
  return decideContinuation({
    now,
    lastAt: agoIf(last?.minutes),
    replyTo: undefined,
    message,
    before: said
      .map(({ by, text }) => ({ author: by === 'bot' ? ('bot' as const) : ('human' as const), text }))
      .toReversed(),
    answers: pending && isAnswerTo(pending, { text: message, at: now }) ? pending.expects : undefined,
    isTopic: false,
    marks: { newAt: agoIf(marks.newAt), continueAt: agoIf(marks.continueAt), clearedAt: undefined },
    activeMinutes: 30,
  })
}

const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const agoIf = (minutes: number | undefined) => (minutes === undefined ? undefined : ago(minutes))

function casesIn([language, text]: [string, string]): Case[] {
  const seen = new Set<string>()
  return text
    .trim()
    .split(/\n{2,}(?=\[)/)
    .map((block) => {
      const [, kind = '', wants = '', rest = ''] = /^\[(\w+): ([a-z ]+)\]\n([\s\S]*)$/.exec(block) ?? []
      const [before = '', message = ''] = rest.split(/^> /m)
      const lines = before.trim().split('\n')
      const heldOut = seen.has(kind)
      seen.add(kind)
      return {
        language,
        kind,
        heldOut,
        wants: wants.split(' or ') as Case['wants'],
        said: lines.flatMap((line) => saidIn(line)),
        marks: Object.assign({}, ...lines.map(markIn)) as Case['marks'],
        message: message.trim(),
      }
    })
}

/** `bot 3h: Shall I book it?` */
function saidIn(line: string): Case['said'] {
  const [, by, ago = '', text = ''] = /^(ana|bot) (\d+[mhd]): (.*)$/.exec(line) ?? []
  return by === 'ana' || by === 'bot' ? [{ by, minutes: minutesIn(ago), text: text.replaceAll('\\n', '\n') }] : []
}

/** `/new 2m` */
function markIn(line: string): Case['marks'] {
  const [, mark, ago = ''] = /^\/(new|continue) (\d+[mhd])$/.exec(line) ?? []
  return mark ? { [`${mark}At`]: minutesIn(ago) } : {}
}

function minutesIn(ago: string): number {
  const unit = { m: 1, h: 60, d: 1440 }[ago.slice(-1)] ?? Number.NaN
  return Number(ago.slice(0, -1)) * unit
}
