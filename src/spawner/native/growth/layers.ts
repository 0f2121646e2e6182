import type { Overflow } from '../providers/provider.ts'
import { cutTo, dropOldTurns, withFile, withoutSteps, withoutTurns, withSummary } from './archived-turns.ts'
import type { Growth, GrowthDeps, Room } from './growth.ts'
import { clear, evict, shorten } from './results.ts'
import { squeeze, tighten } from './token-bounds.ts'
import type { SessionView } from './view.ts'
import { applied, createWindowState, type LayerResult, shownOf, type WindowState } from './window-state.ts'

/** Limits growth in layers, the cheapest first. A layer changes the view, never the session. */
export function createGrowth(deps: GrowthDeps): Growth {
  return {
    async fit({ turns, view }, room, signal) {
      const scene = createWindowState(deps, turns, room, signal)
      let now = await applied(scene, view, 'evict', evict)
      now = await applied(scene, now, 'shorten', shorten)
      now = await applied(scene, now, 'clear', clear)
      now = await applied(scene, now, 'turns', dropOldTurns)
      now = await applied(scene, now, 'tokens', (...given) => tighten(...given))
      now = await applied(scene, now, 'tokens', (...given) => squeeze(...given))
      return shownOf(scene, now, room)
    },

    async shrink({ turns, view }, room, overflow, attempt, signal) {
      if (attempt > 2) return undefined
      const sent = createWindowState(deps, turns, room, signal).weigh(view) + room.system + room.tools
      const better = learned(room, sent, overflow)
      const scene = createWindowState(deps, turns, better, signal)
      const now = await applied(scene, view, 'overflow', attempt === 1 ? cutShort : startClean)
      return { ...shownOf(scene, now, better), learned: better, startedClean: attempt === 2 }
    },
  }
}

/**
 * The limits after an overflow: for each result and each text of the person, and for turns including the present one.
 */
const MAX_TEXT_CHARS_AFTER_OVERFLOW = 10_000
const MAX_TURNS_AFTER_OVERFLOW = 5
/** A safety margin, because our knowledge of the room was wrong before. */
const OVERFLOW_ROOM_SHARE = 0.75
const CLEAN_START_ROOM_SHARE = 0.5
/** If nobody says how large the window is, it must be smaller than what was sent. */
const GUESSED_WINDOW_SHARE = 0.6
const MAX_ESTIMATE_FACTOR = 8

/** Corrects the room by the provider's numbers. `sent` is our estimate of the request. */
function learned(room: Room, sent: number, overflow: Overflow): Room {
  const counted = sane(overflow.sent)
  const limit = sane(overflow.limit)
  const window = Math.min(room.window, limit ?? room.window)
  // A provider that reports no count has still counted more than its limit.
  const least = counted ?? (limit !== undefined && limit > sent ? limit * 1.1 : undefined)
  const off = Math.min(MAX_ESTIMATE_FACTOR, Math.max(1, (least ?? sent) / Math.max(1, sent)))
  return {
    window: Math.floor(limit === undefined ? Math.min(window, GUESSED_WINDOW_SHARE * (least ?? sent)) : window),
    system: room.system * off,
    tools: room.tools * off,
    factor: room.factor * off,
  }
}

function sane(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 500 ? tokens : undefined
}

/** Shortens everything: few turns, each text limited, and everything before in the summary. */
async function cutShort(scene: WindowState, view: SessionView): Promise<LayerResult> {
  const { live } = scene
  const told = await withSummary(scene, await withFile(scene, view, live), live)
  const few = await withoutTurns(scene, told, Math.max(view.fromTurn, live + 1 - MAX_TURNS_AFTER_OVERFLOW))
  const isLong = ({ kind, shown }: { kind: string; shown: string }) =>
    ['result', 'text', 'joined'].includes(kind) && shown.length > MAX_TEXT_CHARS_AFTER_OVERFLOW
  const bounded = await cutTo(scene, few, scene.pieces(few).filter(isLong), MAX_TEXT_CHARS_AFTER_OVERFLOW)
  const tight =
    (await tighten(scene, bounded, Math.min(scene.bound, scene.most * OVERFLOW_ROOM_SHARE)))?.view ?? bounded
  const fitting = (await squeeze(scene, tight, scene.most * OVERFLOW_ROOM_SHARE))?.view ?? tight
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
  const fitting = (await squeeze(scene, clean, scene.most * CLEAN_START_ROOM_SHARE))?.view ?? clean
  return { view: fitting, told: 'The provider still had no room for it: the session starts clean with its summary.' }
}
