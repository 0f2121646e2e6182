import type { Clock } from '../../lib/time/clock.ts'
import { withFile, withoutTurns } from './context-window/archived-turns.ts'
import type { FitterDeps } from './context-window/context-window.ts'
import { FULL_VIEW, limitView, readView, type SessionView } from './context-window/view.ts'
import type { Sessions, SessionTurn } from './session.ts'

/** A session whose turns are in memory. */
export interface OpenSession {
  turns: SessionTurn[]
  view: SessionView
  /** The provider's count divided by our estimate. */
  factor: number
  /** How much its model can read, if an overflow has shown that. */
  window: number | undefined
}

export interface LiveSessions {
  open(session: string): OpenSession
  /** Undefined if there is nothing to continue. */
  resume(session: string, deps: RestoreDeps, signal: AbortSignal): Promise<OpenSession | undefined>
  forget(session: string): void
}

export interface LiveSessionsDeps {
  sessions: Pick<Sessions, 'read'>
  clock: Pick<Clock, 'now'>
  sessionDays(): number
}

/**
 * A placeholder for a turn that the model is no longer shown. Its text is in the summary, in a file and in the store.
 */
const hiddenTurn: SessionTurn = { task: 0, text: '', files: [], steps: [], answer: '' }

/** Frees hidden turns, so that a long session needs no more memory than a short one. */
export function freeHiddenTurns({ turns, view }: OpenSession): void {
  const shownFrom = Math.min(view.fromTurn, view.toldBefore, view.filedBefore, turns.length)
  for (let index = shownFrom - 1; index >= 0 && turns[index] !== hiddenTurn; index--) turns[index] = hiddenTurn
}

/** Further sessions are read from the store again when they are needed. */
const MAX_OPEN_SESSIONS = 100
/** Providers count slightly more than we do, so we are careful until the first answer shows their count. */
const FIRST_FACTOR = 1.1

export function createLiveSessions({ sessions, clock, sessionDays }: LiveSessionsDeps): LiveSessions {
  const openSessions = new Map<string, OpenSession>()

  function remember(id: string, session: OpenSession): OpenSession {
    openSessions.delete(id)
    openSessions.set(id, session)
    const [oldest] = openSessions.keys()
    if (openSessions.size > MAX_OPEN_SESSIONS && oldest !== undefined) openSessions.delete(oldest)
    return session
  }

  return {
    open: (id) => remember(id, { turns: [], view: FULL_VIEW, factor: FIRST_FACTOR, window: undefined }),
    async resume(id, deps, signal) {
      const openSession = openSessions.get(id)
      if (openSession) return remember(id, openSession)
      const stored = sessions.read(id)
      // An interrupted turn is asked again in a session of its own.
      const turns = stored.turns.filter(({ answer }) => answer !== undefined)
      if (turns.length === 0 || isTooOld(stored.usedAt, clock.now(), sessionDays())) return undefined
      const view = await restoreView(turns, readView(stored.view, turns.length), deps, signal)
      const session = { turns, view, factor: FIRST_FACTOR, window: undefined }
      freeHiddenTurns(session)
      return remember(id, session)
    },
    forget: (id) => void openSessions.delete(id),
  }
}

const MIN_RESTORED_TURNS = 3
/** The share of the allowed turns that is restored. */
const RESTORED_TURN_SHARE = 1 / 6
/** The room used to size the summary; the first request fits it to the real room. */
const SUMMARY_ROOM_TOKENS = 12_000
const DAY_MS = 86_400_000

export interface RestoreDeps extends Pick<FitterDeps, 'keepFile' | 'summarise'> {
  maxContextTurns: number
}

/**
 * What a session shows after a restart: its last turns as question and answer, and a summary of those before. `turns`
 * are the finished ones, `view` is what was shown of them.
 */
export async function restoreView(
  turns: readonly SessionTurn[],
  view: SessionView,
  { maxContextTurns, ...deps }: RestoreDeps,
  signal: AbortSignal,
): Promise<SessionView> {
  const count = Math.max(MIN_RESTORED_TURNS, Math.floor(maxContextTurns * RESTORED_TURN_SHARE))
  const firstShown = Math.max(view.fromTurn, turns.length - count)
  const archiver = { turns, deps, signal, maxTokens: SUMMARY_ROOM_TOKENS }
  const shortView = await withFile(
    archiver,
    await withoutTurns(archiver, limitView(view, turns.length), firstShown),
    turns.length,
  )
  return { ...shortView, bareBefore: turns.length }
}

/** Whether a session was unused for so long that it is not continued. */
export function isTooOld(usedAt: Date | undefined, now: Date, sessionDays: number): boolean {
  return usedAt === undefined || now.getTime() - usedAt.getTime() > sessionDays * DAY_MS
}
