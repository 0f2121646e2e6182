import type { Context } from 'hono'
import { z } from 'zod'
import type { BriefingView, JobResult, JobView, RunView } from '../../../domain/job-service.ts'
import { withoutControls } from '../../../lib/markdown.ts'
import type { Language } from '../../../messages/languages.ts'
import { mapText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import type * as wire from '../../page/wire/schedule-wire.ts'
import { failure, languageFor, parseBody } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import { noSuchChat, pageChat } from '../chats/page-chat.ts'
import { toWireText } from '../rich-text.ts'
import { jobActions, type OwnerJobs } from './owner-jobs.ts'

export interface JobApiDeps {
  db: Database
  jobs: OwnerJobs
}

const wordsSchema = z.string().max(4000)
const addSchema = z.object({ words: wordsSchema, chat: z.string() })
const editSchema = z.object({ when: wordsSchema.optional(), text: wordsSchema.optional() })
const snoozeSchema = z.object({ until: wordsSchema })
const idSchema = z.coerce.number().int().positive()
/** The last run the page knows, as "time-id". */
const beforeSchema = z
  .string()
  .regex(/^\d{1,15}-\d{1,15}$/)
  .transform((text) => {
    const [at, id] = text.split('-').map(Number)
    return { instant: new Date(at ?? 0), id: id ?? 0 }
  })
  .optional()
const PAGE_SIZE = 20

const noSuchRun = '"before" must be the time and the number of a run.'

/** Jobs, their runs and the briefings. */
export function addJobRoutes(routes: Routes, { db, jobs }: JobApiDeps): void {
  routes.get('signed-in', '/jobs', (c) => c.json(toWireJobs(jobs, languageFor(c))))

  routes.post('signed-in', '/jobs', async (c) => {
    const body = await parseBody(c, addSchema)
    if ('refused' in body) return body.refused
    const chat = pageChat(db, c.get('person'), body.value.chat)
    return chat ? respond(c, await jobs.add(body.value.words, chat, c.req.raw.signal)) : failure(c, 404, noSuchChat)
  })

  routes.get('signed-in', '/jobs/:id', (c) => {
    const story = jobs.read(readId(c))
    if (!story) return failure(c, 404, webMessages.noSuchJob)
    const before = beforeSchema.safeParse(c.req.query('before'))
    if (!before.success) return failure(c, 400, noSuchRun)
    const runs = jobs.runs(story.job.id, PAGE_SIZE + 1, before.data)
    return c.json({
      coming: story.nextTimes.map((at) => at.getTime()),
      runs: runs.slice(0, PAGE_SIZE).map(toWireRun),
      older: runs.length > PAGE_SIZE,
    } satisfies wire.WireJobHistory)
  })

  routes.post('signed-in', '/jobs/:id/edit', async (c) => {
    const body = await parseBody(c, editSchema)
    return 'refused' in body ? body.refused : respond(c, await jobs.edit(readId(c), body.value, c.req.raw.signal))
  })

  routes.post('signed-in', '/jobs/:id/snooze', async (c) => {
    const body = await parseBody(c, snoozeSchema)
    return 'refused' in body
      ? body.refused
      : respond(c, await jobs.snooze(readId(c), body.value.until, c.req.raw.signal))
  })

  for (const act of jobActions)
    routes.post('signed-in', `/jobs/:id/${act}`, (c) => respond(c, jobs.act(readId(c), act)))

  routes.get('signed-in', '/briefings', (c) => {
    const before = beforeSchema.safeParse(c.req.query('before'))
    if (!before.success) return failure(c, 400, noSuchRun)
    const briefings = jobs.briefings(PAGE_SIZE + 1, before.data)
    return c.json({
      briefings: briefings.slice(0, PAGE_SIZE).map(toWireBriefing),
      older: briefings.length > PAGE_SIZE,
    } satisfies wire.Briefings)
  })

  function respond(c: Context, result: JobResult): Response {
    if ('problem' in result) return failure(c, 400, result.problem)
    const language = languageFor(c)
    return c.json({ ...toWireJobs(jobs, language), changed: toWireJob(result.job, language) } satisfies wire.JobList)
  }
}

/** Returns 0, which no row has, if it is not a number. */
function readId(c: Context): number {
  return idSchema.safeParse(c.req.param('id')).data ?? 0
}

function toWireJobs(jobs: OwnerJobs, language: Language): wire.JobList {
  return { jobs: jobs.list().map((job) => toWireJob(job, language)) }
}

function toWireJob(job: JobView, language: Language): wire.WireJob {
  const { id, kind, state, when, next, destinations, isOpen } = job
  return {
    id,
    kind,
    name: withoutControls(job.name),
    text: withoutControls(job.text),
    isFromConfig: job.source === 'file',
    state,
    when: when[language],
    ...(next && { next: next.getTime() }),
    person: withoutControls(job.person),
    destinations,
    isOpen,
  }
}

function toWireRun({ id, instant, state, reason, result }: RunView): wire.JobRun {
  return {
    id,
    at: instant.getTime(),
    state,
    ...(reason !== undefined && { reason: mapText(reason, withoutControls) }),
    ...(result !== undefined && { result: toWireText(result) }),
  }
}

function toWireBriefing(briefing: BriefingView): wire.Briefings['briefings'][number] {
  return { ...toWireRun(briefing), name: withoutControls(briefing.name) }
}
