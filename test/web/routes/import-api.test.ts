import { expect, onTestFinished, test } from 'vitest'
import type { FileImported } from '../../../src/web/page/views/settings/import/import-file.ts'
import { importFile } from '../../../src/web/page/views/settings/import/import-file.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { createWorld } from '../world.ts'

const line = (id: number, text = `line ${id}`, from = 'Ana') =>
  JSON.stringify({ chat: 'journal', id: String(id), at: '2026-03-14T10:00:00Z', from, role: 'human', text })

/** The page's own way of sending a file, over the wire of a real server. */
async function openHouse() {
  const world = createWorld()
  onTestFinished(() => world.close())
  const server = await world.serve()
  const { cookie } = await signIn(server)
  const headers = pageHeaders(server.port, { cookie })
  const shares: number[] = []
  const send = (text: string, ownersNames: string[] = []): Promise<FileImported> =>
    importFile(new Blob([text]), {
      api: {
        async post<T>(path: string, body: object) {
          const answer = await ask(server.port, { method: 'POST', path, headers, body: JSON.stringify(body) })
          if (answer.status === 200) return { status: 'ok', value: answer.json() as T }
          return { status: 'refused', error: (answer.json() as { error: string }).error }
        },
      },
      ownersNames,
      progress: (share) => void shares.push(share),
      signal: new AbortController().signal,
    })
  const stored = () => world.db.statement("SELECT count(*) FROM message WHERE chat = 'web:journal'").pluck().get()
  return { world, server, send, shares, stored }
}

test('a past comes in piece by piece, its share grows, and the same lines are taken in once', async () => {
  const { send, shares, stored } = await openHouse()
  const past = Array.from({ length: 12 }, (_, id) => line(id, `${'ä'.repeat(100_000)} ${id}`)).join('\n')
  const first = await send(`${past}\nnot a line\n`)
  expect(first).toEqual({
    status: 'ok',
    value: { lines: 13, added: 12, known: 0, bad: 1, problems: ['line 13: is not JSON'] },
  })
  expect(shares.length).toBeGreaterThan(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect([shares.at(-1), stored()]).toEqual([1, 12])
  expect(await send(past)).toMatchObject({ status: 'ok', value: { added: 0, known: 12 } })
})

test('who the owner was called there is believed', async () => {
  const { world, send } = await openHouse()
  await send([line(1, 'mine', 'A. L.'), line(2, 'not mine', 'Bea')].join('\n'), ['a. l.'])
  const trusts = world.db.statement('SELECT trust FROM message ORDER BY id').pluck().all()
  expect(trusts).toEqual(['owner', 'untrusted'])
})

test('nobody brings in a past without a session, and a piece without end is refused', async () => {
  const { server, send, stored } = await openHouse()
  const post = (path: string) =>
    ask(server.port, { method: 'POST', path, headers: pageHeaders(server.port), body: '{"lines":[],"ownersNames":[]}' })
  expect((await post('/api/import')).status).toBe(401)
  expect((await post('/api/import/settle')).status).toBe(401)
  expect(await send(line(1, 'x'.repeat(5_000_000)))).toMatchObject({
    status: 'failed',
    error: 'A line of this file is too long to be a message.',
  })
  expect(stored()).toBe(0)
})
