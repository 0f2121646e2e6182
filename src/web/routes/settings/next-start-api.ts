import type { Context } from 'hono'
import { z } from 'zod'
import type { FormTable } from '../../../config/overrides/table-form.ts'
import type { Sourced } from '../../../config/sources.ts'
import { failure, readBody } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'

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
}

const typed = z.string().max(20_000)
const newShape = z.object({ title: z.string().max(200), values: z.record(z.string().max(400), typed) })

/** Entries of tables that people name themselves come and go here; their keys are set as all others are. */
export function addNextStartRoutes(routes: Routes, { nextStart }: NextStartApiDeps): void {
  routes.post('at-machine', '/tables/:table', async (c) => {
    const body = await readBody(c, newShape)
    if ('refused' in body) return body.refused
    return answer(c, nextStart.add(c.req.param('table'), body.value.title, body.value.values))
  })

  routes.post('at-machine', '/tables/:entry/remove', (c) => {
    return answer(c, nextStart.remove(c.req.param('entry')))
  })

  /** Brings back what the file has. */
  routes.post('at-machine', '/tables/:entry/restore', (c) => {
    return answer(c, nextStart.reset(c.req.param('entry')))
  })
}

function answer(c: Context, problem: string | undefined): Response {
  return problem === undefined ? c.json({}) : failure(c, 400, problem)
}
