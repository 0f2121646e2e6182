import type { Context } from 'hono'
import { type SteadyClock, wallTime } from '../../../lib/time/clock.ts'
import type { Database } from '../../../store/database.ts'
import { endOtherSessions, endSessionNamed, listSessions, sessionName } from '../../../store/people/web-sessions.ts'
import type * as wire from '../../page/wire/people-wire.ts'
import { type Routes, refuseRemote } from '../../server/routes.ts'
import type { SignInEnv } from '../../server/sign-in.ts'
import type { LiveEvents } from '../chats/live-events.ts'

export interface SignInsApiDeps {
  db: Database
  clock: SteadyClock
  live: LiveEvents
}

/** Lists and ends sessions. Open pages of an ended session are disconnected at once. */
export function addSignInsRoutes(routes: Routes, { db, clock, live }: SignInsApiDeps): void {
  routes.get('signed-in', '/sign-ins', (c) => c.json(toWire(c)))

  routes.post('signed-in', '/sign-ins/:name/end', (c) => {
    // A session that is already over is no error.
    if (!endSessionNamed(db, c.get('person').id, c.req.param('name'), kindOf(c))) return refuseRemote(c)
    live.prune()
    return c.json(toWire(c))
  })

  routes.post('signed-in', '/sign-ins/end-others', (c) => {
    endOtherSessions(db, c.get('person').id, c.get('session'), kindOf(c))
    live.prune()
    return c.json(toWire(c))
  })

  const kindOf = (c: Context<SignInEnv>) => (c.get('isAtMachine') ? 'cookie' : 'public')

  function toWire(c: Context<SignInEnv>): wire.SignIns {
    const own = sessionName(c.get('session'))
    const signIns = listSessions(db, c.get('person').id, clock.steady()).map(
      ({ name, kind, browser, system, createdAt, usedAt }): wire.SignedIn => ({
        id: name,
        browser,
        system,
        place: kind === 'public' ? 'elsewhere' : 'here',
        since: createdAt.getTime(),
        usedAt: wallTime(clock, usedAt).getTime(),
        isThis: name === own,
        canEnd: c.get('isAtMachine') || kind === 'public',
      }),
    )
    return { signIns: signIns.toSorted((one, other) => Number(other.isThis) - Number(one.isThis)) }
  }
}
