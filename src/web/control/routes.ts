import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ErasureCounts, ErasureScope } from '../../domain/erasure.ts'
import { NotStoredError } from '../../domain/errors.ts'
import type { OwnerFacts } from '../../domain/fact-service.ts'
import type { JobResult, JobView } from '../../domain/job-service.ts'
import type { Address } from '../../domain/person.ts'
import type { ProposalDecision } from '../../domain/proposal.ts'
import type { Log } from '../../lib/log.ts'
import type { Language } from '../../messages/languages.ts'
import type { AnyText, LocalizedText } from '../../messages/localized.ts'
import { runnerMessages } from '../../messages/runner-messages.ts'
import type { ImportService } from '../routes/import-api.ts'
import type { OwnerJobs } from '../routes/schedule/owner-jobs.ts'
import { type allowedShape, calls, type erasureShape } from './calls.ts'
import { addControlChatRoutes, type ChatRoutesDeps } from './chat-routes.ts'
import { type ControlEnv, refuseCall, serveCall } from './serve-call.ts'

export interface ControlRoutesDeps extends ChatRoutesDeps {
  log: Log
  overview(): z.input<typeof calls.status.answer>
  settings: ControlSettings
  allowed: ControlAllowed
  jobs: OwnerJobs
  facts: OwnerFacts
  decideProposal(id: number, decision: ProposalDecision): { said: LocalizedText } | { problem: AnyText }
  importer: ImportService
  erasing: ControlErasing
  /** Restarts the daemon, or says why not. */
  restart(): { refused: AnyText } | undefined
  /** Takes up changed secrets, or says why not. */
  takeUpSecrets(): z.input<typeof calls.takeUpSecrets.answer> | { refused: AnyText }
  /** Writes the first message to the owner. */
  hello(): void
  /** Creates a sign-in link. Undefined if the page is off, or if no public address is set. */
  link(isPublic?: boolean): string | undefined
  /** Creates a pairing code. */
  pair(role: 'member' | 'owner'): { code: string; expiresAt: Date }
  /** Revokes the access of this address. */
  removeAddress(at: Address): { problem: AnyText } | { cancelled: number }
  linking: ControlLinking
  /** Undefined if runners are off. */
  runners: ControlRunners | undefined
}

/** Several addresses of one person, and what else belongs to a person. */
export interface ControlLinking {
  link(at: Address, person: number): Said
  unlink(at: Address): Said
  set(person: number, settings: { timezone?: string | null | undefined; language?: Language | null | undefined }): Said
}

/** Other processes and machines that run the models. */
export interface ControlRunners {
  createCode(name: string): { code: string; expiresAt: Date }
  list(): z.input<typeof calls.runners.answer>
  remove(name: string): boolean
}

type Said = { problem: AnyText } | { said: LocalizedText }

/** Settings that can change while the daemon runs. */
export interface ControlSettings {
  /** Every key with its value and source. */
  sources(): z.input<typeof calls.config.answer>
  /** Returns the problem, or undefined if the key was set. */
  set(key: string, text: string): AnyText | undefined
  /** Returns the problem, or undefined if the key was reset. */
  unset(key: string): AnyText | undefined
}

/** Erasing for good. */
export interface ControlErasing {
  preview(scope: ErasureScope): ErasureCounts
  /** Begins it, and finishes it in the background. */
  erase(scope: ErasureScope): number
  read(id: number): z.input<typeof erasureShape> | undefined
}

/** Permissions that need no question. */
export interface ControlAllowed {
  list(): z.input<typeof allowedShape>
  /** Returns false if there is no such permission. */
  remove(id: number): boolean
}

/** Handles requests of the command line. */
export function createControlListener(deps: ControlRoutesDeps) {
  return getRequestListener(controlApp(deps).fetch, { overrideGlobalObjects: false })
}

function controlApp(deps: ControlRoutesDeps): Hono<ControlEnv> {
  const app = new Hono<ControlEnv>()
  addControlChatRoutes(app, deps)
  addPeopleRoutes(app, deps)
  addRunnerRoutes(app, deps.runners)
  addJobRoutes(app, deps.jobs)
  addMaintenanceRoutes(app, deps)
  addFactRoutes(app, deps.facts)
  serveCall(app, calls.decideProposal, ({ id, decision }, c) => {
    const decided = deps.decideProposal(id, decision)
    return 'problem' in decided ? refuseCall(c, decided.problem) : decided
  })
  addErasingRoutes(app, deps.erasing)
  app.onError((err, c) => {
    if (err instanceof z.ZodError) return c.json({ error: err.issues.map((issue) => issue.message).join('; ') }, 400)
    if (err instanceof NotStoredError) return c.json({ error: err.message }, 503)
    deps.log.error({ err }, 'a request of the command line failed')
    return c.json({ error: 'Something went wrong in the daemon. Its log has the details.' }, 500)
  })
  return app
}

function addRunnerRoutes(app: Hono<ControlEnv>, runners: ControlRunners | undefined): void {
  serveCall(app, calls.pairRunner, ({ name }, c) => runners?.createCode(name) ?? refuseCall(c, runnerMessages.off))
  serveCall(app, calls.runners, (_, c) => runners?.list() ?? refuseCall(c, runnerMessages.off))
  serveCall(app, calls.removeRunner, ({ name }, c) => {
    if (!runners) return refuseCall(c, runnerMessages.off)
    return runners.remove(name) ? {} : refuseCall(c, runnerMessages.unknown(name))
  })
}

/** Pairing, people and permissions. */
function addPeopleRoutes(app: Hono<ControlEnv>, deps: ControlRoutesDeps): void {
  serveCall(app, calls.link, ({ public: isPublic }) => ({ url: deps.link(isPublic) }))

  serveCall(app, calls.pair, ({ role }) => deps.pair(role))

  serveCall(app, calls.removeAddress, ({ address }, c) => {
    const result = deps.removeAddress(address)
    return 'problem' in result ? refuseCall(c, result.problem) : result
  })

  const { linking } = deps
  const answer = (result: Said, c: Context<ControlEnv>) =>
    'problem' in result ? refuseCall(c, result.problem) : result
  serveCall(app, calls.linkAddress, ({ address, person }, c) => answer(linking.link(address, person), c))
  serveCall(app, calls.unlinkAddress, ({ address }, c) => answer(linking.unlink(address), c))
  serveCall(app, calls.setPerson, ({ person, ...settings }, c) => answer(linking.set(person, settings), c))

  serveCall(app, calls.allowed, () => deps.allowed.list())

  serveCall(app, calls.removeAllowed, ({ id }, c) => {
    if (deps.allowed.remove(id)) return { id }
    return refuseCall(c, `There is no permission number ${id}. "skein allowed" lists all permissions.`)
  })
}

/** Status, configuration and imports. */
function addMaintenanceRoutes(app: Hono<ControlEnv>, deps: ControlRoutesDeps): void {
  serveCall(app, calls.status, () => deps.overview())

  serveCall(app, calls.restart, (_input, c) => {
    const refusal = deps.restart()
    return refusal ? refuseCall(c, refusal.refused) : {}
  })

  serveCall(app, calls.takeUpSecrets, (_input, c) => {
    const taken = deps.takeUpSecrets()
    return 'refused' in taken ? refuseCall(c, taken.refused) : taken
  })

  serveCall(app, calls.hello, () => {
    deps.hello()
    return {}
  })

  serveCall(app, calls.config, () => deps.settings.sources())

  serveCall(app, calls.setConfig, ({ key, value }, c) => {
    const problem = deps.settings.set(key, value)
    return problem ? refuseCall(c, problem) : { key }
  })

  serveCall(app, calls.unsetConfig, ({ key }, c) => {
    const problem = deps.settings.unset(key)
    return problem ? refuseCall(c, problem) : { key }
  })

  serveCall(app, calls.import, ({ lines }) => {
    const { added, known } = deps.importer.write(lines)
    return { added, known }
  })

  serveCall(app, calls.settleImport, () => ({ more: deps.importer.settle() }))
  serveCall(app, calls.importCost, () => deps.importer.cost())
  serveCall(app, calls.decideImport, (choice) => {
    deps.importer.decide(choice)
    return {}
  })
}

function addErasingRoutes(app: Hono<ControlEnv>, erasing: ControlErasing): void {
  serveCall(app, calls.previewErasure, (scope) => erasing.preview(scope))
  serveCall(app, calls.erase, (scope) => ({ id: erasing.erase(scope) }))
  serveCall(
    app,
    calls.erasure,
    ({ id }, c) => erasing.read(id) ?? refuseCall(c, `Nothing was erased under number ${id}.`),
  )
}

type ControlContext = Parameters<typeof refuseCall>[0]

/** Changes to the schedule. Reading needs no daemon: the command line opens the store. */
function addJobRoutes(app: Hono<ControlEnv>, jobs: OwnerJobs): void {
  serveCall(app, calls.addJob, async ({ words, chat }, c) =>
    jobOrRefusal(c, await jobs.add(words, chat, c.req.raw.signal)),
  )

  serveCall(app, calls.editJob, async ({ id, ...change }, c) =>
    jobOrRefusal(c, await jobs.edit(id, change, c.req.raw.signal)),
  )

  serveCall(app, calls.snoozeJob, async ({ id, until }, c) =>
    jobOrRefusal(c, await jobs.snooze(id, until, c.req.raw.signal)),
  )

  serveCall(app, calls.actOnJob, ({ id, act }, c) => jobOrRefusal(c, jobs.act(id, act)))
}

/** Changes to remembered facts. Reading needs no daemon either. */
function addFactRoutes(app: Hono<ControlEnv>, facts: OwnerFacts): void {
  serveCall(app, calls.editFact, ({ id, ...change }, c) => {
    const changed = facts.edit(id, change)
    return 'problem' in changed ? refuseCall(c, changed.problem) : changed
  })

  serveCall(app, calls.mergeFacts, ({ kept, other }, c) => {
    const changed = facts.merge(kept, other)
    return 'problem' in changed ? refuseCall(c, changed.problem) : changed
  })

  serveCall(app, calls.undoFact, ({ id }, c) => {
    const changed = facts.undo(id)
    return 'problem' in changed ? refuseCall(c, changed.problem) : changed
  })

  serveCall(app, calls.forgetFact, ({ id }, c) => {
    const result = facts.forget(id)
    return 'problem' in result ? refuseCall(c, result.problem) : result
  })
}

function jobOrRefusal(c: ControlContext, result: JobResult): JobView | Response {
  return 'problem' in result ? refuseCall(c, result.problem) : result.job
}
