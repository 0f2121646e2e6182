import { expect, onTestFinished, test } from 'vitest'
import { localChat } from '../../../../src/domain/ids.ts'
import { listJobs, readJob } from '../../../../src/store/schedule/jobs.ts'
import { insertRun, updateRun } from '../../../../src/store/schedule/runs.ts'
import type { Briefings, JobList, WireJobHistory } from '../../../../src/web/page/wire/schedule-wire.ts'
import { ask, pageHeaders, signIn } from '../../http.ts'
import { createJobs, insertBriefing } from '../../jobs.ts'
import { createWorld } from '../../world.ts'

async function openHouse() {
  const world = createWorld()
  onTestFinished(() => world.close())
  const { port, link } = await world.serve()
  const { cookie } = await signIn({ port, link })
  const headers = pageHeaders(port, { cookie })
  const get = (path: string) => ask(port, { path: `/api${path}`, headers })
  const post = (path: string, body: object = {}) =>
    ask(port, { method: 'POST', path: `/api${path}`, headers, body: JSON.stringify(body) })
  return { world, port, get, post }
}

const monthly = { words: 'on the first of every month at 9 remind me to pay the rent', chat: 'web:house' }

test('nobody reads or changes what is scheduled without a session, or from another site', async () => {
  const { world, port, post } = await openHouse()
  await post('/jobs', monthly)
  const asked: [method: string, path: string][] = [
    ['GET', '/api/jobs'],
    ['GET', '/api/jobs/1'],
    ['GET', '/api/briefings'],
    ['POST', '/api/jobs'],
    ['POST', '/api/jobs/1/remove'],
    ['POST', '/api/jobs/1/edit'],
  ]
  for (const [method, path] of asked) {
    const { status } = await ask(port, {
      method,
      path,
      headers: pageHeaders(port),
      ...(method === 'POST' && { body: '{}' }),
    })
    expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 401`)
  }
  const { cookie } = await signIn(await world.serve())
  const foreign = { ...pageHeaders(port, { cookie }), origin: 'http://elsewhere.example' }
  const { status } = await ask(port, { method: 'POST', path: '/api/jobs/1/remove', headers: foreign, body: '{}' })
  expect(status).toBe(403)
  expect(listJobs(world.db)).toHaveLength(1)
})

test('a cron line is taken with its text, and a new time in words', async () => {
  const { post } = await openHouse()
  const added = (await post('/jobs', { words: '0 18 L * * close the books', chat: 'web:house' })).json() as JobList
  expect(added.changed).toMatchObject({ when: 'on the last day of every month at 18:00', text: 'close the books' })
  const edited = await post('/jobs/1/edit', { when: 'every second Monday at 9' })
  expect((edited.json() as JobList).changed).toMatchObject({ when: 'every other Monday at 09:00' })
})

test('who wants an end to a reminder is told what can be deleted', async () => {
  const { world, post } = await openHouse()
  await post('/jobs', monthly)
  const refused = await post('/jobs', { words: 'stop reminding me every month', chat: 'web:house' })
  expect(refused.status).toBe(400)
  expect((refused.json() as { error: string }).error).toBe(
    'I scheduled nothing, because you asked me to stop something. Delete what you no longer want: number 1, "pay the rent" (on the 1st of every month at 09:00).',
  )
  expect(listJobs(world.db)).toHaveLength(1)
})

test('what is said in words is scheduled in the chat it is said in, and what is not understood leaves nothing', async () => {
  const { world, get, post } = await openHouse()
  const unclear = await post('/jobs', { words: 'remind me to call Ana', chat: 'web:fresh' })
  expect(unclear.status).toBe(400)
  expect((unclear.json() as { error: string }).error).not.toBe('')
  expect(world.db.statement('SELECT count(*) FROM chat').pluck().get()).toBe(0)

  const { changed } = (await post('/jobs', monthly)).json() as JobList
  expect(changed).toMatchObject({ kind: 'reminder', when: 'on the 1st of every month at 09:00', state: 'active' })
  const { jobs } = (await get('/jobs')).json() as JobList
  expect(jobs).toMatchObject([{ id: changed?.id, isFromConfig: false, isOpen: false, person: 'Ana' }])
  expect(readJob(world.db, changed?.id ?? 0)).toMatchObject({ chat: 'web:house', lane: 'root:web:house' })
  expect((await post('/jobs', { ...monthly, chat: 'telegram:1' })).status).toBe(404)
})

test('it is paused, resumed, given another time and text, run, and deleted', async () => {
  const { world, get, post } = await openHouse()
  await post('/jobs', monthly)
  expect((await post('/jobs/1/pause')).json()).toMatchObject({ changed: { id: 1, state: 'paused' } })
  expect((await post('/jobs/1/pause')).status).toBe(400)
  expect((await post('/jobs/1/resume')).json()).toMatchObject({ jobs: [{ id: 1, state: 'active' }] })
  const edited = (await post('/jobs/1/edit', { when: 'every Monday at 8', text: 'Water the plants' })).json()
  expect(edited).toMatchObject({ changed: { when: 'every Monday at 08:00', text: 'Water the plants' } })
  expect((await post('/jobs/1/edit', { when: 'whenever' })).status).toBe(400)
  expect((await post('/jobs/1/run')).status).toBe(200)
  const story = (await get('/jobs/1')).json() as WireJobHistory
  expect(story.coming).toHaveLength(5)
  expect(story.runs).toHaveLength(1)
  expect((await post('/jobs/1/remove')).json()).toMatchObject({ jobs: [] })
  expect((await get('/jobs/1')).status).toBe(404)
  expect((await post('/jobs/x/remove')).status).toBe(400)
  expect(world.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('a briefing is archived with what it said, the newest first, a page at a time', async () => {
  const { world, get } = await openHouse()
  const { db } = world
  const now = world.clock.now()
  const jobId = insertBriefing(world, 'morning')
  for (let day = 1; day <= 23; day++) {
    const run = insertRun(db, { jobId, instant: day * 86_400_000, state: 'delivered' }, now)
    updateRun(db, run?.id ?? 0, { result: `## Day ${day}\n\n<b>plain</b>` })
  }
  // At the same instant as another one.
  updateRun(
    db,
    insertRun(db, { jobId: insertBriefing(world, 'news'), instant: 4 * 86_400_000, state: 'delivered' }, now)?.id ?? 0,
    { result: 'x' },
  )
  const { briefings, older } = (await get('/briefings')).json() as Briefings
  expect([older, briefings.length]).toEqual([true, 20])
  expect(briefings[0]).toMatchObject({
    name: 'morning',
    result: [
      { kind: 'heading', level: 2, inlines: [{ kind: 'text', text: 'Day 23' }] },
      { kind: 'paragraph', inlines: [{ kind: 'text', text: '<b>plain</b>' }] },
    ],
  })
  const last = briefings.at(-1)
  const rest = (await get(`/briefings?before=${last?.at}-${last?.id}`)).json() as Briefings
  const days = [...briefings, ...rest.briefings].map(({ at }) => at / 86_400_000)
  expect([rest.older, days]).toEqual([
    false,
    [...Array.from({ length: 19 }, (_, index) => 23 - index), 4, 4, 3, 2, 1].toSorted((a, b) => b - a),
  ])
  expect((await get('/briefings?before=x')).status).toBe(400)
  const { runs, older: more } = (await get(`/jobs/${jobId}`)).json() as WireJobHistory
  expect([more, runs.length]).toEqual([true, 20])
  const story = (await get(`/jobs/${jobId}?before=${runs.at(-1)?.at}-${runs.at(-1)?.id}`)).json() as WireJobHistory
  expect([story.older, story.runs.map(({ at }) => at / 86_400_000)]).toEqual([false, [3, 2, 1]])
})

test('the page waits for a model that knows which time is meant, and shows the question where it does not', async () => {
  const { world } = await openHouse()
  const { signal } = new AbortController()
  const words = 'on Christmas Eve at 18:00 light the candles'
  const chat = localChat('house')
  const knows = createJobs(world, async () => '{"kind":"once","at":"2026-12-24 18:00","text":"light the candles"}')
  expect(await knows.add(words, chat, signal)).toMatchObject({ job: { text: 'light the candles', isOnce: true } })
  expect(await createJobs(world, async () => undefined).add(words, chat, signal)).toMatchObject({ isUnclear: true })
  expect(await createJobs(world).edit(1, { when: 'on Christmas Eve' }, signal)).toMatchObject({ isUnclear: true })
  expect(listJobs(world.db)).toHaveLength(1)
})
