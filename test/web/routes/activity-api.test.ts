import { expect, onTestFinished, test } from 'vitest'
import { createWebChannel } from '../../../src/channels/web/web.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import { sleep } from '../../../src/lib/time/timers.ts'
import { readApproval } from '../../../src/store/work/approvals.ts'
import { listTasks, readTask } from '../../../src/store/work/tasks.ts'
import { createProposals } from '../../../src/tasks/profile/proposals.ts'
import { countNews, readActivity, readNoticePage } from '../../../src/tasks/reports/activity.ts'
import { sendOwnerNotice } from '../../../src/tasks/say/notices.ts'
import type { News, WireActivity, WireNoticePage } from '../../../src/web/page/wire/activity-wire.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { worldOf } from '../../support/tool-world.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { createWorld } from '../world.ts'

const remote = {
  channel: 'telegram',
  chat: makeChatId('telegram', '1'),
  sender: { channel: 'telegram', id: '1' },
  chatTitle: 'Ana **there**',
} as const

/** The real road, with the page of this machine on it. */
async function openHouse(make: (options: WorldOptions) => RoadWorld) {
  const channel = createWebChannel({ clock: createTestClock() })
  const road = make({ channels: [channel] })
  const stop = new AbortController()
  const { db, clock } = road
  const proposals = createProposals(road)
  const running = Promise.all([
    channel.listen(road.inbox, stop.signal),
    road.worker.run(stop.signal),
    road.deliver.run(stop.signal),
  ])
  const world = createWorld()
  const { port, link } = await world.serve({
    db,
    clock,
    channel,
    owner: road.owner,
    activity: {
      take: () => ({ ...readActivity(road.stopping, road.owner.id), proposals: proposals.list(road.owner) }),
      news: () => countNews(road),
      notices: (before) => readNoticePage(db, before),
    },
  })
  onTestFinished(async () => {
    stop.abort()
    await running
    await world.close()
  })
  const { cookie } = await signIn({ port, link })
  const headers = pageHeaders(port, { cookie })
  const get = async <T>(path: string) => (await ask(port, { path: `/api/activity${path}`, headers })).json() as T
  const post = (path: string, body: object = {}) =>
    ask(port, { method: 'POST', path: `/api/activity${path}`, headers, body: JSON.stringify(body) })
  return {
    road,
    port,
    get,
    read: () => get<WireActivity>(''),
    news: async () => (await get<News>('/news')).count,
    post,
  }
}

const houseWith = (script: Script) =>
  openHouse((options) => createRoadWorld({ ...options, brain: createScriptedBrain(script) }))

/** Works at what begins with "long" until it is stopped; fails at "broken" the first time. */
function worker(): Script {
  let tries = 0
  return async function* ({ question }, signal) {
    if (question.startsWith('long')) {
      yield { kind: 'tool', name: 'Read', line: 'read notes.md' }
      yield { kind: 'text', text: 'Once upon a time' }
      await sleep(3_600_000, signal)
    } else if (question.startsWith('broken') && ++tries === 1) {
      yield { kind: 'failed', failure: { class: 'model', what: 'No such model.', retry: false } }
    } else yield { kind: 'done', text: `did: ${question}` }
  }
}

test('what runs and waits anywhere is told with what it is at, and one of it is stopped', async () => {
  const { road, read, post } = await houseWith(worker())
  road.say('long story', remote)
  await expect.poll(async () => (await read()).tasks[0]?.doing?.words).toBe('Once upon a time')
  road.say('/new', remote)
  road.say('and then?', remote)
  const { tasks, liveCount } = await read()
  expect(liveCount).toBe(2)
  expect(tasks).toMatchObject([
    { title: 'long story', place: 'Ana there', state: 'running', doing: { brain: 'scripted' }, canStop: true },
    { title: 'and then?', state: 'queued' },
  ])
  // The one that waits is meant, and the one that runs goes on.
  const after = (await post(`/tasks/${tasks[1]?.id}/stop`)).json() as WireActivity
  expect(after).toMatchObject({ said: 'Stopped.', tasks: [{ title: 'long story', state: 'running' }] })
  expect((await post(`/tasks/${tasks[1]?.id}/stop`)).json()).toMatchObject({ said: 'It has already ended.' })
  await post(`/tasks/${tasks[0]?.id}/stop`)
  expect(listTasks(road.db, { limit: 9 }).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect((await read()).tasks).toEqual([])
})

test('that something goes on in private with somebody else is told, and not what', async () => {
  const { road, read, post } = await houseWith(worker())
  road.member(7)
  const sender = { channel: 'telegram', id: '7' } as const
  road.say('long secret', { ...remote, sender, chat: makeChatId('telegram', '7'), chatTitle: 'Bo' })
  await expect.poll(async () => (await read()).tasks[0]?.doing?.brain).toBe('scripted')
  expect((await read()).tasks).toMatchObject([
    { title: 'said in private', place: 'Bo', doing: { steps: [], words: '' } },
  ])
  expect(JSON.stringify(await read())).not.toMatch(/secret|notes\.md|Once upon/)
  await post(`/tasks/${(await read()).tasks[0]?.id}/stop`)
})

test('what failed is dismissed as it was shown: it stays in the store, and is listed again only when it fails anew', async () => {
  const { road, read, post } = await houseWith(async function* () {
    yield { kind: 'failed', failure: { class: 'model', what: 'No such model.', retry: false } }
  })
  road.say('broken thing', remote)
  await expect.poll(async () => (await read()).failed).toHaveLength(1)
  const [failed] = (await read()).failed
  const path = `/tasks/${failed?.id}`
  expect((await post(`${path}/dismiss`, { generation: 2 })).json()).toMatchObject({ said: 'It is no longer there.' })
  expect((await post(`${path}/dismiss`, { generation: 1 })).json()).toMatchObject({ said: 'Dismissed.', failed: [] })
  expect(readTask(road.db, failed?.id ?? 0)?.state).toBe('failed')
  await post(`${path}/retry`, { generation: 1 })
  await expect.poll(async () => (await read()).failed).toMatchObject([{ id: failed?.id, generation: 2 }])
  expect((await post('/tasks/1/dismiss')).status).toBe(400)
  expect((await post('/deliveries/99/dismiss')).json()).toMatchObject({ said: 'It is no longer there.' })
})

test('more than thirty that failed are not passed over in silence: the older ones follow when one is dismissed', async () => {
  const { road, read, post } = await houseWith(async function* () {
    yield { kind: 'failed', failure: { class: 'model', what: 'No such model.', retry: false } }
  })
  for (let n = 0; n < 31; n++) {
    road.say(`broken thing ${n}`, remote)
    await expect.poll(async () => (await read()).failed[0]?.title).toBe(`broken thing ${n}`)
  }
  const before = await read()
  expect([before.failed.length, before.hasOlderFailed, before.failed.at(-1)?.title]).toEqual([
    30,
    true,
    'broken thing 1',
  ])
  const [newest] = before.failed
  await post(`/tasks/${newest?.id}/dismiss`, { generation: newest?.generation })
  const after = await read()
  expect([after.failed.length, after.hasOlderFailed, after.failed.at(-1)?.title]).toEqual([30, false, 'broken thing 0'])
})

test('what failed is tried again as it was shown, once', async () => {
  const { road, read, post } = await houseWith(worker())
  road.say('broken thing', remote)
  await expect.poll(async () => (await read()).failed).toHaveLength(1)
  const [failed] = (await read()).failed
  expect(failed).toMatchObject({ title: 'broken thing', state: 'failed', generation: 1, canStop: false })
  expect(failed?.reason).toMatchObject({ de: expect.stringContaining('No such model.') as string })
  const path = `/tasks/${failed?.id}/retry`
  expect((await post(path, { generation: 1 })).json()).toMatchObject({
    said: expect.stringContaining('Retrying') as string,
    failed: [],
  })
  expect((await post(path, { generation: 1 })).json()).toMatchObject({
    said: 'This was already retried.',
  })
  await expect.poll(() => readTask(road.db, failed?.id ?? 0)?.state).toBe('answered')
  expect((await post('/tasks/99/retry', { generation: 1 })).status).toBe(404)
  expect((await post('/tasks/1/retry')).status).toBe(400)
})

test('an answer that never arrived is told with its reason, until it was answered anew', async () => {
  const { road, read, post } = await houseWith(worker())
  road.telegram.receipts.push({ status: 'refused', reason: 'the bot was blocked' })
  road.say('hello', remote)
  await expect.poll(async () => (await read()).undelivered).toHaveLength(1)
  const [dead] = (await read()).undelivered
  expect(dead).toMatchObject({ text: 'did: hello', error: 'the bot was blocked', state: 'dead', channel: 'telegram' })
  await post(`/tasks/${dead?.task?.id}/retry`, { generation: dead?.task?.generation })
  await expect.poll(async () => (await read()).undelivered).toEqual([])
  await expect.poll(() => road.telegram.sent.filter(({ body }) => body === 'did: hello')).toHaveLength(1)
})

test('a question is told with its exact effect and answered by the road of its buttons', async () => {
  const { road, read, news, post } = await openHouse((options) =>
    worldOf([{ name: 'Bash', input: { command: 'make cake' } }], (turn) => turn, options),
  )
  road.say('bake', remote)
  await expect.poll(async () => (await read()).questions).toHaveLength(1)
  expect(await news()).toBe(1)
  const [question] = (await read()).questions
  expect(JSON.stringify(question?.effect)).toContain('make cake')
  expect(question?.answers.map(({ said }) => said)).toEqual(['yes', 'no', 'always'])
  expect((await post(`/questions/${question?.id}/answer`, { said: 'perhaps' })).status).toBe(400)
  const answered = (await post(`/questions/${question?.id}/answer`, { said: 'no' })).json() as WireActivity
  expect(answered).toMatchObject({ said: 'Ana said no.', questions: [] })
  expect(readApproval(road.db, question?.id ?? 0)).toMatchObject({ state: 'no', answeredBy: road.owner.id })
  await expect.poll(() => road.telegram.sent.some(({ body }) => body === 'done')).toBe(true)
})

test('notices are new until they were read, and stay read', async () => {
  const { road, read, news, post } = await houseWith(worker())
  const tell = (key: string) => sendOwnerNotice(road, { key, text: `**${key}** happened.` }, road.clock.now())
  tell('alarm:one')
  tell('alarm:two')
  const { notices } = await read()
  expect(notices).toMatchObject({ unread: 2, list: [{ isNew: true }, { isNew: true }] })
  const [newest, older] = notices.list.map(({ id }) => id)
  expect((await post('/notices/read', { to: newest })).json()).toMatchObject({ notices: { unread: 0 } })
  await post('/notices/read', { to: older })
  expect(await news()).toBe(0)
  tell('alarm:three')
  expect(await news()).toBe(1)
  expect((await read()).notices.list.map(({ isNew }) => isNew)).toEqual([true, false, false])
})

test('older notices are read a page at a time', async () => {
  const { road, read, get } = await houseWith(worker())
  for (let at = 1; at <= 60; at++) sendOwnerNotice(road, { key: `alarm:${at}`, text: `No. ${at}` }, road.clock.now())
  const { notices } = await read()
  expect([notices.list.length, notices.hasOlder]).toEqual([50, true])
  const rest = await get<WireNoticePage>(`/notices?before=${notices.list.at(-1)?.id}`)
  expect([rest.list.length, rest.hasOlder]).toEqual([10, false])
  expect(new Set([...notices.list, ...rest.list].map(({ id }) => id)).size).toBe(60)
  expect(await get('/notices?before=x')).toHaveProperty('error')
})

test('nobody looks or acts without a session, or from another site', async () => {
  const { port, post } = await houseWith(worker())
  const paths = ['/tasks/1/stop', '/tasks/1/retry', '/questions/1/answer', '/drafts/1/send', '/notices/read']
  for (const path of ['', '/news']) {
    expect((await ask(port, { path: `/api/activity${path}`, headers: pageHeaders(port) })).status).toBe(401)
  }
  for (const path of paths) {
    const asked = { method: 'POST', path: `/api/activity${path}`, body: '{}' }
    expect((await ask(port, { ...asked, headers: pageHeaders(port) })).status).toBe(401)
    const headers = { ...pageHeaders(port), origin: 'http://elsewhere.example' }
    expect((await ask(port, { ...asked, headers })).status).toBe(403)
  }
  expect((await post('/drafts/7/send')).json()).toMatchObject({ said: expect.stringContaining('no draft 7') as string })
})
