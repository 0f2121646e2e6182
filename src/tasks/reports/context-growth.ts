import type { ContextUse, GrowthBounds } from '../../domain/context-use.ts'
import { contextMessages } from '../../messages/context-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
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
  const { marks: texts } = contextMessages
  if (turns === undefined || !isKnown) return []
  if (!growth) return [{ tokens: Math.round(fullSessionTokens(window)), what: texts.newSession }]
  const marks = [
    ...(window === undefined ? [] : [{ tokens: Math.round(window * growth.clearAt), what: texts.clearing }]),
    { tokens: Math.round(summariseAt(growth, window)), what: texts.summarising },
  ]
  return marks.toSorted((a, b) => a.tokens - b.tokens)
}

const { next: texts, tokens: tokenText, turns: turnText } = contextMessages

/** Says what will happen automatically, and when. */
export function whatHappensNext(fullness: ContextFullness): LocalizedText[] {
  const { tokens, window, growth, turns, isOpen } = fullness
  if (turns === undefined) return [texts.noSession]
  if (!fullness.isKnown) return [texts.unknown]
  const thresholds = growth ? describeGrowth(growth, window) : describeFullSession(window)
  if (!isOpen) return [thresholds, texts.closed]
  const position = [tokenText(tokens), turnText(turns), describeNextStep(fullness)] as const
  if (window === undefined) return [thresholds, texts.positionOnly(...position)]
  return [thresholds, texts.position(percentOf(tokens / window), ...position)]
}

function describeGrowth(growth: GrowthBounds, window: number | undefined): LocalizedText {
  const limits = [tokenText(growth.maxTokens), turnText(growth.maxTurns)] as const
  if (window === undefined) return texts.summarisedFrom(...limits)
  const ofWindow = (share: number) => texts.ofWindow(percentOf(share), tokenText(Math.round(share * window)))
  return texts.clearedFrom(ofWindow(growth.clearAt), ofWindow(growth.summarizeAt), ...limits)
}

function describeFullSession(window: number | undefined): LocalizedText {
  const fullTokens = fullSessionTokens(window)
  const limit = tokenText(Math.round(fullTokens))
  if (window === undefined) return texts.newSessionAbove(limit)
  return texts.newSessionAboveShare(percentOf(fullTokens / window), limit)
}

function describeNextStep({ tokens, window, growth, turns = 0 }: ContextFullness): LocalizedText {
  if (!growth) return tokens > fullSessionTokens(window) ? texts.opensSession : texts.nothing
  if (tokens >= summariseAt(growth, window) || turns >= growth.maxTurns) return texts.summarises
  return window !== undefined && tokens >= window * growth.clearAt ? texts.clears : texts.nothing
}

function summariseAt({ summarizeAt, maxTokens }: GrowthBounds, window: number | undefined): number {
  return window === undefined ? maxTokens : Math.min(maxTokens, window * summarizeAt)
}

export function percentOf(share: number): number {
  return Math.round(share * 100)
}
