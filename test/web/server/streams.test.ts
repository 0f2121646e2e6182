import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createBoundedStream, streamLines } from '../../../src/web/server/streams.ts'

const megabyte = new Uint8Array(1_000_000)

test('who reads nothing is cut off once, with a few megabytes waiting, and told nothing more', () => {
  let cuts = 0
  const { send } = createBoundedStream({ disconnect: () => void cuts++ })
  for (let sent = 0; sent < 4; sent++) send(megabyte)
  expect(cuts).toBe(0)
  for (let sent = 0; sent < 100; sent++) send(megabyte)
  expect(cuts).toBe(1)
})

test('who reads gets everything, however much it is, and what was sent before the end', async () => {
  let cuts = 0
  const { body, send, close } = createBoundedStream({ disconnect: () => void cuts++ })
  const reader = body.getReader()
  let read = 0
  for (let sent = 0; sent < 20; sent++) {
    send(megabyte)
    read += (await reader.read()).value?.byteLength ?? 0
  }
  send(megabyte)
  close()
  send(megabyte)
  read += (await reader.read()).value?.byteLength ?? 0
  expect([read, cuts, (await reader.read()).done]).toEqual([21_000_000, 0, true])
})

test('when the reader goes, that is told', async () => {
  let isGone = false
  const { body, send } = createBoundedStream({ disconnect() {}, onReaderGone: () => void (isGone = true) })
  await body.cancel()
  send(megabyte)
  expect(isGone).toBe(true)
})

test('a stream of lines that breaks says so in the language of the page', async () => {
  const app = new Hono().get('/', (c) =>
    streamLines(c, { isAlive: () => true, write: () => Promise.reject(new Error()) }),
  )
  const response = await app.request('/', { headers: { 'accept-language': 'de' } })
  expect(JSON.parse(await response.text())).toEqual({
    error: 'Etwas ist schiefgegangen. Bitte beginne noch einmal von vorn.',
  })
})
