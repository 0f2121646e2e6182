import { expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../../src/domain/ids.ts'
import { addPerson, findPerson, linkAddress } from '../../../../src/store/people/people.ts'
import { listTasks } from '../../../../src/store/work/tasks.ts'
import { createLinking } from '../../../../src/tasks/people/linking.ts'
import { createPeopleAdmin } from '../../../../src/tasks/people/people-admin.ts'
import type { Pairing, People } from '../../../../src/web/page/wire/people-wire.ts'
import { createRoadWorld } from '../../../support/road-world.ts'
import { ask, pageHeaders, signIn } from '../../http.ts'
import { createWorld } from '../../world.ts'

const from = (id: number) =>
  ({
    channel: 'telegram',
    chat: makeChatId('telegram', String(id)),
    sender: { channel: 'telegram', id: String(id) },
    senderName: `Person ${id}`,
  }) as const

/** The real road, with the page of this machine on it. */
async function openHouse() {
  const road = createRoadWorld()
  const { db, clock, owner } = road
  const world = createWorld()
  onTestFinished(() => world.close())
  const { port, link } = await world.serve({
    db,
    clock,
    owner,
    people: { ...createPeopleAdmin({ ...road.stopping, wake() {} }), ...createLinking(road.stopping) },
  })
  const { cookie } = await signIn({ port, link })
  const headers = pageHeaders(port, { cookie })
  const post = (path: string, body: object, given = headers) =>
    ask(port, { method: 'POST', path: `/api/people/${path}`, headers: given, body: JSON.stringify(body) })
  return {
    road,
    post,
    pair: async (role: string) => (await post('pair', { role })).json() as Pairing,
    read: async () => (await ask(port, { path: '/api/people', headers })).json() as People,
    stranger: (path: string) => post(path, {}, pageHeaders(port)),
  }
}

test('whoever is let in is listed with where they write from, and whoever came by a code is taken out again', async () => {
  const { road, read, post } = await openHouse()
  const { db, clock } = road
  const ben = addPerson(db, { name: 'Ben\u202E', role: 'member' }, clock.now())
  linkAddress(db, { channel: 'telegram', id: '50' }, ben.id, 'Ben', clock.now(), 'pairing')
  linkAddress(db, { channel: 'telegram', id: '51' }, ben.id, 'Ben', clock.now(), 'configuration')
  road.say('what now?', from(50))
  const listed = (await read()).people
  expect(listed[0]).toMatchObject({ role: 'owner', addresses: [{ channel: 'web', whyKept: expect.any(String) }, {}] })
  expect(listed.at(-1)).toEqual({
    id: ben.id,
    name: 'Ben',
    role: 'member',
    usesPage: false,
    addresses: [
      { channel: 'telegram', id: '50' },
      { channel: 'telegram', id: '51', whyKept: expect.stringContaining('Remove it from the lists in [telegram]') },
    ],
  })

  const configured = await post('revoke', { channel: 'telegram', id: '51' })
  expect([configured.status, configured.text]).toEqual([409, expect.stringContaining('by the configuration')])
  const answer = await post('revoke', { channel: 'telegram', id: '50' })
  expect(answer.json()).toMatchObject({
    said: 'telegram:50 is removed. I treat messages from there as coming from a stranger now. Unanswered requests that I canceled: 1.',
  })
  expect(findPerson(db, { channel: 'telegram', id: '50' })).toBeUndefined()
  expect(listTasks(db, { limit: 1 })[0]?.state).toBe('cancelled')
  expect((await read()).people.at(-1)?.addresses.map(({ id }) => id)).toEqual(['51'])
})

test('an account is linked to a person and taken off again', async () => {
  const { road, read, post } = await openHouse()
  const [ben, bea] = [road.member(43), road.member(44)]
  const linked = await post('link', { channel: 'telegram', id: '44', person: ben.id })
  expect(linked.json()).toMatchObject({ said: expect.stringContaining('one person now') })
  expect((await read()).people.find(({ id }) => id === ben.id)?.addresses).toMatchObject([
    { id: '43' },
    { id: '44', isLinked: true },
  ])
  expect((await post('link', { channel: 'telegram', id: '1', person: ben.id })).status).toBe(409)
  expect((await post('link', { channel: 'telegram', id: '1', person: 'Ben' })).status).toBe(400)
  const split = await post('unlink', { channel: 'telegram', id: '44' })
  expect(split.json()).toMatchObject({ said: expect.stringContaining('belongs to Member 44 again') })
  expect(findPerson(road.db, { channel: 'telegram', id: '44' })?.id).toBe(bea.id)
  expect((await post('unlink', { channel: 'telegram', id: '44' })).status).toBe(409)
})

test('a code lets one person in, and its picture holds the address that brings it along', async () => {
  const { road, read, pair } = await openHouse()
  const bare = await pair('member')
  expect(bare).toMatchObject({ code: expect.stringMatching(/^[A-Z2-9]{8}$/), role: 'member' })
  expect(bare).not.toHaveProperty('link')
  road.telegram.startLink = (code) => `https://t.me/skein_bot?start=${code}`
  const linked = await pair('member')
  expect(linked.link).toBe(`https://t.me/skein_bot?start=${linked.code}`)
  // A longer text needs a larger code; both have the three corners that a camera looks for.
  expect(linked.qr.size).toBeGreaterThan(bare.qr.size)
  for (const { size, path } of [bare.qr, linked.qr]) {
    const corners = [
      path.includes('M4 4h7v1'),
      path.includes(`M${size - 11} 4h7v1`),
      path.includes(`M4 ${size - 11}h7v1`),
    ]
    expect(corners).toEqual([true, true, true])
  }
  road.say(`/start ${linked.code}`, from(60))
  expect((await read()).people.at(-1)).toMatchObject({ name: 'Person 60', role: 'member' })
  const { code } = await pair('owner')
  road.say(`/start ${code}`, from(61))
  expect((await read()).people[0]?.addresses.at(-1)).toEqual({ channel: 'telegram', id: '61' })
})

test('nobody is let in or taken out by a stranger, nor by words that mean nothing', async () => {
  const { read, post, stranger } = await openHouse()
  const before = await read()
  expect((await Promise.all(['pair', 'revoke'].map(stranger))).map(({ status }) => status)).toEqual([401, 401])
  const wrong = [post('pair', { role: 'guest' }), post('revoke', { channel: 'pigeon', id: '1' }), post('revoke', {})]
  expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([400, 400, 400])
  expect((await post('revoke', { channel: 'telegram', id: '999' })).status).toBe(409)
  expect(await read()).toEqual(before)
})

test('whoever wrote and was refused is let in or refused for good on the page', async () => {
  const { road, read, post } = await openHouse()
  road.say('hello?', from(70))
  road.say('me too', from(71))
  expect((await read()).requests.map(({ id, name }) => [id, name])).toEqual([
    ['70', 'Person 70'],
    ['71', 'Person 71'],
  ])
  const allowed = await post('requests/allow', { channel: 'telegram', id: '70' })
  expect(allowed.json()).toMatchObject({ said: 'Person 70 is a member now and can write to me.' })
  expect(findPerson(road.db, { channel: 'telegram', id: '70' })?.role).toBe('member')
  expect(
    road.db.raw.prepare("SELECT text FROM message WHERE chat = 'telegram:70' ORDER BY id DESC").pluck().get(),
  ).toMatch(/^Welcome, Person 70/)
  const refused = await post('requests/refuse', { channel: 'telegram', id: '71' })
  expect((refused.json() as People).requests).toEqual([])
  expect(findPerson(road.db, { channel: 'telegram', id: '71' })).toBeUndefined()
  // Nobody is decided about twice, and somebody we know is no request.
  for (const id of ['70', '71', '1', '999'])
    expect((await post('requests/allow', { channel: 'telegram', id })).status).toBe(409)
})

test('role, time zone and language are set, and what was asked with the old role is cancelled', async () => {
  const { road, read, post } = await openHouse()
  const ben = road.member(43)
  road.say('what now?', from(43))
  const set = await post('set', { person: ben.id, role: 'guest', timezone: 'berlin', language: 'de' })
  expect(set.json()).toMatchObject({
    said: expect.stringMatching(
      /: guest, time zone Europe\/Berlin, language de Unanswered requests that I canceled: 1\.$/,
    ),
  })
  const listed = (await read()).people.find(({ id }) => id === ben.id)
  expect(listed).toMatchObject({ role: 'guest', timezone: 'Europe/Berlin', language: 'de' })
  expect(listTasks(road.db, { limit: 1 })[0]?.state).toBe('cancelled')
  await post('set', { person: ben.id, timezone: null, language: null })
  expect((await read()).people.find(({ id }) => id === ben.id)).not.toHaveProperty('timezone')
  const wrong = [
    post('set', { person: ben.id, role: 'owner' }),
    post('set', { person: ben.id, timezone: 'Middle-earth' }),
    post('set', { person: road.owner.id, role: 'member' }),
    post('set', { person: 999, role: 'member' }),
  ]
  expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([400, 409, 409, 409])
  expect(findPerson(road.db, { channel: 'telegram', id: '1' })?.role).toBe('owner')
})
