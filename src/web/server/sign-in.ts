import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import { webMessages } from '../../messages/web-messages.ts'
import type { Database } from '../../store/database.ts'
import { endSession, findSession, installId, redeemLink, sessionMs } from '../../store/people/web-sessions.ts'
import type { SessionKind } from '../../store/schema/sign-in-schema.ts'
import { failure, readBody } from './answers.ts'
import { callerOf, type DoorOf } from './door.ts'
import { createTokenBuckets } from './token-bucket.ts'

/** Set by `required` for everything behind it. */
export interface Signed {
  Bindings: HttpBindings
  Variables: { session: string; isAtMachine: boolean }
}

export interface SignIn {
  /** Trades a link for a session. */
  enter: Handler<Signed>
  leave: Handler<Signed>
  /** Lets nobody pass without a session of the owner, nor anybody post without measure. */
  required: MiddlewareHandler<Signed>
  isSignedIn(session: string): boolean
  /** The browser forgets a cookie by its own clock; a page that is used keeps it fresh. */
  prolong(c: Context<Signed>): void
}

const tokenSchema = z.object({ token: z.string().min(1).max(200) })

/** Nothing is in it but the token of a link. */
export const limitToken = bodyLimit({
  maxSize: 1024,
  onError: (c) => failure(c, 413, 'This is too large for a sign-in link.'),
})

/** Those who guessed last; each has an entry of about a hundred bytes. */
const MOST_GUESSERS = 1000
const MOST_POSTING = 100

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
  // Each address has its own, so that nobody uses up the tries of another. A link that is right is let in whatever was
  // guessed before it: its 256 bits keep guessers out, and counting only keeps them from being answered for ever.
  const guesses = {
    cookie: createTokenBuckets(clock, { burst: 10, perMinute: 10 }, MOST_GUESSERS),
    public: createTokenBuckets(clock, { burst: 5, perMinute: 5 }, MOST_GUESSERS),
  }
  const posts = createTokenBuckets(clock, { burst: 60, perMinute: 120 }, MOST_POSTING)

  const isSession = (session: string, kind: SessionKind) => findSession(db, session, clock.steady(), kind) === owner.id

  /** The sign-in that fits the door. A browser sends the stricter cookie back over TLS and to this very host only. */
  const rulesFor = (c: Context<Signed>) => {
    const door = doorOf(c.env.incoming)
    const kind: SessionKind = door?.isPublic ? 'public' : 'cookie'
    const secure = door?.origin.startsWith('https:') ?? false
    const command = kind === 'public' ? 'skein link --public' : 'skein link'
    return { kind, secure, command, cookie: secure ? `__Host-${cookieName}` : cookieName }
  }

  const required: MiddlewareHandler<Signed> = async (c, next) => {
    const { kind, cookie, command } = rulesFor(c)
    const session = getCookie(c, cookie)
    if (!session || !isSession(session, kind)) return failure(c, 401, webMessages.signInFirst(command))
    if (c.req.method === 'POST' && !posts(session).take()) {
      c.header('retry-after', '2')
      return failure(c, 429, webMessages.tooFast)
    }
    c.set('session', session)
    c.set('isAtMachine', kind === 'cookie')
    keep(c.env.incoming.socket)
    await next()
    return undefined
  }

  const setSession = (c: Context<Signed>, session: string) => {
    const { kind, secure, cookie } = rulesFor(c)
    const maxAge = sessionMs[kind] / 1000
    setCookie(c, cookie, session, { httpOnly: true, sameSite: 'Strict', path: '/', secure, maxAge })
  }

  const enter: Handler<Signed> = async (c) => {
    const body = await readBody(c, tokenSchema)
    if ('refused' in body) return body.refused
    const { kind, command } = rulesFor(c)
    const by = { kind, ...browserOf(c.req.header('user-agent')) }
    const session = redeemLink(db, body.value.token, momentOf(clock), by)
    if (session) {
      setSession(c, session)
      return c.json({})
    }
    if (guesses[kind](callerOf(c.env.incoming)).take()) return failure(c, 401, webMessages.linkInvalid(command))
    c.header('retry-after', '60')
    return failure(c, 429, webMessages.tooManyLinks(command))
  }

  const leave: Handler<Signed> = (c) => {
    endSession(db, c.get('session'))
    const { cookie, secure } = rulesFor(c)
    deleteCookie(c, cookie, { path: '/', secure })
    return c.json({})
  }

  const isSignedIn = (session: string) => isSession(session, 'cookie') || isSession(session, 'public')
  return { enter, leave, required, isSignedIn, prolong: (c) => setSession(c, c.get('session')) }
}

/** Which browser somebody came with, in names of ours alone: nothing that a browser says of itself is kept. */
interface SeenBrowser {
  browser: string | null
  system: string | null
}

// The first that is found counts: most call themselves by the names of others too.
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

/** No browser says more of itself. */
const most = 500

export function browserOf(userAgent: string | undefined): SeenBrowser {
  const said = (userAgent ?? '').slice(0, most)
  const find = (known: typeof browsers | typeof systems) => known.find(([, mark]) => mark.test(said))?.[0] ?? null
  return { browser: find(browsers), system: find(systems) }
}
