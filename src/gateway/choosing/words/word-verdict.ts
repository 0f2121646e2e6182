import type { LocalizedText } from '../../../messages/localized.ts'
import { reasonMessages } from '../../reason-messages.ts'
import type { ExpectedAnswer } from '../pending-question.ts'
import type { Signs } from './signs.ts'

const texts = reasonMessages.words

/** The verdict of the words, which overrides the time since the last line. */
export interface WordVerdict {
  result: 'continues' | 'new' | 'open'
  reason: LocalizedText
}

export interface WordFacts {
  signs: Signs
  /** The kind of our open question, when the message has the form of its answer. */
  answers: ExpectedAnswer | undefined
  /** Whether the last lines have a similar meaning; called only when the words say nothing. */
  alike: () => boolean
  /** The time since the last line, in minutes and in words. */
  quietMinutes: number
  quiet: LocalizedText
  /** By time alone, the conversation is still going on. */
  live: boolean
}

/** So soon after the last line, another subject is more likely part of the same conversation. */
const AT_ONCE_MINUTES = 3
/** A day later, a word such as "that" may refer to anything. */
const DAY_MINUTES = 24 * 60
/** For a few hours, a weak sign is enough for a short message. */
const HOURS_MINUTES = 6 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

export function verdictByWords(facts: WordFacts): WordVerdict | undefined {
  return facts.live ? whileLive(facts) : afterQuiet(facts)
}

function whileLive(facts: WordFacts): WordVerdict | undefined {
  const { signs, quietMinutes, quiet } = facts
  const { announces, aside, shares, elsewhere } = signs
  if (announces) {
    return shares.length > 1
      ? { result: 'open', reason: texts.newBeginsBut(shorten(announces), sharing(shares)) }
      : { result: 'new', reason: texts.newBegins(shorten(announces)) }
  }
  const turns = aside !== undefined || elsewhere
  if (!turns || quietMinutes < AT_ONCE_MINUTES || backwards(facts)) return undefined
  if (aside) return { result: 'open', reason: texts.aside(shorten(aside)) }
  return { result: 'open', reason: texts.nothingShared(quiet) }
}

function afterQuiet(facts: WordFacts): WordVerdict | undefined {
  const { signs, quietMinutes, quiet } = facts
  const { announces, greets } = signs
  if (announces) return { result: 'new', reason: texts.newBegins(shorten(announces)) }
  const back = backwards(facts)
  if (!back) {
    return greets ? { result: 'new', reason: texts.greets(shorten(greets), quiet) } : undefined
  }
  if (greets || signs.aside) {
    // A greeting begins something new, even together with weak signs.
    if (!back.sure && signs.shares.length === 0) return { result: 'new', reason: texts.onlyGreets(quiet) }
    return {
      result: 'open',
      reason: texts.tieButAnew(back.reason, shorten(greets ?? signs.aside ?? ''), quiet),
    }
  }
  const near = back.near && signs.light && quietMinutes < HOURS_MINUTES
  if ((back.sure || near) && quietMinutes < DAY_MINUTES)
    return { result: 'continues', reason: texts.tieAfter(back.reason, quiet) }
  return quietMinutes < WEEK_MINUTES ? { result: 'open', reason: texts.tieAfter(back.reason, quiet) } : undefined
}

interface Tie {
  reason: LocalizedText
  sure: boolean
  /** Enough for a short message within a few hours. */
  near?: boolean
}

/** The strongest sign that it refers to earlier messages. */
function backwards({ signs, answers, alike }: WordFacts): Tie | undefined {
  const { refers, closes, shares, elsewhere } = signs
  // Any sentence can answer a question that expects text, so that kind is no sign.
  if (answers && answers !== 'text') return { reason: texts.answers, sure: true }
  if (refers?.sure) return { reason: texts.refers(shorten(refers.words)), sure: true }
  if (closes) return { reason: texts.closes(shorten(closes)), sure: true }
  if (shares.length > 0) return { reason: sharing(shares), sure: shares.length > 1, near: true }
  if (answers && !elsewhere) return { reason: texts.mayAnswer, sure: false }
  if (!refers) return alike() ? { reason: texts.similar, sure: false } : undefined
  return { reason: texts.mayRefer(shorten(refers.words)), sure: false, near: !refers.words.endsWith('?') }
}

function sharing(words: string[]): LocalizedText {
  return texts.shares(words.slice(0, 3).map(shorten))
}

function shorten(words: string): string {
  return words.length > 30 ? `${words.slice(0, 29)}…` : words
}
