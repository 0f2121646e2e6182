import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Person } from '../../domain/person.ts'
import { momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import { webMessages } from '../../messages/web-messages.ts'
import type { Database } from '../../store/database.ts'
import { findPageUser } from '../../store/people/people.ts'
import { endSession, findSession, installId, redeemLink, sessionMs } from '../../store/people/web-sessions.ts'
import type { SessionKind } from '../../store/schema/sign-in-schema.ts'
import { failure, parseBody } from './answers.ts'
import { callerOf, type FindEntryPoint } from './entry-point.ts'
import { createTokenBuckets, guessLimits } from './token-buckets.ts'

/** Set by `required`. */
export interface SignInEnv {
  Bindings: HttpBindings
  Variables: { session: string; isAtMachine: boolean; person: Person }
}

export interface SignIn {
  /** Exchanges a link for a session. */
  enter: Handler<SignInEnv>
  leave: Handler<SignInEnv>
  /** Requires a session of somebody who may use the page, and limits the rate of POSTs. */
  required: MiddlewareHandler<SignInEnv>
  isSignedIn(session: string): boolean
  /** Renews the cookie, because browsers expire it by their own clock. */
  prolong(c: Context<SignInEnv>): void
}

const tokenSchema = z.object({ token: z.string().min(1).max(200) })

/** The body holds only the token. */
export const limitToken = bodyLimit({
  maxSize: 1024,
  onError: (c) => failure(c, 413, 'This is too large for a sign-in link.'),
})

const MAX_POSTING_SESSIONS = 100

export interface SignInDeps {
  db: Database
  clock: SteadyClock
  findEntryPoint: FindEntryPoint
  /** Called for every connection with a valid session. */
  keep(socket: Socket): void
}

export function createSignIn({ db, clock, findEntryPoint, keep }: SignInDeps): SignIn {
  const cookieName = `skein_${installId(db)}`
  // One bucket per address, so that nobody uses up another's attempts. A correct link always works, because its 256
  // bits cannot be guessed. The limit only keeps guessers from being served for ever.
  const guesses = {
    cookie: createTokenBuckets(clock, guessLimits.machine, guessLimits.maxGuessers),
    public: createTokenBuckets(clock, guessLimits.public, guessLimits.maxGuessers),
  }
  const posts = createTokenBuckets(clock, { burst: 60, perMinute: 120 }, MAX_POSTING_SESSIONS)

  /** Who is signed in. A session ends with the right to use the page. */
  function personOf(session: string, kind: SessionKind): Person | undefined {
    const id = findSession(db, session, clock.steady(), kind)
    return id === undefined ? undefined : findPageUser(db, id)
  }

  /** The cookie for the entry point. Browsers send the stricter one only over TLS and only to this host. */
  const cookieFor = (c: Context<SignInEnv>) => {
    const entryPoint = findEntryPoint(c.env.incoming)
    const kind: SessionKind = entryPoint?.isPublic ? 'public' : 'cookie'
    const secure = entryPoint?.origin.startsWith('https:') ?? false
    const command = kind === 'public' ? 'skein link --public' : 'skein link'
    return { kind, secure, command, cookie: secure ? `__Host-${cookieName}` : cookieName }
  }

  const required: MiddlewareHandler<SignInEnv> = async (c, next) => {
    const { kind, cookie, command } = cookieFor(c)
    const session = getCookie(c, cookie)
    const person = session ? personOf(session, kind) : undefined
    if (!session || !person) return failure(c, 401, webMessages.signInFirst(command))
    if (c.req.method === 'POST' && !posts(session).take()) {
      c.header('retry-after', '2')
      return failure(c, 429, webMessages.tooFast)
    }
    c.set('session', session)
    c.set('person', person)
    c.set('isAtMachine', kind === 'cookie')
    keep(c.env.incoming.socket)
    await next()
    return undefined
  }

  const setSession = (c: Context<SignInEnv>, session: string) => {
    const { kind, secure, cookie } = cookieFor(c)
    const maxAge = sessionMs[kind] / 1000
    setCookie(c, cookie, session, { httpOnly: true, sameSite: 'Strict', path: '/', secure, maxAge })
  }

  const enter: Handler<SignInEnv> = async (c) => {
    const body = await parseBody(c, tokenSchema)
    if ('refused' in body) return body.refused
    const { kind, command } = cookieFor(c)
    const sessionFacts = { kind, ...browserOf(c.req.header('user-agent')) }
    const session = redeemLink(db, body.value.token, momentOf(clock), sessionFacts)
    if (session) {
      setSession(c, session)
      return c.json({})
    }
    if (guesses[kind](callerOf(c.env.incoming)).take()) return failure(c, 401, webMessages.linkInvalid(command))
    c.header('retry-after', '60')
    return failure(c, 429, webMessages.tooManyLinks(command))
  }

  const leave: Handler<SignInEnv> = (c) => {
    endSession(db, c.get('session'))
    const { cookie, secure } = cookieFor(c)
    deleteCookie(c, cookie, { path: '/', secure })
    return c.json({})
  }

  const isSignedIn = (session: string) =>
    personOf(session, 'cookie') !== undefined || personOf(session, 'public') !== undefined
  return { enter, leave, required, isSignedIn, prolong: (c) => setSession(c, c.get('session')) }
}

/** The browser and system by our own names. Nothing from the user agent is stored. */
interface SeenBrowser {
  browser: string | null
  system: string | null
}

// The first match counts, because most browsers also claim to be others.
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
] as const

/** User agents are not longer than this. */
const MAX_USER_AGENT_CHARS = 500

export function browserOf(userAgent: string | undefined): SeenBrowser {
  const agent = (userAgent ?? '').slice(0, MAX_USER_AGENT_CHARS)
  const find = (patterns: typeof browsers | typeof systems) =>
    patterns.find(([, pattern]) => pattern.test(agent))?.[0] ?? null
  return { browser: find(browsers), system: find(systems) }
}
