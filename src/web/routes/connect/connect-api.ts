import { z } from 'zod'
import { webMessages } from '../../../messages/web-messages.ts'
import * as wire from '../../page/wire/connect-wire.ts'
import { failure, readBody } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import type { SignIn } from '../../server/sign-in.ts'
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
export function addConnectRoutes(routes: Routes, { connecting, signIn }: ConnectApiDeps): void {
  routes.get('signed-in', '/connections', (c) =>
    c.json({ ...connecting.list(), canConnect: c.get('isAtMachine') } satisfies wire.Connections),
  )

  routes.get('signed-in', '/connections/:name', async (c) => {
    const name = nameShape.safeParse(c.req.param('name'))
    if (!name.success) return failure(c, 404, webMessages.noSuchConnection)
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(CHECK_MS)])
    return c.json(await connecting.check(name.data, signal))
  })

  const resultOf = (says: string[]): wire.Connected => ({ says, ...connecting.list(), canConnect: true })

  routes.post('at-machine', '/connections/:name', async (c) => {
    const name = nameShape.safeParse(c.req.param('name'))
    if (!name.success) return failure(c, 404, webMessages.noSuchConnection)
    const body = await readBody(c, givenShape)
    if ('refused' in body) return body.refused
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(CONNECT_MS)])
    const done = await connecting.connect(name.data, body.value, signal)
    if ('refused' in done) return failure(c, 409, done.refused)
    return c.json(resultOf(done.says))
  })

  routes.post('at-machine', '/connections/:name/sign-in', async (c) => {
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

  routes.post('at-machine', '/connections/:name/sign-in/code', async (c) => {
    const body = await readBody(c, codeShape)
    if ('refused' in body) return body.refused
    if (!connecting.bringCode(body.value.code)) return failure(c, 409, webMessages.noCodeExpected)
    return c.json({})
  })
}
