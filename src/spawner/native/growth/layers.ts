import type { Overflow } from '../providers/provider.ts'
import { cutTo, dropOldTurns, withFile, withoutSteps, withoutTurns, withSummary } from './archived-turns.ts'
import type { ContextBudget, GrowthDeps, SessionFitter } from './growth.ts'
import { clear, evict, shorten } from './results.ts'
import { squeeze, tighten } from './token-bounds.ts'
import type { SessionView } from './view.ts'
import { applied, createWindowState, type LayerResult, shownOf, type WindowState } from './window-state.ts'

/** Limits growth in layers, the cheapest first. A layer changes the view, never the session. */
export function createSessionFitter(deps: GrowthDeps): SessionFitter {
  return {
    async fit({ turns, view }, budget, signal) {
      const scene = createWindowState(deps, turns, budget, signal)
      let shown = await applied(scene, view, 'evict', evict)
      shown = await applied(scene, shown, 'shorten', shorten)
      shown = await applied(scene, shown, 'clear', clear)
      shown = await applied(scene, shown, 'turns', dropOldTurns)
      shown = await applied(scene, shown, 'tokens', (state, view) => tighten(state, view))
      shown = await applied(scene, shown, 'tokens', (state, view) => squeeze(state, view))
      return shownOf(scene, shown, budget)
    },

    async shrink({ turns, view }, budget, overflow, attempt, signal) {
      if (attempt > 2) return undefined
      const sent = createWindowState(deps, turns, budget, signal).weigh(view) + budget.system + budget.tools
      const corrected = correctBudget(budget, sent, overflow)
      const scene = createWindowState(deps, turns, corrected, signal)
      const shrunk = await applied(scene, view, 'overflow', attempt === 1 ? cutShort : startClean)
      return { ...shownOf(scene, shrunk, corrected), learned: corrected, startedClean: attempt === 2 }
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
  const counted = plausible(overflow.sent)
  const limit = plausible(overflow.limit)
  const window = Math.min(budget.window, limit ?? budget.window)
  // A provider that reports no count has still counted more than its limit.
  const minSent = counted ?? (limit !== undefined && limit > sent ? limit * OVERFLOW_EXCESS : undefined)
  const correction = Math.min(MAX_ESTIMATE_FACTOR, Math.max(1, (minSent ?? sent) / Math.max(1, sent)))
  return {
    window: Math.floor(limit === undefined ? Math.min(window, GUESSED_WINDOW_SHARE * (minSent ?? sent)) : window),
    system: budget.system * correction,
    tools: budget.tools * correction,
    factor: budget.factor * correction,
  }
}

function plausible(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= MIN_PLAUSIBLE_TOKENS ? tokens : undefined
}

/** Shortens everything: few turns, each text limited, and everything before in the summary. */
async function cutShort(scene: WindowState, view: SessionView): Promise<LayerResult> {
  const { live } = scene
  const summarised = await withSummary(scene, await withFile(scene, view, live), live)
  const few = await withoutTurns(scene, summarised, Math.max(view.fromTurn, live + 1 - MAX_TURNS_AFTER_OVERFLOW))
  const isLong = ({ kind, shown }: { kind: string; shown: string }) =>
    ['result', 'text', 'joined'].includes(kind) && shown.length > MAX_TEXT_CHARS_AFTER_OVERFLOW
  const bounded = await cutTo(scene, few, scene.pieces(few).filter(isLong), MAX_TEXT_CHARS_AFTER_OVERFLOW)
  const tight =
    (await tighten(scene, bounded, Math.min(scene.bound, scene.maxTokens * OVERFLOW_ROOM_SHARE)))?.view ?? bounded
  const fitting = (await squeeze(scene, tight, scene.maxTokens * OVERFLOW_ROOM_SHARE))?.view ?? tight
  return {
    view: fitting,
    told: 'The provider had no room for it: everything before was summarised and long texts were cut.',
  }
}

/** Shows only the summaries and the question. */
async function startClean(scene: WindowState, view: SessionView): Promise<LayerResult> {
  const { live, turns } = scene
  const alone = await withoutTurns(scene, view, live)
  const clean = await withoutSteps(scene, alone, turns[live]?.steps.length ?? 0)
  const fitting = (await squeeze(scene, clean, scene.maxTokens * CLEAN_START_ROOM_SHARE))?.view ?? clean
  return { view: fitting, told: 'The provider still had no room for it: the session starts clean with its summary.' }
}
