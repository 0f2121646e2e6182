import type { ContextUse, GrowthBounds } from '../../domain/context-use.ts'
import { fullSessionTokens } from '../context/epoch-rules.ts'

export interface ContextFullness {
  tokens: number
  window: number | undefined
  /** Whether a brain has reported its count and its limits. */
  isKnown: boolean
  /** Present if the brain shortens its own sessions. */
  growth: GrowthBounds | undefined
  /** The turns of the session so far; undefined without a session. */
  turns: number | undefined
  /** Whether the session can continue. */
  isOpen: boolean
}

/** The thresholds at which something happens automatically, lowest first. */
export function contextMarks({ isKnown, window, growth, turns }: ContextFullness): ContextUse['marks'] {
  if (turns === undefined || !isKnown) return []
  if (!growth) return [{ tokens: Math.round(fullSessionTokens(window)), what: 'a new session is opened' }]
  const marks = [
    ...(window === undefined ? [] : [{ tokens: Math.round(window * growth.clearAt), what: clearing }]),
    { tokens: Math.round(summariseAt(growth, window)), what: summarising },
  ]
  return marks.toSorted((a, b) => a.tokens - b.tokens)
}

const clearing = 'older tool results are cleared'
const summarising = 'older turns are summarised'

/** Says what will happen automatically, and when. */
export function whatHappensNext(fullness: ContextFullness): string[] {
  const { tokens, window, growth, turns, isOpen } = fullness
  if (turns === undefined) return ['Each message here is asked by itself: nothing grows from one to the next.']
  if (!fullness.isKnown) return ['What happens as it fills is told once an answer was counted.']
  const bounds = growth ? growthWords(growth, window) : [sessionWords(window)]
  if (!isOpen) return [...bounds, 'This session is closed: the next message opens another.']
  const at = window === undefined ? '' : `${formatPercent(tokens / window)} of the window: `
  const said = turns === 1 ? '1 turn' : `${formatNumber(turns)} turns`
  return [...bounds, `With this turn it is at ${at}${formatNumber(tokens)} tokens, ${said}. ${nearest(fullness)}`]
}

function growthWords(
  { clearAt, summarizeAt, maxTokens, maxTurns }: GrowthBounds,
  window: number | undefined,
): string[] {
  const otherwise = `${formatNumber(maxTokens)} tokens or ${formatNumber(maxTurns)} turns`
  if (window === undefined)
    return [`Older turns are summarised from ${otherwise} on. How much the model can read is not known.`]
  return [
    `Older tool results are cleared from ${ofWindow(clearAt, window)} on; older turns are summarised from ${ofWindow(summarizeAt, window)} on, or ${otherwise}.`,
  ]
}

function sessionWords(window: number | undefined): string {
  const of = window === undefined ? '' : `${formatPercent(fullSessionTokens(window) / window)} of the window, `
  return `Above ${of}${formatNumber(fullSessionTokens(window))} tokens, the next message opens a new session with what was said last and a summary of the rest.`
}

function nearest({ tokens, window, growth, turns = 0 }: ContextFullness): string {
  if (!growth)
    return tokens > fullSessionTokens(window) ? 'The next message opens a new session.' : 'Nothing is cut yet.'
  if (tokens >= summariseAt(growth, window) || turns >= growth.maxTurns)
    return 'Older turns are summarised before the next step.'
  const isClearing = window !== undefined && tokens >= window * growth.clearAt
  return isClearing ? 'Older tool results are cleared before the next step.' : 'Nothing is cut yet.'
}

function summariseAt({ summarizeAt, maxTokens }: GrowthBounds, window: number | undefined): number {
  return window === undefined ? maxTokens : Math.min(maxTokens, window * summarizeAt)
}

function ofWindow(share: number, window: number): string {
  return `${formatPercent(share)} (${formatNumber(share * window)} tokens)`
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`
}

export function formatNumber(amount: number): string {
  return Math.round(amount).toLocaleString('en')
}
