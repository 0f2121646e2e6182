import type { Context } from 'hono'
import { z } from 'zod'
import type { AnyText } from '../../messages/localized.ts'
import { webMessages } from '../../messages/web-messages.ts'
import * as wire from '../page/wire/settings-wire.ts'
import { failure, parseBody, textFor } from '../server/answers.ts'
import type { Routes } from '../server/routes.ts'
import type { SignIn } from '../server/sign-in.ts'
import { streamLines } from '../server/streams.ts'

/** The models and channels, for the owner at the machine. */
export interface ConnectService {
  list(): Pick<wire.Connections, 'connections' | 'providers'>
  /** Checks a connection without calling a model. */
  check(
    name: wire.ConnectionName,
    signal: AbortSignal,
    provider?: string,
  ): Promise<{ isWell: boolean; says: AnyText[] }>
  /** Checks the credentials and saves them if they work. The result contains no secrets. */
  connect(name: wire.ConnectionName, form: Record<string, string>, signal: AbortSignal): Promise<ConnectResult>
  /** The same with a sign-in on another site. `show` gets the page to open. */
  signIn(
    name: wire.SignInName,
    form: Record<string, string>,
    show: (progress: wire.SignInPage | { installing: number }) => void,
    signal: AbortSignal,
  ): Promise<ConnectResult>
  /** Returns false if no sign-in waits for a code. */
  bringCode(code: string): boolean
  /** Removes a connection and its secrets. */
  disconnect(name: wire.ConnectionName, provider: string | undefined, signal: AbortSignal): Promise<ConnectResult>
  /** Looks for an Ollama and the claude CLI on this machine. */
  findWays(signal: AbortSignal): Promise<wire.WaysToConnect>
  /** Asks a server for its models. */
  listModels(form: Record<string, string>, signal: AbortSignal): Promise<wire.OfferedModels | { refused: AnyText }>
}

export type ConnectResult = { says: AnyText[] } | { refused: AnyText }

export interface ConnectApiDeps {
  connections: ConnectService
  signIn: SignIn
}

const CHECK_TIMEOUT_MS = 15_000
/** A mail to oneself can take a minute. */
const CONNECT_TIMEOUT_MS = 150_000

const nameShape = z.enum(wire.connectionNames)
/** A single line without spaces. */
const codeShape = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,2000}$/),
})
const signInShape = z.enum(wire.signInNames)
const formShape = z.record(z.string().max(20), z.string().max(2000))
const providerShape = z.object({ provider: z.string().max(100).optional() })

/** Lists and sets up connections. Secrets are accepted but never returned. */
export function addConnectRoutes(routes: Routes, { connections, signIn }: ConnectApiDeps): void {
  routes.get('signed-in', '/connections', (c) =>
    c.json({ ...connections.list(), canConnect: c.get('isAtMachine') } satisfies wire.Connections),
  )

  routes.get('signed-in', '/connections/:name', async (c) => {
    const name = nameShape.safeParse(c.req.param('name'))
    if (!name.success) return failure(c, 404, webMessages.noSuchConnection)
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)])
    const { isWell, says } = await connections.check(name.data, signal, c.req.query('provider'))
    return c.json({ isWell, says: textsFor(c, says) } satisfies wire.ConnectionState)
  })

  routes.get('signed-in', '/ways-to-connect', async (c) => {
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)])
    return c.json(await connections.findWays(signal))
  })

  routes.post('at-machine', '/offered-models', async (c) => {
    const body = await parseBody(c, formShape)
    if ('refused' in body) return body.refused
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)])
    const result = await connections.listModels(body.value, signal)
    return 'refused' in result ? failure(c, 409, result.refused) : c.json(result)
  })

  const textsFor = (c: Context, texts: AnyText[]) => texts.map((text) => textFor(c, text))
  const describeResult = (c: Context, says: AnyText[]): wire.Connected => ({
    says: textsFor(c, says),
    ...connections.list(),
    canConnect: true,
  })

  routes.post('at-machine', '/connections/:name', async (c) => {
    const name = nameShape.safeParse(c.req.param('name'))
    if (!name.success) return failure(c, 404, webMessages.noSuchConnection)
    const body = await parseBody(c, formShape)
    if ('refused' in body) return body.refused
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)])
    const result = await connections.connect(name.data, body.value, signal)
    if ('refused' in result) return failure(c, 409, result.refused)
    return c.json(describeResult(c, result.says))
  })

  routes.post('at-machine', '/connections/:name/disconnect', async (c) => {
    const name = nameShape.safeParse(c.req.param('name'))
    if (!name.success) return failure(c, 404, webMessages.noSuchConnection)
    const body = await parseBody(c, providerShape)
    if ('refused' in body) return body.refused
    const result = await connections.disconnect(name.data, body.value.provider, c.req.raw.signal)
    if ('refused' in result) return failure(c, 409, result.refused)
    return c.json(describeResult(c, result.says))
  })

  routes.post('at-machine', '/connections/:name/sign-in', async (c) => {
    const name = signInShape.safeParse(c.req.param('name'))
    if (!name.success) return failure(c, 404, webMessages.noSuchConnection)
    const body = await parseBody(c, formShape)
    if ('refused' in body) return body.refused
    return streamLines(c, {
      isAlive: () => signIn.isSignedIn(c.get('session')),
      async write(line, signal) {
        const send = (progress: wire.SigningIn) => line(progress)
        const result = await connections.signIn(name.data, body.value, send, signal)
        send(
          'refused' in result ? { error: textFor(c, result.refused) } : { connected: describeResult(c, result.says) },
        )
      },
    })
  })

  routes.post('at-machine', '/connections/:name/sign-in/code', async (c) => {
    const body = await parseBody(c, codeShape)
    if ('refused' in body) return body.refused
    if (!connections.bringCode(body.value.code)) return failure(c, 409, webMessages.noCodeExpected)
    return c.json({})
  })
}
