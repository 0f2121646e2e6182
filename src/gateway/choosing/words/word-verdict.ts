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
  isAlike: () => boolean
  /** The time since the last line, in minutes and in words. */
  quietMinutes: number
  quietText: LocalizedText
  /** By time alone, the conversation is still going on. */
  isLive: boolean
}

/** So soon after the last line, another subject is more likely part of the same conversation. */
const AT_ONCE_MINUTES = 3
/** A day later, a word such as "that" may refer to anything. */
const DAY_MINUTES = 24 * 60
/** For a few hours, a weak sign is enough for a short message. */
const FEW_HOURS_MINUTES = 6 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

export function verdictByWords(facts: WordFacts): WordVerdict | undefined {
  return facts.isLive ? whileLive(facts) : afterQuiet(facts)
}

function whileLive(facts: WordFacts): WordVerdict | undefined {
  const { signs, quietMinutes, quietText } = facts
  const { announces, aside, sharedWords, hasNewSubject } = signs
  if (announces) {
    return sharedWords.length > 1
      ? { result: 'open', reason: texts.newBeginsBut(shorten(announces), describeShared(sharedWords)) }
      : { result: 'new', reason: texts.newBegins(shorten(announces)) }
  }
  const changesSubject = aside !== undefined || hasNewSubject
  if (!changesSubject || quietMinutes < AT_ONCE_MINUTES || findReference(facts)) return undefined
  if (aside) return { result: 'open', reason: texts.aside(shorten(aside)) }
  return { result: 'open', reason: texts.nothingShared(quietText) }
}

function afterQuiet(facts: WordFacts): WordVerdict | undefined {
  const { signs, quietMinutes, quietText } = facts
  const { announces, greets } = signs
  if (announces) return { result: 'new', reason: texts.newBegins(shorten(announces)) }
  const reference = findReference(facts)
  if (!reference) {
    return greets ? { result: 'new', reason: texts.greets(shorten(greets), quietText) } : undefined
  }
  if (greets || signs.aside) {
    // A greeting begins something new, even together with weak signs.
    if (!reference.sure && signs.sharedWords.length === 0) return { result: 'new', reason: texts.onlyGreets(quietText) }
    return {
      result: 'open',
      reason: texts.tieButAnew(reference.reason, shorten(greets ?? signs.aside ?? ''), quietText),
    }
  }
  const isNear = reference.near && signs.isLight && quietMinutes < FEW_HOURS_MINUTES
  if ((reference.sure || isNear) && quietMinutes < DAY_MINUTES)
    return { result: 'continues', reason: texts.tieAfter(reference.reason, quietText) }
  return quietMinutes < WEEK_MINUTES
    ? { result: 'open', reason: texts.tieAfter(reference.reason, quietText) }
    : undefined
}

interface BackReference {
  reason: LocalizedText
  sure: boolean
  /** Enough for a short message within a few hours. */
  near?: boolean
}

/** The strongest sign that it refers to earlier messages. */
function findReference({ signs, answers, isAlike }: WordFacts): BackReference | undefined {
  const { refers, closes, sharedWords, hasNewSubject } = signs
  // Any sentence can answer a question that expects text, so that kind is no sign.
  if (answers && answers !== 'text') return { reason: texts.answers, sure: true }
  if (refers?.sure) return { reason: texts.refers(shorten(refers.words)), sure: true }
  if (closes) return { reason: texts.closes(shorten(closes)), sure: true }
  if (sharedWords.length > 0) return { reason: describeShared(sharedWords), sure: sharedWords.length > 1, near: true }
  if (answers && !hasNewSubject) return { reason: texts.mayAnswer, sure: false }
  if (!refers) return isAlike() ? { reason: texts.similar, sure: false } : undefined
  return { reason: texts.mayRefer(shorten(refers.words)), sure: false, near: !refers.words.endsWith('?') }
}

function describeShared(words: string[]): LocalizedText {
  return texts.shares(words.slice(0, 3).map(shorten))
}

function shorten(words: string): string {
  return words.length > 30 ? `${words.slice(0, 29)}…` : words
}
