import type { Overflow } from '../providers/provider.ts'
import { cutTo, dropOldTurns, withFile, withoutSteps, withoutTurns, withSummary } from './archived-turns.ts'
import type { ContextBudget, FitterDeps, SessionFitter } from './context-window.ts'
import { clear, evict, shorten } from './results.ts'
import { squeeze, tighten } from './token-bounds.ts'
import type { SessionView } from './view.ts'
import { applyLayer, createWindowState, type LayerResult, showSession, type WindowState } from './window-state.ts'

/** Limits growth in layers, the cheapest first. A layer changes the view, never the session. */
export function createSessionFitter(deps: FitterDeps): SessionFitter {
  return {
    async fit({ turns, view }, budget, signal) {
      const state = createWindowState(deps, turns, budget, signal)
      let current = await applyLayer(state, view, 'evict', evict)
      current = await applyLayer(state, current, 'shorten', shorten)
      current = await applyLayer(state, current, 'clear', clear)
      current = await applyLayer(state, current, 'turns', dropOldTurns)
      current = await applyLayer(state, current, 'tokens', (inner, view) => tighten(inner, view))
      current = await applyLayer(state, current, 'tokens', (inner, view) => squeeze(inner, view))
      return showSession(state, current, budget)
    },

    async shrink({ turns, view }, budget, overflow, attempt, signal) {
      if (attempt > 2) return undefined
      const sentTokens = createWindowState(deps, turns, budget, signal).weigh(view) + budget.system + budget.tools
      const corrected = correctBudget(budget, sentTokens, overflow)
      const state = createWindowState(deps, turns, corrected, signal)
      const shrunk = await applyLayer(state, view, 'overflow', attempt === 1 ? shortenEverything : startClean)
      return { ...showSession(state, shrunk, corrected), learned: corrected, startedClean: attempt === 2 }
    },
  }
}

/**
 * The limits after an overflow: for each result and each text of the person, and for turns including the present one.
 */
const MAX_TEXT_CHARS_AFTER_OVERFLOW = 10_000
const MAX_TURNS_AFTER_OVERFLOW = 5
/** A safety margin, because our knowledge of the budget was wrong before. */
const OVERFLOW_ROOM_SHARE = 0.75
const CLEAN_START_ROOM_SHARE = 0.5
/** If nobody says how large the window is, it must be smaller than what was sent. */
const GUESSED_WINDOW_SHARE = 0.6
const MAX_ESTIMATE_FACTOR = 8
/** Our guess how far a request exceeded the limit if the provider reports only the limit. */
const OVERFLOW_EXCESS = 1.1
const MIN_PLAUSIBLE_TOKENS = 500

/** Corrects the budget by the provider's numbers. `sent` is our estimate of the request. */
function correctBudget(budget: ContextBudget, sent: number, overflow: Overflow): ContextBudget {
  const countedTokens = plausibleCount(overflow.sent)
  const limit = plausibleCount(overflow.limit)
  const window = Math.min(budget.window, limit ?? budget.window)
  // A provider that reports no count has still counted more than its limit.
  const minSent = countedTokens ?? (limit !== undefined && limit > sent ? limit * OVERFLOW_EXCESS : undefined)
  const correction = Math.min(MAX_ESTIMATE_FACTOR, Math.max(1, (minSent ?? sent) / Math.max(1, sent)))
  return {
    window: Math.floor(limit === undefined ? Math.min(window, GUESSED_WINDOW_SHARE * (minSent ?? sent)) : window),
    system: budget.system * correction,
    tools: budget.tools * correction,
    factor: budget.factor * correction,
  }
}

function plausibleCount(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= MIN_PLAUSIBLE_TOKENS ? tokens : undefined
}

/** Shortens everything: few turns, each text limited, and everything before in the summary. */
async function shortenEverything(state: WindowState, view: SessionView): Promise<LayerResult> {
  const { live } = state
  const summarised = await withSummary(state, await withFile(state, view, live), live)
  const fewTurns = await withoutTurns(state, summarised, Math.max(view.fromTurn, live + 1 - MAX_TURNS_AFTER_OVERFLOW))
  const isLong = ({ kind, shown }: { kind: string; shown: string }) =>
    ['result', 'text', 'joined'].includes(kind) && shown.length > MAX_TEXT_CHARS_AFTER_OVERFLOW
  const shortTexts = await cutTo(state, fewTurns, state.pieces(fewTurns).filter(isLong), MAX_TEXT_CHARS_AFTER_OVERFLOW)
  const fewTokens =
    (await tighten(state, shortTexts, Math.min(state.bound, state.maxTokens * OVERFLOW_ROOM_SHARE)))?.view ?? shortTexts
  const fitting = (await squeeze(state, fewTokens, state.maxTokens * OVERFLOW_ROOM_SHARE))?.view ?? fewTokens
  return {
    view: fitting,
    told: 'The provider had no room for it: everything before was summarised and long texts were cut.',
  }
}

/** Shows only the summaries and the question. */
async function startClean(state: WindowState, view: SessionView): Promise<LayerResult> {
  const { live, turns } = state
  const withoutEarlier = await withoutTurns(state, view, live)
  const withoutWork = await withoutSteps(state, withoutEarlier, turns[live]?.steps.length ?? 0)
  const fitting = (await squeeze(state, withoutWork, state.maxTokens * CLEAN_START_ROOM_SHARE))?.view ?? withoutWork
  return { view: fitting, told: 'The provider still had no room for it: the session starts clean with its summary.' }
}
