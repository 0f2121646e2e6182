import { expect, onTestFinished, test } from 'vitest'
import { ask, pageHeaders } from '../http.ts'
import { openImportHouse } from '../import-house.ts'
import { createWorld } from '../world.ts'

const line = (id: number, text = `line ${id}`, from = 'Ana') =>
  JSON.stringify({ chat: 'journal', id: String(id), at: '2026-03-14T10:00:00Z', from, role: 'human', text })

/** A house into which text is imported at once. */
async function openHouse() {
  const world = createWorld()
  onTestFinished(() => world.close())
  const house = await openImportHouse(world)
  const send = async (content: string, ownersNames: string[] = []) =>
    house.run(await house.upload(content), ownersNames)
  const preview = async (content: string) => house.preview(await house.upload(content))
  const stored = () => world.db.statement("SELECT count(*) FROM message WHERE chat = 'web:journal'").pluck().get()
  return { ...house, house, world, send, preview, stored }
}

test('a past comes in piece by piece, its share grows, and the same lines are taken in once', async () => {
  const { send, shares, stored } = await openHouse()
  const past = Array.from({ length: 12 }, (_, id) => line(id, `${'ä'.repeat(100_000)} ${id}`)).join('\n')
  const first = await send(`${past}\nnot a line\n`)
  expect(first).toEqual({
    status: 'ok',
    value: { lines: 13, added: 12, known: 0, bad: 1, problems: ['line 13: is not JSON'] },
  })
  const sentShares = shares.slice(0, shares.indexOf(1) + 1)
  expect(sentShares.length).toBeGreaterThan(1)
  expect(sentShares).toEqual(sentShares.toSorted((a, b) => a - b))
  expect([shares.at(-1), stored()]).toEqual([1, 12])
  expect(await send(past)).toMatchObject({ status: 'ok', value: { added: 0, known: 12 } })
})

test('who the owner was called there is believed', async () => {
  const { world, send } = await openHouse()
  await send([line(1, 'mine', 'A. L.'), line(2, 'not mine', 'Bea')].join('\n'), ['a. l.'])
  const trusts = world.db.statement('SELECT trust FROM message ORDER BY id').pluck().all()
  expect(trusts).toEqual(['owner', 'untrusted'])
})

test('a preview says what any known file would bring and writes nothing', async () => {
  const { world, preview, send, stored } = await openHouse()
  const chat = '1.2.25, 10:00 - Ben: one\n1.2.25, 10:01 - Ana L.: two\n1.2.25, 10:02 - Ben: three\n'
  const at = new Date(2025, 1, 1, 10, 0).getTime()
  expect(await preview(chat)).toMatchObject({
    status: 'ok',
    value: {
      formats: ['WhatsApp'],
      messages: 3,
      first: at,
      people: [
        { name: 'Ben', messages: 2, isYou: false },
        { name: 'Ana L.', messages: 1, isYou: false },
      ],
      peopleCount: 2,
      isOwnerUnknown: true,
      sample: { lines: [{ at, from: 'Ben', text: 'one' }, {}, {}] },
    },
  })
  expect(world.db.statement('SELECT count(*) FROM message').pluck().get()).toBe(0)
  expect(await send(chat, ['Ana L.'])).toMatchObject({ status: 'ok', value: { added: 3 } })
  const trusts = world.db.statement('SELECT trust FROM message ORDER BY id').pluck().all()
  expect(trusts).toEqual(['untrusted', 'owner', 'untrusted'])
  expect(await preview('PK\u0003\u0004')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('zip archive'),
  })
  expect(stored()).toBe(0)
})

test('nobody brings in a past without a session, and a piece without end is refused', async () => {
  const { server, send, post, stored } = await openHouse()
  const strange = (path: string) =>
    ask(server.port, { method: 'POST', path, headers: pageHeaders(server.port), body: '{"ownersNames":[]}' })
  const id = '8c0ee1b5-4d94-4b29-8a8c-6d3a0c3c2b10'
  for (const path of ['', `/${id}/preview`, `/${id}/run`, `/${id}/remove`])
    expect((await strange(`/api/import/files${path}`)).status).toBe(401)
  expect((await strange(`/api/import/pieces?id=${id}&at=0`)).status).toBe(403)
  const bytes = { 'content-type': 'application/octet-stream' }
  const piece = { method: 'POST', path: `/api/import/pieces?id=${id}&at=0`, headers: pageHeaders(server.port, bytes) }
  expect((await ask(server.port, { ...piece, body: 'x' })).status).toBe(401)
  expect(await send(line(1, 'x'.repeat(20_000_000)))).toMatchObject({
    status: 'ok',
    value: { added: 0, bad: 1, problems: ['line 1: is too long'] },
  })
  const begun = (await post('/api/import/files', '{}')).json() as { id: string }
  expect((await post(`/api/import/pieces?id=${begun.id}&at=0`, 'x'.repeat(5_000_000))).status).toBe(413)
  expect((await post(`/api/import/pieces?id=${begun.id}&at=1`, 'a gap')).status).toBe(404)
  expect((await post(`/api/import/pieces?id=${id}&at=0`, 'unknown')).status).toBe(404)
  expect((await post('/api/import/pieces?id=..%2F..%2Fskein.db&at=0', 'elsewhere')).status).toBe(404)
  expect((await post(`/api/import/files/${id}/run`, '{"ownersNames":[]}')).json()).toEqual({
    error: 'This file is no longer there. Choose it again.',
  })
  expect(stored()).toBe(0)
})

test('a Talk room is asked for by its name, and a sentence says why it cannot be read', async () => {
  const { post, house } = await openHouse()
  expect((await post('/api/import/rooms', '{"room":""}')).status).toBe(400)
  const { id } = (await post('/api/import/rooms', '{"room":"Roof"}')).json() as { id: string }
  expect((await post(`/api/import/pieces?id=${id}&at=0`, 'no file')).status).toBe(404)
  expect(await house.preview(id)).toMatchObject({ error: expect.stringContaining('Talk is not connected.') })
})
