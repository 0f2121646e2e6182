import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import { type AnyText, textIn } from '../../messages/localized.ts'
import type { ControlCall } from './calls.ts'

export interface ControlEnv {
  Bindings: HttpBindings
}

export type ControlContext = Context<ControlEnv>

/** Serves one call. The parameters are validated, and an answer of the wrong shape does not compile. */
export function serveCall<A extends z.ZodType, B extends z.ZodType>(
  app: Hono<ControlEnv>,
  call: ControlCall<A, B>,
  work: (parameters: z.output<A>, c: ControlContext) => CallAnswer<B> | Promise<CallAnswer<B>>,
): void {
  app.on(call.method, call.path, async (c) => {
    const answer = await work(
      call.parameters.parse(call.method === 'GET' ? addressParameters(c) : await readJsonBody(c)),
      c,
    )
    return answer instanceof Response ? answer : respond(c, call, answer)
  })
}

export function respond<B extends z.ZodType>(
  c: ControlContext,
  _: ControlCall<z.ZodType, B>,
  value: z.input<B>,
): Response {
  return c.body(JSON.stringify(value), 200, { 'content-type': 'application/json' })
}

/** The value, or a response for errors and for anything that is not JSON. */
type CallAnswer<B extends z.ZodType> = z.input<B> | Response

export function addressParameters(c: ControlContext): object {
  return { ...c.req.query(), ...c.req.param() }
}

async function readJsonBody(c: ControlContext): Promise<unknown> {
  const text = await c.req.text()
  return text === '' ? {} : JSON.parse(text)
}

/** The terminal is in English. */
export function refuseCall(c: ControlContext, error: AnyText, status: 400 | 503 = 400): Response {
  return c.json({ error: textIn(error, 'en') }, status)
}
