import type { Overflow } from '../providers/provider.ts'
import { tighten } from './budget.ts'
import { cutTo } from './files.ts'
import type { Room } from './growth.ts'
import type { Done, Scene } from './scene.ts'
import { squeeze } from './squeeze.ts'
import { withFile, withoutSteps, withoutTurns, withSummary } from './turns.ts'
import type { View } from './view.ts'

/** After an overflow: of each result and each text of the person, and of turns with the one under way. */
const MOST_CHARS = 10_000
const MOST_TURNS = 5
/** Below the room that is there by what we know now, which was not enough to be right the first time. */
const CAUTION = 0.75
const CLEAN_SHARE = 0.5
/** Where nobody says how much there is room for, it is less than what was sent. */
const GUESS = 0.6
const WORST_FACTOR = 8

/** What the numbers of a provider teach about its window and about our estimate. `sent` is what we took it for. */
export function learned(room: Room, sent: number, overflow: Overflow): Room {
  const counted = sane(overflow.sent)
  const limit = sane(overflow.limit)
  const window = Math.min(room.window, limit ?? room.window)
  // A provider that names no count has counted more than its limit all the same.
  const least = counted ?? (limit !== undefined && limit > sent ? limit * 1.1 : undefined)
  const off = Math.min(WORST_FACTOR, Math.max(1, (least ?? sent) / Math.max(1, sent)))
  return {
    window: Math.floor(limit === undefined ? Math.min(window, GUESS * (least ?? sent)) : window),
    system: room.system * off,
    tools: room.tools * off,
    factor: room.factor * off,
  }
}

function sane(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 500 ? tokens : undefined
}

/** Everything cut short: few turns, each text bounded, and all that was before in the summary. */
export async function cutShort(scene: Scene, view: View): Promise<Done> {
  const { live } = scene
  const told = await withSummary(scene, await withFile(scene, view, live), live)
  const few = await withoutTurns(scene, told, Math.max(view.fromTurn, live + 1 - MOST_TURNS))
  const isLong = ({ kind, shown }: { kind: string; shown: string }) =>
    ['result', 'text', 'joined'].includes(kind) && shown.length > MOST_CHARS
  const bounded = await cutTo(scene, few, scene.pieces(few).filter(isLong), MOST_CHARS)
  const tight = (await tighten(scene, bounded, Math.min(scene.bound, scene.most * CAUTION)))?.view ?? bounded
  const fitting = (await squeeze(scene, tight, scene.most * CAUTION))?.view ?? tight
  return {
    view: fitting,
    told: 'The provider had no room for it: everything before was summarised and long texts were cut.',
  }
}

/** Nothing but the summaries and what the person asked. */
export async function startClean(scene: Scene, view: View): Promise<Done> {
  const { live, turns } = scene
  const alone = await withoutTurns(scene, view, live)
  const clean = await withoutSteps(scene, alone, turns[live]?.steps.length ?? 0)
  const fitting = (await squeeze(scene, clean, scene.most * CLEAN_SHARE))?.view ?? clean
  return { view: fitting, told: 'The provider still had no room for it: the session starts clean with its summary.' }
}
