import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { JobView, ResultView, RunView, Wished } from '../../domain/job-desk.ts'
import { parseMarkdown, withoutControls } from '../../lib/markdown.ts'
import type * as wire from '../page/wire.ts'
import { failure, limitBody, readBody } from '../server/answers.ts'
import type { Signed, SignIn } from '../server/sign-in.ts'
import { jobActs, type OwnerJobs } from './owner-jobs.ts'
import { noSuchChat, pageChat } from './page-chat.ts'

export interface JobApiDeps {
  jobs: OwnerJobs
  signIn: SignIn
}

const wordsSchema = z.string().max(4000)
const addSchema = z.object({ words: wordsSchema, chat: z.string() })
const editSchema = z.object({ when: wordsSchema.optional(), text: wordsSchema.optional() })
const snoozeSchema = z.object({ until: wordsSchema })
const idSchema = z.coerce.number().int().positive()
const limitSchema = z.coerce.number().int().positive().max(1000)

/** What is scheduled, what came of it, and the archive of briefings. */
export function createJobApi({ jobs, signIn }: JobApiDeps) {
  const api = new Hono<Signed>()
  api.use('/jobs/*', signIn.required, limitBody)
  api.use('/briefings', signIn.required)

  api.get('/jobs', (c) => c.json(toWireJobs(jobs)))

  api.post('/jobs', async (c) => {
    const body = await readBody(c, addSchema)
    if ('refused' in body) return body.refused
    const chat = pageChat(body.value.chat)
    return chat ? changed(c, jobs.add(body.value.words, chat)) : failure(c, 404, noSuchChat)
  })

  api.get('/jobs/:id', (c) => {
    const story = jobs.read(idOf(c))
    if (!story) return failure(c, 404, 'There is nothing scheduled of this number.')
    const answer: wire.JobStory = {
      coming: story.coming.map((at) => at.getTime()),
      runs: story.runs.map(toWireRun),
    }
    return c.json(answer)
  })

  api.post('/jobs/:id/edit', async (c) => {
    const body = await readBody(c, editSchema)
    return 'refused' in body ? body.refused : changed(c, jobs.edit(idOf(c), body.value))
  })

  api.post('/jobs/:id/snooze', async (c) => {
    const body = await readBody(c, snoozeSchema)
    return 'refused' in body ? body.refused : changed(c, jobs.snooze(idOf(c), body.value.until))
  })

  for (const act of jobActs) api.post(`/jobs/:id/${act}`, (c) => changed(c, jobs.act(idOf(c), act)))

  api.get('/briefings', (c) => {
    const limit = limitSchema.safeParse(c.req.query('limit'))
    if (!limit.success) return failure(c, 400, '"limit" must be a number from 1 to 1,000.')
    const found = jobs.briefings(limit.data + 1)
    const answer: wire.Briefings = {
      briefings: found.slice(0, limit.data).map(toWireBriefing),
      older: found.length > limit.data,
    }
    return c.json(answer)
  })

  function changed(c: Context, wished: Wished): Response {
    if ('problem' in wished) return failure(c, 400, wished.problem)
    return c.json({ ...toWireJobs(jobs), changed: toWireJob(wished.job) } satisfies wire.Jobs)
  }

  return api
}

/** Zero, which nothing has, for what is no number. */
function idOf(c: Context): number {
  return idSchema.safeParse(c.req.param('id')).data ?? 0
}

function toWireJobs(jobs: OwnerJobs): wire.Jobs {
  return { jobs: jobs.list().map(toWireJob) }
}

function toWireJob(job: JobView): wire.Job {
  const { id, kind, state, when, next, destinations, isOpen } = job
  return {
    id,
    kind,
    name: withoutControls(job.name),
    text: withoutControls(job.text),
    isOfFile: job.source === 'file',
    state,
    when,
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
    ...(reason !== undefined && { reason: withoutControls(reason) }),
    ...(result !== undefined && { result: parseMarkdown(result) }),
  }
}

function toWireBriefing(briefing: ResultView): wire.Briefings['briefings'][number] {
  return { ...toWireRun(briefing), name: withoutControls(briefing.name) }
}
