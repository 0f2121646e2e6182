import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import * as wire from '../../page/wire/connect-wire.ts'
import { failure, limitBody, readBody } from '../../server/answers.ts'
import type { DoorOf } from '../../server/door.ts'
import type { Signed, SignIn } from '../../server/sign-in.ts'
import { tellLines } from '../../server/told-lines.ts'

/** Whatever the daemon works with, for whoever sits before the machine. */
export interface ConnectDoor {
  list(): Pick<wire.Connections, 'connections'>
  /** Asks it how it does; no model is called. */
  check(name: wire.ConnectionName, signal: AbortSignal): Promise<wire.ConnectionState>
  /** Tries it, and writes it down where it worked. What came of it, in sentences that hold no secret. */
  connect(name: wire.ConnectionName, given: Record<string, string>, signal: AbortSignal): Promise<Tried>
  /** The same with a page that somebody opens elsewhere; `show` is given it. Waits for them. */
  signIn(
    name: wire.SignInName,
    given: Record<string, string>,
    show: (page: wire.SignInPage) => void,
    signal: AbortSignal,
  ): Promise<Tried>
  /** False where no sign-in waits for one. */
  bringCode(code: string): boolean
}

type Tried = { says: string[] } | { refused: string }

export interface ConnectApiDeps {
  connecting: ConnectDoor
  doorOf: DoorOf
  signIn: SignIn
}

const CHECK_MS = 15_000
/** A mail to oneself may be a minute on its way. */
const CONNECT_MS = 150_000

const nameShape = z.enum(wire.connectionNames)
/** In one line, as it stands on the page that gave it. */
const codeShape = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,2000}$/),
})
const signInShape = z.enum(wire.signInNames)
const givenShape = z.record(z.string().max(20), z.string().max(2000))

/** What is connected, and the way to connect it: secrets come in, and never go out. */
export function createConnectApi({ connecting, doorOf, signIn }: ConnectApiDeps) {
  const api = new Hono<Signed>()
  const isHere = (incoming: Parameters<DoorOf>[0]) => doorOf(incoming)?.isPublic === false

  api.get('/connections', signIn.required, (c) =>
    c.json({ ...connecting.list(), canConnect: isHere(c.env.incoming) } satisfies wire.Connections),
  )

  api.get('/connections/:name', signIn.required, async (c) => {
    const name = nameShape.safeParse(c.req.param('name'))
    if (!name.success) return failure(c, 404, 'There is no such connection.')
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(CHECK_MS)])
    return c.json(await connecting.check(name.data, signal))
  })

  // Who writes from elsewhere may be who took a phone; what the daemon works with is decided before the machine.
  const onlyHere: MiddlewareHandler<Signed> = async (c, next) => {
    if (isHere(c.env.incoming)) return next()
    return failure(c, 403, 'This can be connected only on the machine itself, at the address "skein link" prints.')
  }

  const resultOf = (says: string[]): wire.Connected => ({ says, ...connecting.list(), canConnect: true })

  api.post('/connections/:name', signIn.required, onlyHere, limitBody, async (c) => {
    const name = nameShape.safeParse(c.req.param('name'))
    if (!name.success) return failure(c, 404, 'There is no such connection.')
    const body = await readBody(c, givenShape)
    if ('refused' in body) return body.refused
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(CONNECT_MS)])
    const done = await connecting.connect(name.data, body.value, signal)
    if ('refused' in done) return failure(c, 409, done.refused)
    return c.json(resultOf(done.says))
  })

  api.post('/connections/:name/sign-in', signIn.required, onlyHere, limitBody, async (c) => {
    const name = signInShape.safeParse(c.req.param('name'))
    if (!name.success) return failure(c, 404, 'There is no sign-in with a browser for it.')
    const body = await readBody(c, givenShape)
    if ('refused' in body) return body.refused
    return tellLines(c.req.raw, {
      isAlive: () => signIn.isSignedIn(c.get('session')),
      async tell(line, signal) {
        const say = (told: wire.SigningIn) => line(told)
        const done = await connecting.signIn(name.data, body.value, say, signal)
        say('refused' in done ? { error: done.refused } : { connected: resultOf(done.says) })
      },
    })
  })

  api.post('/connections/:name/sign-in/code', signIn.required, onlyHere, limitBody, async (c) => {
    const body = await readBody(c, codeShape)
    if ('refused' in body) return body.refused
    if (!connecting.bringCode(body.value.code)) return failure(c, 409, 'No sign-in waits for a code; begin again.')
    return c.json({})
  })

  return api
}
