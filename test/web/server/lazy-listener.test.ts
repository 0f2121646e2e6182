import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createLazyListener } from '../../../src/web/server/lazy-listener.ts'
import { silentLog } from '../../support/silent-log.ts'

type Load = Parameters<typeof createLazyListener>[0]

async function serve(load: Load): Promise<() => Promise<Response>> {
  const server = createServer(createLazyListener(load, silentLog))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return () => fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
}

test('nothing is loaded before somebody asks, and once for all who ask', async () => {
  let loads = 0
  const ask = await serve(async () => {
    loads++
    return (_request, response) => void response.end('here')
  })
  expect(loads).toBe(0)
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['here', 'here', 'here'])
  expect(loads).toBe(1)
})

test('what cannot be loaded is said, and tried again with the next request', async () => {
  let isBroken = true
  const ask = await serve(async () => {
    if (isBroken) throw new Error('no such file')
    return (_request, response) => void response.end('here')
  })
  const refused = await ask()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({ error: expect.stringContaining('could not be loaded; start it again') })
  isBroken = false
  expect(await (await ask()).text()).toBe('here')
})
