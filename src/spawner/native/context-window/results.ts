import { READ_SKILL } from '../../../domain/profile.ts'
import { cutTo } from './archived-turns.ts'
import type { SessionPiece } from './pieces.ts'
import type { SessionView } from './view.ts'
import type { LayerResult, WindowState } from './window-state.ts'

/** How much of a result in a file is shown. */
const PREVIEW_CHARS = 4000
const MIN_PREVIEW_CHARS = 300
/** The maximum for all results of one step and for a single result, as shares of the room for messages. */
const MAX_STEP_SHARE = 0.5
const MAX_RESULT_SHARE = 0.25
/**
 * Older results are cleared until this share of the limit is left. Clearing them one by one would invalidate the cache
 * each time.
 */
const SHARE_LEFT_AFTER_CLEARING = 0.6
const MIN_CLEARED_SHARE = 0.15
const NEWEST_RESULTS_KEPT = 4
/** A result shorter than its replacement text stays. */
const MIN_CLEARED_CHARS = 240

/** A result that is too large goes to a file; its beginning, its end and the path are shown. */
export async function evict(state: WindowState, view: SessionView): Promise<LayerResult> {
  const bound = Math.min(state.limits.evictTokens, state.maxTokens * MAX_RESULT_SHARE)
  const preview = Math.max(MIN_PREVIEW_CHARS, Math.min(PREVIEW_CHARS, Math.floor(bound / 2)))
  const { count, view: current } = await cutAll(state, view, preview, (view) => evictable(state, view, bound, preview))
  return count === 0 ? undefined : { view: current, told: `${describeResultCount(count)} put into a file.` }
}

function evictable(state: WindowState, view: SessionView, bound: number, preview: number): SessionPiece[] {
  const { maxTokens, scale } = state
  const isLong = ({ place, fullText }: SessionPiece) => view.cuts[place] === undefined && fullText.length > preview
  const results = state.pieces(view).filter(({ kind }) => kind === 'result')
  const cut = new Set(results.filter((piece) => isLong(piece) && scale.tokens(piece.fullText) > bound))
  for (const message of new Set(results.map((piece) => piece.message))) {
    const rest = results.filter((piece) => piece.message === message && !cut.has(piece))
    let sum = scale.ofAll(rest)
    for (const piece of rest.filter(isLong).toSorted((a, b) => b.fullText.length - a.fullText.length)) {
      if (sum <= maxTokens * MAX_STEP_SHARE) break
      sum -= scale.ofPiece(piece)
      cut.add(piece)
    }
  }
  return [...cut]
}

/** Long results of earlier turns are cut in the middle, except for skills, which still apply. */
export async function shorten(state: WindowState, view: SessionView): Promise<LayerResult> {
  const { toolResultChars } = state.limits
  const isLong = ({ kind, call, turn, fullText, place }: SessionPiece) =>
    kind === 'result' &&
    call?.name !== READ_SKILL &&
    turn < state.live &&
    fullText.length > toolResultChars &&
    (view.cuts[place]?.chars ?? fullText.length) > toolResultChars
  const long = state.pieces(view).filter(isLong)
  if (long.length === 0) return undefined
  return {
    view: await cutTo(state, view, long, toolResultChars),
    told: `${describeResultCount(long.length)} cut in the middle.`,
  }
}

/** Older results are replaced by a note about where they are. Results that the model has not read yet always stay. */
export async function clear(state: WindowState, view: SessionView): Promise<LayerResult> {
  const { count, view: current } = await cutAll(state, view, 0, (view) => clearable(state, view))
  return count === 0 ? undefined : { view: current, told: `${describeResultCount(count)} cleared.` }
}

function clearable(state: WindowState, view: SessionView): SessionPiece[] {
  const { scale, clearBound, bound, live, turns } = state
  const pieces = state.pieces(view)
  const totalTokens = scale.ofAll(pieces)
  if (totalTokens <= clearBound) return []
  const firstUnreadStep = (turns[live]?.steps.length ?? 0) - 1
  // A skill still applies.
  const results = pieces.filter(({ kind, call }) => kind === 'result' && call?.name !== READ_SKILL)
  const newestResults = new Set(results.slice(-NEWEST_RESULTS_KEPT))
  const cleared: SessionPiece[] = []
  let remainingTokens = totalTokens
  for (const piece of results) {
    // The newest are cleared only if they alone are too large, because otherwise turns or steps would have to go.
    const isNeeded = newestResults.has(piece)
      ? totalTokens > bound && remainingTokens > clearBound
      : remainingTokens > clearBound * SHARE_LEFT_AFTER_CLEARING
    const isRead = piece.turn < live || piece.step < firstUnreadStep
    if (!isNeeded || !isRead || piece.shown.length <= MIN_CLEARED_CHARS || view.cuts[piece.place]?.chars === 0) continue
    remainingTokens -= scale.ofPiece(piece)
    cleared.push(piece)
  }
  return totalTokens - remainingTokens >= clearBound * MIN_CLEARED_SHARE || totalTokens > bound ? cleared : []
}

/** Repeats until nothing more needs cutting, because the replacement texts take room too. */
async function cutAll(
  state: WindowState,
  view: SessionView,
  chars: number,
  findNext: (view: SessionView) => SessionPiece[],
) {
  let current = view
  let count = 0
  for (let pieces = findNext(current); pieces.length > 0; pieces = findNext(current)) {
    current = await cutTo(state, current, pieces, chars)
    count += pieces.length
  }
  return { view: current, count }
}

function describeResultCount(results: number): string {
  return results === 1 ? 'One tool result was' : `${results} tool results were`
}
