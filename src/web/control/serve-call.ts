import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import { type AnyText, textIn } from '../../messages/localized.ts'
import type { Call } from './wire.ts'

export interface ControlEnv {
  Bindings: HttpBindings
}

type Asking = Context<ControlEnv>

/** Serves one call: what is asked is checked, and what is answered does not compile when the shape says otherwise. */
export function serveCall<A extends z.ZodType, B extends z.ZodType>(
  app: Hono<ControlEnv>,
  call: Call<A, B>,
  work: (asked: z.output<A>, c: Asking) => Answered<B> | Promise<Answered<B>>,
): void {
  app.on(call.method, call.path, async (c) => {
    const answered = await work(call.asked.parse(call.method === 'GET' ? addressed(c) : await bodyOf(c)), c)
    return answered instanceof Response ? answered : answer(c, call, answered)
  })
}

export function answer<B extends z.ZodType>(c: Asking, _: Call<z.ZodType, B>, value: z.input<B>): Response {
  return c.body(JSON.stringify(value), 200, { 'content-type': 'application/json' })
}

/** The value itself, or a response for what is no JSON and for what is refused. */
type Answered<B extends z.ZodType> = z.input<B> | Response

export function addressed(c: Asking): object {
  return { ...c.req.query(), ...c.req.param() }
}

async function bodyOf(c: Asking): Promise<unknown> {
  const text = await c.req.text()
  return text === '' ? {} : JSON.parse(text)
}

/** The terminal is English. */
export function refuse(c: Asking, error: AnyText, status: 400 | 503 = 400): Response {
  return c.json({ error: textIn(error, 'en') }, status)
}
