import { Hono } from 'hono'
import { type SteadyClock, wallTime } from '../../../lib/time/clock.ts'
import type { Database } from '../../../store/database.ts'
import { endOtherSessions, endSessionNamed, listSessions, sessionName } from '../../../store/people/web-sessions.ts'
import type * as wire from '../../page/wire/sign-in-wire.ts'
import type { Signed, SignIn } from '../../server/sign-in.ts'
import type { Live } from '../chats/live.ts'

export interface SignInsApiDeps {
  db: Database
  clock: SteadyClock
  owner: { id: number; name: string }
  signIn: SignIn
  live: Live
}

/** Who is signed in, and the end of it: what is open in that browser falls silent at once. */
export function createSignInsApi({ db, clock, owner, signIn, live }: SignInsApiDeps) {
  const api = new Hono<Signed>()

  api.get('/sign-ins', signIn.required, (c) => c.json(toWire(c.get('session'))))

  api.post('/sign-ins/:name/end', signIn.required, (c) => {
    // One that is over already is as over as it is wanted.
    endSessionNamed(db, owner.id, c.req.param('name'))
    live.prune()
    return c.json(toWire(c.get('session')))
  })

  api.post('/sign-ins/end-others', signIn.required, (c) => {
    endOtherSessions(db, owner.id, c.get('session'))
    live.prune()
    return c.json(toWire(c.get('session')))
  })

  function toWire(cookie: string): wire.SignIns {
    const own = sessionName(cookie)
    const signIns = listSessions(db, owner.id, clock.steady()).map(
      ({ name, kind, browser, system, createdAt, usedAt }): wire.SignedIn => ({
        id: name,
        browser,
        system,
        door: kind === 'public' ? 'elsewhere' : 'here',
        since: createdAt.getTime(),
        usedAt: wallTime(clock, usedAt).getTime(),
        isThis: name === own,
      }),
    )
    return { signIns: signIns.toSorted((one, other) => Number(other.isThis) - Number(one.isThis)) }
  }

  return api
}
