import type { Span } from '../../lib/time/calendar.ts'
import { readDateBound } from './date-bounds.ts'

/** The time that a query names, and the query without the words for it. */
export interface DatedQuery {
  words: string
  span: Span
  rest: string
}

const MAX_PHRASE_WORDS = 5

/**
 * Reads time words inside a query ("dentist last week") as a period of the past. Undefined if the query names no time, or
 * more than one. The shortest words that name it are taken, so that "last week roof" leaves the roof.
 */
export function readDateWords(query: string, now: Date, timezone: string): DatedQuery | undefined {
  const words = query.replace(hanTime, ' $& ').split(/\s+/).filter(Boolean)
  const read = (from: number, to: number) => readDateBound(words.slice(from, to).join(' '), now, timezone)
  const found = findPhrase(0)
  if (!found) return undefined
  const { from, span } = found
  let { to } = found
  // A year may follow: "14 March 2025".
  const longer = /^\d{4}$/.test(words[to] ?? '') ? read(from, to + 1) : undefined
  if (longer) to += 1
  const period = longer ?? span
  if (period.from > now || findPhrase(to)) return undefined
  const rest = [...words.slice(0, from), ...words.slice(to)].join(' ')
  return { words: words.slice(from, to).join(' '), span: period, rest }

  function findPhrase(start: number): { from: number; to: number; span: Span } | undefined {
    for (let length = 1; length <= MAX_PHRASE_WORDS; length++) {
      for (let from = start; from + length <= words.length; from++) {
        const phrase = length === 1 ? readWord(from) : readWords(from, from + length)
        if (phrase) return phrase
      }
    }
    return undefined
  }

  function readWord(at: number) {
    const span = read(at, at + 1)
    // A day before a month belongs to it.
    if (!span || /^\d{1,2}(?:st|nd|rd|th|\.)?$/.test(words[at - 1] ?? '')) return undefined
    if (isSurelyTime(words[at] ?? '')) return { from: at, to: at + 1, span }
    if (preposition.test(words[at - 1] ?? '')) return { from: at - 1, to: at + 1, span }
    // A day or a year makes a month of "march" or "may".
    const isDated = /^\d{1,4}(?:st|nd|rd|th)?,?$/.test(words[at + 1] ?? '')
    const dated = isDated ? read(at, at + 2) : undefined
    return dated && { from: at, to: at + 2, span: dated }
  }

  /** Words of which a part would name the same time are not a phrase: "may roof". */
  function readWords(from: number, to: number) {
    const span = read(from, to)
    const isSame = (part: Span | undefined) => part?.from.getTime() === span?.from.getTime()
    return span && !isSame(read(from + 1, to)) && !isSame(read(from, to - 1)) ? { from, to, span } : undefined
  }
}

/** Single words that may mean something else ("may", "fall", "2025") are times only after one of these. */
const preposition = /^(?:in|on|during|since|im|am|seit|en|depuis|desde|le|el)$/i

function isSurelyTime(word: string): boolean {
  return surely.test(word) || word.search(hanTime) !== -1
}

const surely =
  /^(?:yesterday|today|vorgestern|gestern|heute|avant-hier|aujourd['’]hui|anteayer|ayer|hoy|\d{4}-\d\d?(?:-\d\d?)?)$/i
const hanTime =
  /前天|昨天|昨日|今天|今日|上(?:个|個)?(?:星期|周|週|月)|(?:这|這|本)(?:个|個)?(?:星期|周|週|月)|去年|今年|[一两三\d]{1,3}(?:天|周|个月|年)(?:以前|之前|前)/gu
