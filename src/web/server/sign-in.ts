import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { Hono, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { type Clock, momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { endSession, findSession, installId, redeemLink, sessionMs } from '../../store/people/web-sessions.ts'
import type { SessionKind } from '../../store/schema/message-schema.ts'
import { failure, limitBody, readBody } from './answers.ts'
import { browserOf } from './browser-of.ts'
import type { DoorOf } from './door.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

/** Set by `required` for everything behind it. */
export interface Signed {
  Bindings: HttpBindings
  Variables: { session: string }
}

export interface SignIn {
  /** POST /sign-in and /sign-out. */
  routes: Hono<Signed>
  /** Lets nobody pass without a session of the owner, nor anybody post without measure. */
  required: MiddlewareHandler<Signed>
  isSignedIn(session: string): boolean
  /** The browser forgets a cookie by its own clock; a page that is used keeps it fresh. */
  prolong(c: Context<Signed>): void
}

const tokenSchema = z.object({ token: z.string().min(1).max(200) })

export interface SignInDeps {
  db: Database
  clock: SteadyClock
  owner: { id: number }
  doorOf: DoorOf
  /** Told of every connection that showed a session. */
  keep(socket: Socket): void
}

export function createSignIn({ db, clock, owner, doorOf, keep }: SignInDeps): SignIn {
  const cookieName = `skein_${installId(db)}`
  // One for all on this machine and one for all elsewhere: an attacker has as many connections as they like, and the owner
  // signs in once in months. Guesses from elsewhere must not keep out who sits before the machine.
  const attempts = {
    cookie: createTokenBucket(clock, { burst: 10, perMinute: 10 }),
    public: createTokenBucket(clock, { burst: 5, perMinute: 5 }),
  }
  const posts = createPostLimits(clock)

  const isSession = (session: string, kind: SessionKind) => findSession(db, session, clock.steady(), kind) === owner.id

  /** The sign-in that fits the door. A browser sends the stricter cookie back over TLS and to this very host only. */
  const rulesFor = (c: Context<Signed>) => {
    const door = doorOf(c.env.incoming)
    const kind: SessionKind = door?.isPublic ? 'public' : 'cookie'
    const secure = door?.origin.startsWith('https:') ?? false
    return { kind, secure, cookie: secure ? `__Host-${cookieName}` : cookieName }
  }

  const required: MiddlewareHandler<Signed> = async (c, next) => {
    const { kind, cookie } = rulesFor(c)
    const session = getCookie(c, cookie)
    if (!session || !isSession(session, kind)) {
      const link = kind === 'public' ? 'skein link --public' : 'skein link'
      return failure(c, 401, `Sign in first: run "${link}" and open the address it prints.`)
    }
    if (c.req.method === 'POST' && !posts(session).take()) {
      c.header('retry-after', '2')
      return failure(c, 429, 'That was very fast; try again in a moment.')
    }
    c.set('session', session)
    keep(c.env.incoming.socket)
    await next()
    return undefined
  }

  const setSession = (c: Context<Signed>, session: string) => {
    const { kind, secure, cookie } = rulesFor(c)
    const maxAge = sessionMs[kind] / 1000
    setCookie(c, cookie, session, { httpOnly: true, sameSite: 'Strict', path: '/', secure, maxAge })
  }

  const routes = new Hono<Signed>()

  // Before the body is read, so that slow bodies without a session are as rare as tries.
  routes.use('/sign-in', async (c, next) => {
    if (attempts[rulesFor(c).kind].take()) return next()
    c.header('retry-after', '60')
    return failure(c, 429, 'Too many tries to sign in. Wait a minute, then open the link again.')
  })

  routes.post('/sign-in', limitBody, async (c) => {
    const body = await readBody(c, tokenSchema)
    if ('refused' in body) return body.refused
    const by = { kind: rulesFor(c).kind, ...browserOf(c.req.header('user-agent')) }
    const session = redeemLink(db, body.value.token, momentOf(clock), by)
    if (!session) return failure(c, 401, 'This link was used before or is too old. Run "skein link" for a new one.')
    setSession(c, session)
    return c.json({})
  })

  routes.post('/sign-out', required, (c) => {
    endSession(db, c.get('session'))
    const { cookie, secure } = rulesFor(c)
    deleteCookie(c, cookie, { path: '/', secure })
    return c.json({})
  })

  const isSignedIn = (session: string) => isSession(session, 'cookie') || isSession(session, 'public')
  return { routes, required, isSignedIn, prolong: (c) => setSession(c, c.get('session')) }
}

/** A bucket per session, for the sessions that posted lately. */
function createPostLimits(clock: Clock): (session: string) => TokenBucket {
  const buckets = new Map<string, TokenBucket>()
  return (session) => {
    const bucket = buckets.get(session) ?? createTokenBucket(clock, { burst: 60, perMinute: 120 })
    buckets.delete(session)
    buckets.set(session, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > 100 && oldest !== undefined) buckets.delete(oldest)
    return bucket
  }
}
