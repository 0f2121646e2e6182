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
export async function evict(scene: WindowState, view: SessionView): Promise<LayerResult> {
  const bound = Math.min(scene.limits.evictTokens, scene.maxTokens * MAX_RESULT_SHARE)
  const preview = Math.max(MIN_PREVIEW_CHARS, Math.min(PREVIEW_CHARS, Math.floor(bound / 2)))
  const { count, view: now } = await cutAll(scene, view, preview, (view) => evictable(scene, view, bound, preview))
  return count === 0 ? undefined : { view: now, told: `${counted(count)} put into a file.` }
}

function evictable(scene: WindowState, view: SessionView, bound: number, preview: number): SessionPiece[] {
  const { maxTokens, scale } = scene
  const isLong = ({ place, whole }: SessionPiece) => view.cuts[place] === undefined && whole.length > preview
  const results = scene.pieces(view).filter(({ kind }) => kind === 'result')
  const cut = new Set(results.filter((piece) => isLong(piece) && scale.tokens(piece.whole) > bound))
  for (const message of new Set(results.map((piece) => piece.message))) {
    const rest = results.filter((piece) => piece.message === message && !cut.has(piece))
    let sum = scale.ofAll(rest)
    for (const piece of rest.filter(isLong).toSorted((a, b) => b.whole.length - a.whole.length)) {
      if (sum <= maxTokens * MAX_STEP_SHARE) break
      sum -= scale.ofPiece(piece)
      cut.add(piece)
    }
  }
  return [...cut]
}

/** Long results of earlier turns are cut in the middle. */
export async function shorten(scene: WindowState, view: SessionView): Promise<LayerResult> {
  const { toolResultChars } = scene.limits
  const isLong = ({ kind, turn, whole, place }: SessionPiece) =>
    kind === 'result' &&
    turn < scene.live &&
    whole.length > toolResultChars &&
    (view.cuts[place]?.chars ?? whole.length) > toolResultChars
  const long = scene.pieces(view).filter(isLong)
  if (long.length === 0) return undefined
  return {
    view: await cutTo(scene, view, long, toolResultChars),
    told: `${counted(long.length)} of earlier turns shown by head and tail.`,
  }
}

/** Older results are replaced by a note about where they are. Results that the model has not read yet always stay. */
export async function clear(scene: WindowState, view: SessionView): Promise<LayerResult> {
  const { count, view: now } = await cutAll(scene, view, 0, (view) => clearable(scene, view))
  return count === 0 ? undefined : { view: now, told: `${counted(count)} cleared.` }
}

function clearable(scene: WindowState, view: SessionView): SessionPiece[] {
  const { scale, clearBound, bound, live, turns } = scene
  const pieces = scene.pieces(view)
  const all = scale.ofAll(pieces)
  if (all <= clearBound) return []
  const unread = (turns[live]?.steps.length ?? 0) - 1
  const results = pieces.filter(({ kind }) => kind === 'result')
  const newest = new Set(results.slice(-NEWEST_RESULTS_KEPT))
  const cleared: SessionPiece[] = []
  let left = all
  for (const piece of results) {
    // The newest are cleared only if they alone are too large, because otherwise turns or steps would have to go.
    const isNeeded = newest.has(piece)
      ? all > bound && left > clearBound
      : left > clearBound * SHARE_LEFT_AFTER_CLEARING
    const isRead = piece.turn < live || piece.step < unread
    if (!isNeeded || !isRead || piece.shown.length <= MIN_CLEARED_CHARS || view.cuts[piece.place]?.chars === 0) continue
    left -= scale.ofPiece(piece)
    cleared.push(piece)
  }
  return all - left >= clearBound * MIN_CLEARED_SHARE || all > bound ? cleared : []
}

/** Repeats until nothing more needs cutting, because the replacement texts take room too. */
async function cutAll(
  scene: WindowState,
  view: SessionView,
  chars: number,
  next: (view: SessionView) => SessionPiece[],
) {
  let now = view
  let count = 0
  for (let pieces = next(now); pieces.length > 0; pieces = next(now)) {
    now = await cutTo(scene, now, pieces, chars)
    count += pieces.length
  }
  return { view: now, count }
}

function counted(results: number): string {
  return results === 1 ? 'One result of a tool was' : `${results} results of tools were`
}
