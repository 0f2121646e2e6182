import type { LocalizedText } from '../../../messages/localized.ts'
import { reasonMessages } from '../../reason-messages.ts'
import type { ExpectedAnswer } from '../pending-question.ts'
import type { LastExchange } from './message-form.ts'
import type { Signs } from './signs.ts'

const texts = reasonMessages.words

/** The verdict of the words, which overrides the time since the last line. */
export interface WordVerdict {
  result: 'continues' | 'new' | 'open'
  reason: LocalizedText
}

export interface WordFacts {
  signs: Signs
  exchange: LastExchange
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
/** Until then, a request or question without any tie may still belong to what was just said. */
const SOON_MINUTES = 10
/** A day later, a word such as "that" may refer to anything. */
const DAY_MINUTES = 24 * 60
/** For a few hours, a weak sign is enough for a short message. */
const FEW_HOURS_MINUTES = 6 * 60
/** On the same day people still report on what was discussed. */
const SAME_DAY_MINUTES = 12 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

export function verdictByWords(facts: WordFacts): WordVerdict | undefined {
  return facts.isLive ? whileLive(facts) : afterQuiet(facts)
}

function whileLive(facts: WordFacts): WordVerdict | undefined {
  const { signs, exchange, quietMinutes, quietText } = facts
  const { announces, aside, sharedWords, hasNewSubject, requests, asks } = signs
  if (announces) {
    return sharedWords.length > 1
      ? { result: 'open', reason: texts.newBeginsBut(shorten(announces), describeShared(sharedWords)) }
      : { result: 'new', reason: texts.newBegins(shorten(announces)) }
  }
  const isCompleteQuestion = asks?.isComplete === true && exchange.isSettled
  const changesSubject = aside !== undefined || hasNewSubject || requests !== undefined || isCompleteQuestion
  if (!changesSubject || quietMinutes < AT_ONCE_MINUTES || findReference(facts)) return undefined
  if (aside) return { result: 'open', reason: texts.aside(shorten(aside)) }
  // A short question after somebody told us about a plan or a problem is about that.
  if (asks?.isBrief && exchange.isOpenMatter) return undefined
  const isNew = requests
    ? requests.isComplete || exchange.isSettled || quietMinutes >= SOON_MINUTES
    : isCompleteQuestion && quietMinutes >= SOON_MINUTES
  const result = isNew ? 'new' : 'open'
  return { result, reason: texts.nothingShared(quietText) }
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
  if (quietMinutes < reference.lastsMinutes)
    return { result: 'continues', reason: texts.tieAfter(reference.reason, quietText) }
  return quietMinutes < WEEK_MINUTES
    ? { result: 'open', reason: texts.tieAfter(reference.reason, quietText) }
    : undefined
}

interface BackReference {
  reason: LocalizedText
  sure: boolean
  /** For how long after the last line it is enough for a continuation. */
  lastsMinutes: number
}

/** The strongest sign that it refers to earlier messages. */
function findReference({
  signs,
  exchange,
  answers,
  isAlike,
  isLive,
  quietMinutes,
}: WordFacts): BackReference | undefined {
  const { refers, closes, reports, sharedWords, hasNewSubject } = signs
  const sure = (reason: LocalizedText): BackReference => ({ reason, sure: true, lastsMinutes: DAY_MINUTES })
  const weak = (reason: LocalizedText, lastsMinutes: number): BackReference => ({ reason, sure: false, lastsMinutes })
  const whileLight = signs.isLight ? FEW_HOURS_MINUTES : 0
  // Any sentence can answer a question that expects text, so that kind is no sign.
  if (answers && answers !== 'text') return sure(texts.answers)
  if (refers?.sure) return sure(texts.refers(shorten(refers.words)))
  if (closes) return sure(texts.closes(shorten(closes)))
  if (sharedWords.length > 1 || (reports && sharedWords.length > 0)) return sure(describeShared(sharedWords))
  if (reports?.sure) return sure(texts.reports(shorten(reports.words)))
  if (sharedWords.length > 0) return weak(describeShared(sharedWords), whileLight)
  if (reports && !isLive && (exchange.asksPerson || (exchange.isOpenMatter && !reports.isIndefinite)))
    return weak(texts.reports(shorten(reports.words)), exchange.asksPerson ? SAME_DAY_MINUTES : whileLight)
  if (answers && !hasNewSubject) return weak(texts.mayAnswer, 0)
  if (!refers) return isAlike() ? weak(texts.similar, 0) : undefined
  if (/[?？]$/u.test(refers.words) && quietMinutes >= DAY_MINUTES) return undefined
  return weak(texts.mayRefer(shorten(refers.words)), refers.words.endsWith('?') ? 0 : whileLight)
}

function describeShared(words: string[]): LocalizedText {
  return texts.shares(words.slice(0, 3).map(shorten))
}

function shorten(words: string): string {
  return words.length > 30 ? `${words.slice(0, 29)}…` : words
}
