import { z } from 'zod'
import { jobKinds, jobStates } from '../../domain/job.ts'
import type { JobView } from '../../domain/job-service.ts'
import { type Address, parseAddress } from '../../domain/person.ts'
import { jobActs } from '../routes/schedule/owner-jobs.ts'
import {
  acceptedShape,
  anyChat,
  chatShape,
  commandShape,
  eventShape,
  lineShape,
  outcomeShape,
  saidShape,
  uploadedShape,
  webChat,
} from './chat-wire.ts'
import { localizedShape, overviewShape, sourcedShape, time } from './overview-wire.ts'

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

const wantedShape = z.object({ words, chat: anyChat })
const editShape = z.object({ id, when: words.optional(), text: words.optional() })
const snoozeShape = z.object({ id, until: words })
const actShape = z.object({ id, act: z.enum(jobActs) })

/**
 * One thing that can be asked over the daemon's socket. The daemon serves it and the command line asks it by this alone:
 * what the two know of each other is written nowhere else.
 */
export interface Call<Asked extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  /** What a GET asks for stands in its address, what a POST asks for in its body. */
  method: 'GET' | 'POST'
  /** A word behind a colon is taken from what is asked; the rest of that follows as the query. */
  path: string
  asked: Asked
  answer: Answer
}

const nothing = z.object({})
const count = z.coerce.number<number | string>().int().positive()
const place = z.coerce.number<number | string>().int().nonnegative()
const keyShape = z.object({ key: z.string() })

const address = z.string().transform((text, context): Address => {
  const parsed = parseAddress(text)
  if (parsed) return parsed
  context.addIssue({ code: 'custom', message: `${text} is no address; it must look like telegram:42` })
  return z.NEVER
})

export const allowedShape = z.object({
  /** What people answered with "always". */
  given: z.array(z.object({ id: z.number(), name: z.string(), rule: z.string(), words: localizedShape, at: time })),
  file: z.array(z.object({ key: z.string(), role: z.enum(['owner', 'member', 'guest']), rules: z.array(z.string()) })),
})

// Checked line by line by whoever reads the file; here only that it is what they send.
const importedLine = z.object({
  chat: anyChat,
  id: z.string(),
  at: time,
  from: z.string(),
  role: z.enum(['human', 'bot']),
  text: z.string(),
  replyTo: z.string().optional(),
  topic: z.string().optional(),
  isOwners: z.boolean().optional(),
})

const costShape = z.object({ requests: z.number(), tokens: z.number(), usd: z.number().optional() })

/** Everything that can be asked, by name. */
export const calls = {
  status: get('/status', nothing, overviewShape),
  link: post('/link', z.object({ public: z.boolean().optional() }), z.object({ url: z.string().optional() })),
  pair: post('/pair', z.object({ role: z.enum(['member', 'owner']) }), z.object({ code: z.string(), expiresAt: time })),
  removeAddress: post('/people/remove', z.object({ address }), z.object({ cancelled: z.number() })),
  allowed: get('/allowed', nothing, allowedShape),
  removeAllowed: post('/allowed/remove', z.object({ id: z.int().positive() }), z.object({ id: z.number() })),

  addJob: post('/jobs', wantedShape, jobShape),
  editJob: post('/jobs/edit', editShape, jobShape),
  snoozeJob: post('/jobs/snooze', snoozeShape, jobShape),
  actOnJob: post('/jobs/act', actShape, jobShape),

  config: get('/config', nothing, z.record(z.string(), sourcedShape)),
  setConfig: post('/config', keyShape.extend({ value: z.string() }), keyShape),
  unsetConfig: post('/config/unset', keyShape, keyShape),

  import: post(
    '/import',
    z.object({ lines: z.array(importedLine).max(5_000) }),
    z.object({ added: z.number(), known: z.number() }),
  ),
  settleImport: post('/import/settle', nothing, z.object({ more: z.boolean() })),
  importCost: get('/import/cost', nothing, costShape),
  decideImport: post('/import/summaries', z.object({ model: z.boolean() }), z.object({})),

  send: post('/send', saidShape, acceptedShape),
  stop: post('/stop', z.object({ chat: webChat }), acceptedShape),
  lines: get('/lines', z.object({ chat: webChat, limit: count.default(20) }), z.array(lineShape)),
  /** What may be typed here: the words that do something, and the chats of the local page. */
  commands: get('/commands', nothing, z.array(commandShape)),
  chats: get('/chats', nothing, z.array(chatShape)),
  /** Answers when a message has been answered or otherwise ended, or when a question about it is open; null after a while. */
  outcome: get('/outcome/:message', z.object({ message: count }), outcomeShape.nullable()),
  /** From now on, one a line. */
  events: get('/events', z.object({ chat: webChat }), eventShape),
  /** Bytes go in the body, so their name stands in the address. */
  upload: post('/files', z.object({ name: z.string().optional() }), uploadedShape),
  /** Bytes come back. */
  download: get('/files/:message/:seq', z.object({ message: count, seq: place }), z.never()),
}

function get<A extends z.ZodType, B extends z.ZodType>(path: string, asked: A, answer: B): Call<A, B> {
  return { method: 'GET', path, asked, answer }
}

function post<A extends z.ZodType, B extends z.ZodType>(path: string, asked: A, answer: B): Call<A, B> {
  return { method: 'POST', path, asked, answer }
}

/** Where a call goes when what it asks stands in the address. */
export function addressOf({ path }: Call, asked: object): string {
  const query = new URLSearchParams()
  let filled = path
  for (const [name, value] of Object.entries(asked)) {
    if (value === undefined) continue
    const text = encodeURIComponent(String(value))
    if (filled.includes(`:${name}`)) filled = filled.replace(`:${name}`, text)
    else query.set(name, String(value))
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`
}
