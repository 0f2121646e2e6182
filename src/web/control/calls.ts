import { z } from 'zod'
import { erasureCountsSchema, erasureScopeSchema, erasureStates } from '../../domain/erasure.ts'
import { factKinds } from '../../domain/fact.ts'
import { jobKinds, jobStates } from '../../domain/job.ts'
import type { JobView } from '../../domain/job-service.ts'
import { type Address, parseAddress } from '../../domain/person.ts'
import { proposalDecisions } from '../../domain/proposal.ts'
import { languages } from '../../messages/languages.ts'
import { jobActions } from '../routes/schedule/owner-jobs.ts'
import {
  acceptedShape,
  anyChat,
  chatShape,
  commandShape,
  eventShape,
  lineShape,
  messageShape,
  openedShape,
  outcomeShape,
  uploadedShape,
} from './chat-shapes.ts'
import { localizedShape, overviewShape, runnerShape, sourcedShape, time } from './overview-shapes.ts'

const id = z.int().positive()
const words = z.string().max(4000)

const jobShape = z.object({
  id: z.number(),
  kind: z.enum(jobKinds),
  name: z.string(),
  text: z.string(),
  source: z.enum(['file', 'person']),
  state: z.enum(jobStates),
  when: localizedShape,
  isOnce: z.boolean(),
  timezone: z.string(),
  next: time.exactOptional(),
  person: z.string(),
  chat: anyChat.exactOptional(),
  destinations: z.array(z.string()),
  isOpen: z.boolean(),
}) satisfies z.ZodType<JobView>

const newJobShape = z.object({ words, chat: anyChat })
const editShape = z.object({ id, when: words.optional(), text: words.optional() })
const snoozeShape = z.object({ id, until: words })
const actShape = z.object({ id, act: z.enum(jobActions) })

/**
 * One request of the control socket. The daemon and the command line share this definition, so they cannot disagree.
 */
export interface ControlCall<Parameters extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  /** A GET carries its parameters in the address, a POST in its body. */
  method: 'GET' | 'POST'
  /** Parameters with a colon are filled in from the request. The rest becomes the query. */
  path: string
  parameters: Parameters
  answer: Answer
}

const NO_PARAMETERS = z.object({})
const count = z.coerce.number<number | string>().int().positive()
const place = z.coerce.number<number | string>().int().nonnegative()
const keyShape = z.object({ key: z.string() })

const address = z.string().transform((text, context): Address => {
  const parsed = parseAddress(text)
  if (parsed) return parsed
  context.addIssue({ code: 'custom', message: `${text} is not an address; an address looks like telegram:42` })
  return z.NEVER
})

const saidShape = z.object({ said: localizedShape })

/** Null sets what applies to everybody. */
const personSettings = {
  timezone: z.string().nullable().optional(),
  language: z.enum(languages).nullable().optional(),
  role: z.enum(['member', 'guest']).optional(),
}

export const allowedShape = z.object({
  /** Permissions that people granted with "always". */
  given: z.array(z.object({ id: z.number(), name: z.string(), rule: z.string(), words: localizedShape, at: time })),
  file: z.array(z.object({ key: z.string(), role: z.enum(['owner', 'member', 'guest']), rules: z.array(z.string()) })),
})

// The lines were validated when the file was read. This only checks the shape.
const importedLine = z.object({
  chat: anyChat,
  id: z.string(),
  at: time,
  from: z.string(),
  role: z.enum(['human', 'bot']),
  text: z.string(),
  replyTo: z.string().optional(),
  topic: z.string().optional(),
  title: z.string().optional(),
  isOwners: z.boolean().optional(),
})

export const erasureShape = z.object({
  id: z.number(),
  scope: erasureScopeSchema,
  state: z.enum(erasureStates),
  counts: erasureCountsSchema,
  startedAt: time,
  finishedAt: time.optional(),
  /** It is not finished, and nothing works on it until the next start. */
  isStopped: z.boolean().optional(),
  /** The runners that still have to erase it from their disks. */
  runners: z.array(z.object({ name: z.string(), isHere: z.boolean() })).exactOptional(),
})

/** It is part of the names of keys and queues in Redis. */
const runnerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'A runner is called with small letters, digits and hyphens, such as "attic".')

const changedFacts = z.object({ facts: z.array(z.number()) })

const costShape = z.object({ requests: z.number(), tokens: z.number(), usd: z.number().optional() })

/** All requests, by name. */
export const calls = {
  status: get('/status', NO_PARAMETERS, overviewShape),
  restart: post('/restart', NO_PARAMETERS, NO_PARAMETERS),
  /** Takes up secrets that were changed since the daemon read them. */
  takeUpSecrets: post('/secrets', NO_PARAMETERS, z.object({ state: z.enum(['unchanged', 'now', 'waiting']) })),
  /** Writes the first message to the owner, at the end of the setup. */
  hello: post('/hello', NO_PARAMETERS, NO_PARAMETERS),
  link: post('/link', z.object({ public: z.boolean().optional() }), z.object({ url: z.string().optional() })),
  pair: post('/pair', z.object({ role: z.enum(['member', 'owner']) }), z.object({ code: z.string(), expiresAt: time })),
  pairRunner: post('/runners/pair', z.object({ name: runnerName }), z.object({ code: z.string(), expiresAt: time })),
  runners: get('/runners', NO_PARAMETERS, z.array(runnerShape)),
  removeRunner: post('/runners/remove', z.object({ name: z.string() }), z.object({})),
  removeAddress: post('/people/remove', z.object({ address }), z.object({ cancelled: z.number() })),
  linkAddress: post('/people/link', z.object({ address, person: id }), saidShape),
  unlinkAddress: post('/people/unlink', z.object({ address }), saidShape),
  setPerson: post('/people/set', z.object({ person: id, ...personSettings }), saidShape),
  allowed: get('/allowed', NO_PARAMETERS, allowedShape),
  removeAllowed: post('/allowed/remove', z.object({ id }), z.object({ id: z.number() })),

  addJob: post('/jobs', newJobShape, jobShape),
  editJob: post('/jobs/edit', editShape, jobShape),
  snoozeJob: post('/jobs/snooze', snoozeShape, jobShape),
  actOnJob: post('/jobs/act', actShape, jobShape),

  config: get('/config', NO_PARAMETERS, z.record(z.string(), sourcedShape)),
  setConfig: post('/config', keyShape.extend({ value: z.string() }), keyShape),
  unsetConfig: post('/config/unset', keyShape, keyShape),

  import: post(
    '/import',
    z.object({ lines: z.array(importedLine).max(5_000) }),
    z.object({ added: z.number(), known: z.number() }),
  ),
  settleImport: post('/import/settle', NO_PARAMETERS, z.object({ more: z.boolean() })),
  importCost: get('/import/cost', NO_PARAMETERS, costShape),
  decideImport: post('/import/summaries', z.object({ model: z.boolean() }), z.object({})),

  previewErasure: post('/erase/preview', erasureScopeSchema, erasureCountsSchema),
  erase: post('/erase', erasureScopeSchema, z.object({ id })),
  erasure: get('/erase/:id', z.object({ id: count }), erasureShape),

  editFact: post(
    '/facts/edit',
    z.object({
      id,
      statement: words.optional(),
      kind: z.enum(factKinds).optional(),
      validUntil: time.nullable().optional(),
    }),
    changedFacts,
  ),
  mergeFacts: post('/facts/merge', z.object({ kept: id, other: id }), changedFacts),
  undoFact: post('/facts/undo', z.object({ id }), changedFacts),
  forgetFact: post('/facts/forget', z.object({ id }), z.object({ forgotten: z.array(z.number()) })),

  decideProposal: post(
    '/proposals/decide',
    z.object({ id, decision: z.enum(proposalDecisions) }),
    z.object({ said: localizedShape }),
  ),

  /** What is known of a chat before it is opened. */
  chat: get('/chat', z.object({ chat: anyChat }), openedShape),
  send: post('/send', messageShape, acceptedShape),
  stop: post('/stop', z.object({ chat: anyChat }), acceptedShape),
  lines: get('/lines', z.object({ chat: anyChat, limit: count.default(20) }), z.array(lineShape)),
  /** For completion: commands, and the chats that the owner can write in from here. */
  commands: get('/commands', NO_PARAMETERS, z.array(commandShape)),
  chats: get('/chats', NO_PARAMETERS, z.array(chatShape)),
  /**
   * Resolves when a message is answered or otherwise done, or when a question about it is open. Null after a timeout.
   */
  outcome: get('/outcome/:message', z.object({ message: count }), outcomeShape.nullable()),
  /** Streams events, one JSON value per line. */
  events: get('/events', z.object({ chat: anyChat }), eventShape),
  /** The body is the file, so its name is in the address. */
  upload: post('/files', z.object({ name: z.string().optional() }), uploadedShape),
  /** Returns raw bytes. */
  download: get('/files/:message/:seq', z.object({ message: count, seq: place }), z.never()),
}

function get<A extends z.ZodType, B extends z.ZodType>(path: string, parameters: A, answer: B): ControlCall<A, B> {
  return { method: 'GET', path, parameters, answer }
}

function post<A extends z.ZodType, B extends z.ZodType>(path: string, parameters: A, answer: B): ControlCall<A, B> {
  return { method: 'POST', path, parameters, answer }
}

/** Builds the address of a call from its parameters. */
export function callPath({ path }: ControlCall, parameters: object): string {
  const query = new URLSearchParams()
  let filledPath = path
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    const text = encodeURIComponent(String(value))
    if (filledPath.includes(`:${name}`)) filledPath = filledPath.replace(`:${name}`, text)
    else query.set(name, String(value))
  }
  return query.size === 0 ? filledPath : `${filledPath}?${query.toString()}`
}
