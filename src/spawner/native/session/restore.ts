import type { GrowthDeps } from '../growth/growth.ts'
import { withFile, withoutTurns } from '../growth/turns.ts'
import { type View, viewOf } from '../growth/view.ts'
import type { SessionTurn } from './session.ts'

const FEWEST_TURNS = 3
/** Of the turns that a session may have. */
const SHARE = 1 / 6
/** The room that a summary may take a part of; the first request fits it to the real one. */
const ROOM_TOKENS = 12_000
const DAY_MS = 86_400_000

export interface RestoreDeps extends Pick<GrowthDeps, 'keepFile' | 'summarise'> {
  maxContextTurns: number
}

/**
 * What a session shows after a restart: its last turns by what was asked and what was answered, and a summary of those
 * before them. `turns` are those that are over, `view` is what was shown of them.
 */
export async function restored(
  turns: readonly SessionTurn[],
  view: View,
  { maxContextTurns, ...deps }: RestoreDeps,
  signal: AbortSignal,
): Promise<View> {
  const count = Math.max(FEWEST_TURNS, Math.floor(maxContextTurns * SHARE))
  const first = Math.max(view.fromTurn, turns.length - count)
  const teller = { turns, deps, signal, most: ROOM_TOKENS }
  const short = await withFile(teller, await withoutTurns(teller, viewOf(view, turns.length), first), turns.length)
  return { ...short, bareBefore: turns.length }
}

/** Whether a session was left alone for so long that it is not gone on with. */
export function isTooOld(usedAt: Date | undefined, now: Date, sessionDays: number): boolean {
  return usedAt === undefined || now.getTime() - usedAt.getTime() > sessionDays * DAY_MS
}
