import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPerson, linkAddress } from '../../../src/store/people/people.ts'
import type { People } from '../../../src/web/page/wire/people-wire.ts'
import type { WebServer } from '../../../src/web/server.ts'
import { until } from '../../support/until.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { followEvents, inviteToPage, publicUrl } from '../page-people.ts'
import { createWorld } from '../world.ts'

const world = createWorld()
const { db, clock } = world
let server: WebServer
let owner = ''
let member = 0

beforeAll(async () => {
  server = await world.serve({ publicUrl })
  owner = (await signIn(server)).cookie
  await inviteToPage(server, owner, { name: 'The member' })
  member = db.raw.prepare("SELECT id FROM person WHERE name = 'The member'").pluck().get() as number
})
afterAll(() => world.close())

describe('whoever may no longer use the page', () => {
  const post = (path: string, body: object) =>
    ask(server.port, {
      method: 'POST',
      path: `/api/people/${path}`,
      headers: pageHeaders(server.port, { cookie: owner }),
      body: JSON.stringify(body),
    })

  test('is out at once, with every open page, and does not come back with an old cookie', async () => {
    const guest = await inviteToPage(server, owner, { name: 'A visitor' })
    const { id } = ((await (await post('set', { person: member })).json()) as People).people.findLast(
      ({ name }) => name === 'A visitor',
    ) ?? { id: 0 }
    const stream = await followEvents(server, { cookie: guest.cookie, isRemote: true })
    expect((await guest.call('GET', '/api/state')).status).toBe(200)
    expect((await post('revoke', { channel: 'web', id: `person-${id}` })).status).toBe(200)
    expect((await guest.call('GET', '/api/state')).status).toBe(401)
    await until(() => expect(stream.isOver()).toBe(true))
    // Whoever is let in again under the same number has to sign in again.
    linkAddress(db, { channel: 'web', id: `person-${id}` }, id, 'A visitor', clock.now(), 'pairing')
    expect((await guest.call('GET', '/api/state')).status).toBe(401)
  })

  test('keeps no session after being joined with somebody else', async () => {
    const guest = await inviteToPage(server, owner, { name: 'A twin' })
    const id = db.raw.prepare("SELECT id FROM person WHERE name = 'A twin'").pluck().get() as number
    const address = { channel: 'web', id: `person-${id}` } as const
    expect((await post('link', { ...address, person: member })).status).toBe(200)
    expect(findPerson(db, address)?.id).toBe(member)
    expect((await guest.call('GET', '/api/state')).status).toBe(401)
    expect((await post('unlink', address)).status).toBe(200)
    expect((await guest.call('GET', '/api/state')).status).toBe(401)
  })

  test('an owner is invited by nobody, and without a public address nobody is', async () => {
    expect((await post('page-link', { person: world.ownerId })).status).toBe(409)
    expect((await post('page-link', { person: 9999 })).status).toBe(409)
    const lonely = createWorld()
    const { port, link } = await lonely.serve()
    const { cookie } = await signIn({ port, link })
    const headers = pageHeaders(port, { cookie })
    const body = JSON.stringify({ name: 'Bo' })
    const answer = await ask(port, { method: 'POST', path: '/api/people/page-link', headers, body })
    expect([answer.status, lonely.db.raw.prepare('SELECT count(*) FROM person').pluck().get()]).toEqual([409, 1])
    await lonely.close()
  })
})
