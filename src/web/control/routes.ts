import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { NotStoredError } from '../../domain/errors.ts'
import type { JobView, Wished } from '../../domain/job-service.ts'
import type { Address } from '../../domain/person.ts'
import type { Log } from '../../lib/log.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { ImportDoor } from '../routes/import/import-api.ts'
import type { OwnerJobs } from '../routes/schedule/owner-jobs.ts'
import { addChatRoutes, type ChatRoutesDeps } from './chat-routes.ts'
import { type ControlEnv, refuse, serveCall } from './serve-call.ts'
import { type allowedShape, calls } from './wire.ts'

export interface ControlRoutesDeps extends ChatRoutesDeps {
  log: Log
  overview(): z.input<typeof calls.status.answer>
  settings: ControlSettings
  allowed: ControlAllowed
  jobs: OwnerJobs
  importing: ImportDoor
  /** A new link to sign in with, here or elsewhere; undefined where the page is off or only for this machine. */
  link(isPublic?: boolean): string | undefined
  /** A code that lets somebody in. */
  pair(role: 'member' | 'owner'): { code: string; expiresAt: Date }
  /** Makes whoever has this address a stranger again. */
  dismiss(at: Address): { problem: AnyText } | { cancelled: number }
}

/** The configuration while running. */
export interface ControlSettings {
  /** Each key with its value and where that comes from. */
  sources(): z.input<typeof calls.config.answer>
  /** The problem, or undefined when it was set. */
  set(key: string, text: string): string | undefined
  /** The problem, or undefined when it is as if it had never been set. */
  unset(key: string): string | undefined
}

/** What may be done without a question. */
export interface ControlAllowed {
  list(): z.input<typeof allowedShape>
  /** False when there is none of this number. */
  remove(id: number): boolean
}

/** Answers the commands of this user, one HTTP request each. */
export function createControlListener(deps: ControlRoutesDeps) {
  return getRequestListener(controlApp(deps).fetch, { overrideGlobalObjects: false })
}

function controlApp(deps: ControlRoutesDeps): Hono<ControlEnv> {
  const app = new Hono<ControlEnv>()
  addChatRoutes(app, deps)
  addPeopleRoutes(app, deps)
  addJobRoutes(app, deps.jobs)
  addUpkeepRoutes(app, deps)
  app.onError((err, c) => {
    if (err instanceof z.ZodError) return c.json({ error: err.issues.map((issue) => issue.message).join('; ') }, 400)
    if (err instanceof NotStoredError) return c.json({ error: err.message }, 503)
    deps.log.error({ err }, 'a command of the daemon failed')
    return c.json({ error: 'Something broke in the daemon; its log says what.' }, 500)
  })
  return app
}

/** Who may talk to us, and who may do what. */
function addPeopleRoutes(app: Hono<ControlEnv>, deps: ControlRoutesDeps): void {
  serveCall(app, calls.link, ({ public: isPublic }) => ({ url: deps.link(isPublic) }))

  serveCall(app, calls.pair, ({ role }) => deps.pair(role))

  serveCall(app, calls.removeAddress, ({ address }, c) => {
    const dismissed = deps.dismiss(address)
    return 'problem' in dismissed ? refuse(c, dismissed.problem) : dismissed
  })

  serveCall(app, calls.allowed, () => deps.allowed.list())

  serveCall(app, calls.removeAllowed, ({ id }, c) => {
    if (deps.allowed.remove(id)) return { id }
    return refuse(c, `There is no number ${id} to take back; "skein allowed" lists them.`)
  })
}

/** How it runs, its configuration, and what is brought in from elsewhere. */
function addUpkeepRoutes(app: Hono<ControlEnv>, deps: ControlRoutesDeps): void {
  serveCall(app, calls.status, () => deps.overview())

  serveCall(app, calls.config, () => deps.settings.sources())

  serveCall(app, calls.setConfig, ({ key, value }, c) => {
    const problem = deps.settings.set(key, value)
    return problem ? refuse(c, problem) : { key }
  })

  serveCall(app, calls.unsetConfig, ({ key }, c) => {
    const problem = deps.settings.unset(key)
    return problem ? refuse(c, problem) : { key }
  })

  serveCall(app, calls.import, ({ lines }) => {
    const { added, known } = deps.importing.write(lines)
    return { added, known }
  })

  serveCall(app, calls.settleImport, () => ({ more: deps.importing.settle() }))
  serveCall(app, calls.importCost, () => deps.importing.cost())
  serveCall(app, calls.decideImport, (choice) => {
    deps.importing.decide(choice)
    return {}
  })
}

type Asking = Parameters<typeof refuse>[0]

/** What is changed of what is scheduled; to read it, a terminal opens the store. */
function addJobRoutes(app: Hono<ControlEnv>, jobs: OwnerJobs): void {
  serveCall(app, calls.addJob, async ({ words, chat }, c) => granted(c, await jobs.add(words, chat, c.req.raw.signal)))

  serveCall(app, calls.editJob, async ({ id, ...change }, c) =>
    granted(c, await jobs.edit(id, change, c.req.raw.signal)),
  )

  serveCall(app, calls.snoozeJob, async ({ id, until }, c) =>
    granted(c, await jobs.snooze(id, until, c.req.raw.signal)),
  )

  serveCall(app, calls.actOnJob, ({ id, act }, c) => granted(c, jobs.act(id, act)))
}

function granted(c: Asking, wished: Wished): JobView | Response {
  return 'problem' in wished ? refuse(c, wished.problem) : wished.job
}
