import type { ExpectedAnswer } from '../pending-question.ts'
import type { Signs } from './signs.ts'

/** The verdict of the words, which overrides the time since the last line. */
export interface WordVerdict {
  result: 'continues' | 'new' | 'open'
  reason: string
}

export interface WordFacts {
  signs: Signs
  /** The kind of our open question, when the message has the form of its answer. */
  answers: ExpectedAnswer | undefined
  /** Whether the last lines have a similar meaning; called only when the words say nothing. */
  alike: () => boolean
  /** The time since the last line, in minutes and in words. */
  quietMinutes: number
  quiet: string
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
      ? { result: 'open', reason: `it says that something new begins (${quoted(announces)}), but ${sharing(shares)}` }
      : { result: 'new', reason: `it says that something new begins (${quoted(announces)})` }
  }
  const turns = aside !== undefined || elsewhere
  if (!turns || quietMinutes < AT_ONCE_MINUTES || backwards(facts)) return undefined
  if (aside) return { result: 'open', reason: `it turns to something else (${quoted(aside)})` }
  return { result: 'open', reason: `the last line is ${quiet} old, but it shares no words with what was said` }
}

function afterQuiet(facts: WordFacts): WordVerdict | undefined {
  const { signs, quietMinutes, quiet } = facts
  const { announces, greets } = signs
  if (announces) return { result: 'new', reason: `it says that something new begins (${quoted(announces)})` }
  const back = backwards(facts)
  if (!back) {
    return greets
      ? { result: 'new', reason: `it begins with a greeting (${quoted(greets)}), ${quiet} later` }
      : undefined
  }
  const late = `${quiet} after the last line`
  if (greets || signs.aside) {
    // A greeting begins something new, even together with weak signs.
    if (!back.sure && signs.shares.length === 0) return { result: 'new', reason: `it begins with a greeting, ${late}` }
    return {
      result: 'open',
      reason: `${back.reason}, but begins anew (${quoted(greets ?? signs.aside ?? '')}), ${late}`,
    }
  }
  const near = back.near && signs.light && quietMinutes < HOURS_MINUTES
  if ((back.sure || near) && quietMinutes < DAY_MINUTES)
    return { result: 'continues', reason: `${back.reason}, ${late}` }
  return quietMinutes < WEEK_MINUTES ? { result: 'open', reason: `${back.reason}, ${late}` } : undefined
}

interface Tie {
  reason: string
  sure: boolean
  /** Enough for a short message within a few hours. */
  near?: boolean
}

/** The strongest sign that it refers to earlier messages. */
function backwards({ signs, answers, alike }: WordFacts): Tie | undefined {
  const { refers, closes, shares, elsewhere } = signs
  // Any sentence can answer a question that expects text, so that kind is no sign.
  if (answers && answers !== 'text') return { reason: 'it answers the open question', sure: true }
  if (refers?.sure) return { reason: `it refers back (${quoted(refers.words)})`, sure: true }
  if (closes) return { reason: `it closes what was said (${quoted(closes)})`, sure: true }
  if (shares.length > 0) return { reason: sharing(shares), sure: shares.length > 1, near: true }
  if (answers && !elsewhere) return { reason: 'it may answer the open question', sure: false }
  if (!refers) return alike() ? { reason: 'its meaning is similar to that of the last lines', sure: false } : undefined
  return { reason: `it seems to refer back (${quoted(refers.words)})`, sure: false, near: !refers.words.endsWith('?') }
}

function sharing(words: string[]): string {
  return `it shares ${words.slice(0, 3).map(quoted).join(', ')} with the last lines`
}

function quoted(words: string): string {
  return `“${words.length > 30 ? `${words.slice(0, 29)}…` : words}”`
}
