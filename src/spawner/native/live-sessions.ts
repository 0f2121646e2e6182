import type { Clock } from '../../lib/time/clock.ts'
import { readView, type View, wholeView } from './growth/view.ts'
import { isTooOld, type RestoreDeps, restored } from './session/restore.ts'
import type { Sessions, SessionTurn } from './session/session.ts'

/** A session of which this process has every turn at hand. */
export interface OpenSession {
  turns: SessionTurn[]
  view: View
  /** By how much the provider's count is above our estimate. */
  factor: number
  /** How much its model can read, where an overflow taught us better. */
  window: number | undefined
}

export interface LiveSessions {
  open(session: string): OpenSession
  /** Undefined when there is nothing to go on with. */
  resume(session: string, deps: RestoreDeps, signal: AbortSignal): Promise<OpenSession | undefined>
  forget(session: string): void
}

export interface LiveSessionsDeps {
  sessions: Pick<Sessions, 'read'>
  clock: Pick<Clock, 'now'>
  sessionDays(): number
}

/** Keeps the place of a turn that the model is not shown any more; its text is in the summary, in a file and in the store. */
const hiddenTurn: SessionTurn = { task: 0, text: '', files: [], steps: [], answer: '' }

/** Frees the turns that a session does not show any more, so that a long session needs no more memory than a short one. */
export function freeHiddenTurns({ turns, view }: OpenSession): void {
  const shownFrom = Math.min(view.fromTurn, view.toldBefore, view.filedBefore, turns.length)
  for (let at = shownFrom - 1; at >= 0 && turns[at] !== hiddenTurn; at--) turns[at] = hiddenTurn
}

/** Held at once; of the others the last turns are read again from where they are kept. */
const MOST_OPEN = 100
/** Providers count a bit more than we do; better too careful before the first answer tells. */
const FIRST_FACTOR = 1.1

export function createLiveSessions({ sessions, clock, sessionDays }: LiveSessionsDeps): LiveSessions {
  const open = new Map<string, OpenSession>()

  function hold(id: string, session: OpenSession): OpenSession {
    open.delete(id)
    open.set(id, session)
    const [oldest] = open.keys()
    if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest)
    return session
  }

  return {
    open: (id) => hold(id, { turns: [], view: wholeView, factor: FIRST_FACTOR, window: undefined }),
    async resume(id, deps, signal) {
      const held = open.get(id)
      if (held) return hold(id, held)
      const kept = sessions.read(id)
      // A turn that was cut short is asked anew, in a session of its own.
      const turns = kept.turns.filter(({ answer }) => answer !== undefined)
      if (turns.length === 0 || isTooOld(kept.usedAt, clock.now(), sessionDays())) return undefined
      const view = await restored(turns, readView(kept.view, turns.length), deps, signal)
      const session = { turns, view, factor: FIRST_FACTOR, window: undefined }
      freeHiddenTurns(session)
      return hold(id, session)
    },
    forget: (id) => void open.delete(id),
  }
}
