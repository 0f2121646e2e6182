import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { FormTable } from '../../../config/set-here/tables.ts'
import type { Sourced } from '../../../config/sources.ts'
import { failure, limitBody, readBody } from '../../server/answers.ts'
import type { DoorOf } from '../../server/door.ts'
import type { Signed, SignIn } from '../../server/sign-in.ts'

/** The configuration as the next start will find it, for whoever sits before the machine. */
export interface NextStartDoor {
  read(): {
    sources: Record<string, Sourced>
    /** Whether the next start changes the key. */
    differs(key: string): boolean
    tables: FormTable[]
    isWaiting: boolean
  }
  /** Each answers with the problem, or with undefined when it was done. */
  set(key: string, text: string): string | undefined
  reset(key: string): string | undefined
  add(table: string, title: string, values: Record<string, string>): string | undefined
  remove(entry: string): string | undefined
}

export interface NextStartApiDeps {
  nextStart: NextStartDoor
  doorOf: DoorOf
  signIn: SignIn
}

const typed = z.string().max(20_000)
const newShape = z.object({ title: z.string().max(200), values: z.record(z.string().max(400), typed) })

/** Entries of tables that people name themselves come and go here; their keys are set as all others are. */
export function createNextStartApi({ nextStart, doorOf, signIn }: NextStartApiDeps) {
  const api = new Hono<Signed>()

  api.post('/tables/:table', signIn.required, limitBody, async (c) => {
    if (!isBeforeMachine(c, doorOf)) return refuseElsewhere(c)
    const body = await readBody(c, newShape)
    if ('refused' in body) return body.refused
    return answer(c, nextStart.add(c.req.param('table'), body.value.title, body.value.values))
  })

  api.post('/tables/:entry/remove', signIn.required, (c) => {
    if (!isBeforeMachine(c, doorOf)) return refuseElsewhere(c)
    return answer(c, nextStart.remove(c.req.param('entry')))
  })

  /** Brings back what the file has. */
  api.post('/tables/:entry/restore', signIn.required, (c) => {
    if (!isBeforeMachine(c, doorOf)) return refuseElsewhere(c)
    return answer(c, nextStart.reset(c.req.param('entry')))
  })

  return api
}

// Who writes from elsewhere may be who took a phone: a table can name a program to start, or where every word is sent.
export function isBeforeMachine(c: Context<Signed>, doorOf: DoorOf): boolean {
  return doorOf(c.env.incoming)?.isPublic === false
}

export function refuseElsewhere(c: Context): Response {
  return failure(c, 403, 'This can be changed only on the machine itself, at the address "skein link" prints.')
}

function answer(c: Context, problem: string | undefined): Response {
  return problem === undefined ? c.json({}) : failure(c, 400, problem)
}
