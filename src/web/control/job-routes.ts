import type { Hono } from 'hono'
import type { JobView, Wished } from '../../domain/job-desk.ts'
import type { OwnerJobs } from '../routes/schedule/owner-jobs.ts'
import { type ControlEnv, refuse, serveCall } from './serve-call.ts'
import { calls } from './wire.ts'

type Asking = Parameters<typeof refuse>[0]

/** What is changed of what is scheduled; to read it, a terminal opens the store. */
export function addJobRoutes(app: Hono<ControlEnv>, jobs: OwnerJobs): void {
  serveCall(app, calls.addJob, ({ words, chat }, c) => granted(c, jobs.add(words, chat)))

  serveCall(app, calls.editJob, ({ id, ...change }, c) => granted(c, jobs.edit(id, change)))

  serveCall(app, calls.snoozeJob, ({ id, until }, c) => granted(c, jobs.snooze(id, until)))

  serveCall(app, calls.actOnJob, ({ id, act }, c) => granted(c, jobs.act(id, act)))
}

function granted(c: Asking, wished: Wished): JobView | Response {
  return 'problem' in wished ? refuse(c, wished.problem) : wished.job
}
