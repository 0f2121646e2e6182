import type { SessionTurn } from '../session/session.ts'

const STRICTEST = /^[\w-]{1,64}$/

/**
 * The id by which each call of a session is shown. Some servers count from nought in each answer and some write ids that
 * others refuse, so one that was there before, or that not everybody takes, is told by where it stands.
 */
export function callIds(turns: readonly SessionTurn[]): (turn: number, step: number, call: number) => string {
  const taken = new Set<string>()
  const ids = turns.map(({ steps }, turn) =>
    steps.map(({ calls }, step) =>
      calls.map(({ id }, call) => {
        let shown = STRICTEST.test(id) ? id : ''
        if (shown === '' || taken.has(shown)) shown = `call_${turn}_${step}_${call}`
        while (taken.has(shown)) shown += '_'
        taken.add(shown)
        return shown
      }),
    ),
  )
  return (turn, step, call) => ids[turn]?.[step]?.[call] ?? `call_${turn}_${step}_${call}`
}

/** A model may call what no tool could be named; services refuse such a name when it comes back to them. */
export function shownName(name: string): string {
  return STRICTEST.test(name) ? name : name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unnamed'
}
