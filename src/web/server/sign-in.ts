import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { Hono, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { type Clock, momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { endSession, findSession, installId, redeemLink, sessionMs } from '../../store/people/web-sessions.ts'
import { failure, limitBody, readBody } from './answers.ts'
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
  /** Told of every connection that showed a session. */
  keep(socket: Socket): void
}

export function createSignIn({ db, clock, owner, keep }: SignInDeps): SignIn {
  const cookieName = `skein_${installId(db)}`
  // One for all: an attacker has as many connections as they like, and the owner signs in once in months.
  const attempts = createTokenBucket(clock, { burst: 10, perMinute: 10 })
  const posts = createPostLimits(clock)

  const isSignedIn = (session: string) => findSession(db, session, clock.steady()) === owner.id

  const required: MiddlewareHandler<Signed> = async (c, next) => {
    const session = getCookie(c, cookieName)
    if (!session || !isSignedIn(session)) {
      return failure(c, 401, 'Sign in first: run "skein link" and open the address it prints.')
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

  const setSession = (c: Context, session: string) =>
    setCookie(c, cookieName, session, { httpOnly: true, sameSite: 'Strict', path: '/', maxAge: sessionMs / 1000 })

  const routes = new Hono<Signed>()

  // Before the body is read, so that slow bodies without a session are as rare as tries.
  routes.use('/sign-in', async (c, next) => {
    if (attempts.take()) return next()
    c.header('retry-after', '60')
    return failure(c, 429, 'Too many tries to sign in. Wait a minute, then open the link again.')
  })

  routes.post('/sign-in', limitBody, async (c) => {
    const body = await readBody(c, tokenSchema)
    if ('refused' in body) return body.refused
    const session = redeemLink(db, body.value.token, momentOf(clock))
    if (!session) return failure(c, 401, 'This link was used before or is too old. Run "skein link" for a new one.')
    setSession(c, session)
    return c.json({})
  })

  routes.post('/sign-out', required, (c) => {
    endSession(db, c.get('session'))
    deleteCookie(c, cookieName, { path: '/' })
    return c.json({})
  })

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
