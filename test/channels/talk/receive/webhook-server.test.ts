import { createHmac, randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createWebhookServer } from '../../../../src/channels/talk/receive/webhook-server.ts'
import { textIn } from '../../../../src/messages/localized.ts'
import { createTalkServer } from '../../../peers/talk/talk.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { size } from '../../../support/sizes.ts'
import { createTestInbox, type TestInbox } from '../../telegram/rig.ts'
import { startRig } from '../rig.ts'

const secret = 'a'.repeat(64)
const url = 'https://cloud.example.org'

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function start(inbox: TestInbox = createTestInbox()) {
  const port = await freePort()
  let rings = 0
  const troubles: string[] = []
  const stopping = new AbortController()
  const deps = { secret, url, port, host: '127.0.0.1', account: 'skein@here', log: silentLog }
  const bell = createWebhookServer({
    ...deps,
    hurry: () => rings++,
    trouble: (sentence) => troubles.push(textIn(sentence, 'en')),
  })
  const running = bell.run(inbox, stopping.signal)
  const stop = async () => {
    stopping.abort()
    await running
  }
  onTestFinished(stop)
  return { port, inbox, rings: () => rings, troubles, stop }
}

function body(id: number, type = 'Create'): string {
  return JSON.stringify({
    type,
    actor: { id: 'users/ana' },
    object: { id: String(id), content: '{}' },
    target: { id: 'abcd' },
  })
}

interface Call {
  text: string
  random?: string
  key?: string
  headers?: Record<string, string>
  method?: string
}

function ring(
  port: number,
  { text, random = randomBytes(32).toString('hex'), key = secret, headers, method = 'POST' }: Call,
) {
  const signature = createHmac('sha256', key).update(random).update(text).digest('hex')
  const all = {
    'x-nextcloud-talk-random': random,
    'x-nextcloud-talk-signature': signature,
    'x-nextcloud-talk-backend': `${url}/`,
    ...headers,
  }
  return new Promise<number>((resolve) => {
    const call = request({ host: '127.0.0.1', port, method, headers: all, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', () => resolve(0))
    call.end(text)
  })
}

test('a call that the server signed rings once, and its replay never, after a restart neither', async () => {
  const first = await start()
  const call = { text: body(7), random: 'r'.repeat(64) }
  expect(await ring(first.port, call)).toBe(200)
  expect(await ring(first.port, call)).toBe(409)
  await first.stop()
  const second = await start(first.inbox)
  expect(await ring(second.port, call)).toBe(409)
  expect(await ring(second.port, { ...call, random: 's'.repeat(64) })).toBe(409)
  expect(await ring(second.port, { text: body(8) })).toBe(200)
  expect([first.rings(), second.rings()]).toEqual([1, 1])
})

test('nothing in a call becomes a message', async () => {
  const { port, inbox } = await start()
  await ring(port, { text: body(7) })
  expect(inbox.events).toEqual([])
})

test.each<[string, Partial<Call>]>([
  ['another secret', { key: 'b'.repeat(64) }],
  ['no signature', { headers: { 'x-nextcloud-talk-signature': '' } }],
  ['a short signature', { headers: { 'x-nextcloud-talk-signature': 'ab' } }],
  ['letters that are no digits', { headers: { 'x-nextcloud-talk-signature': 'z'.repeat(64) } }],
  ['a short random', { random: 'short' }],
  ['another server', { headers: { 'x-nextcloud-talk-backend': 'https://other.example' } }],
  ['another method', { method: 'PUT' }],
  ['something that is no call', { text: '[]' }],
  ['a reaction, which carries an old number', { text: body(9, 'Like') }],
  ['a call of more than 256 KB', { text: body(9).replace('{', `{"more":"${'x'.repeat(300_000)}",`) }],
])('%s rings nothing', async (_name, given) => {
  const { port, rings } = await start()
  expect([0, 400, 401]).toContain(await ring(port, { text: body(9), ...given }))
  expect(rings()).toBe(0)
})

const CALLS = size(2000, 10_000)

test(`${CALLS} forged and replayed calls: none rings`, async () => {
  const { port, rings, inbox } = await start()
  const genuine = { text: body(100), random: 'g'.repeat(64) }
  expect(await ring(port, genuine)).toBe(200)
  const statuses = new Map<number, number>()
  for (let at = 0; at < CALLS; at += 25) {
    const calls = Array.from({ length: 25 }, (_, one) =>
      (at + one) % 2 === 0 ? ring(port, genuine) : ring(port, { text: body(1000 + at + one), key: `wrong ${at}` }),
    )
    for (const status of await Promise.all(calls)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([rings(), statuses.get(200), statuses.get(401), statuses.get(409)]).toEqual([
    1,
    undefined,
    CALLS / 2,
    CALLS / 2,
  ])
  expect(inbox.events).toEqual([])
})

test('a place that is taken is told, and nothing else stops', async () => {
  const first = await start()
  const troubles: string[] = []
  const stopping = new AbortController()
  const deps = { secret, url, port: first.port, host: '127.0.0.1', account: 'x', log: silentLog, hurry() {} }
  const running = createWebhookServer({ ...deps, trouble: (sentence) => troubles.push(textIn(sentence, 'en')) }).run(
    first.inbox,
    stopping.signal,
  )
  await expect.poll(() => troubles).toEqual([expect.stringContaining('talk.webhook.port')])
  stopping.abort()
  await running
})

/** The whole channel before a server that rings. A second takes ten minutes, so that nothing but the bell makes it look again. */
async function startRinging(prepare: (server: Awaited<ReturnType<typeof createTalkServer>>) => void = () => {}) {
  const server = await createTalkServer({ secondMs: 20 })
  onTestFinished(() => server.close())
  const port = await freePort()
  const [ana, bot] = [server.user('ana', 'Ana'), server.user('skein', 'Skein')]
  const quiet = server.group('Quiet', [ana, bot])
  const installed = server.webhooks.install({ name: 'Bell', secret, url: `http://127.0.0.1:${port}/` })
  quiet.room.bots.add(installed.id)
  prepare(server)
  const webhook = { secret, host: '127.0.0.1', port }
  const rig = await startRig({ server, channel: { webhook, secondMs: 600_000 } })
  const lists = () => server.traffic.calls.filter(({ route }) => route === 'rooms').length
  return { ...rig, ana, quiet, lists }
}

test('what is said where nobody polls is heard at once when the server rings', async () => {
  const { server, inbox, bot, ana, quiet, lists } = await startRinging()
  const account = `${bot.id}@${new URL(server.url()).host}`
  await expect.poll(() => inbox.cursor('talk', account, quiet.token)).toBeDefined()
  // Whether the look that follows the first list is over or not: from here on only the bell makes another list.
  for (const [at, text] of ['are you there?', 'and now?', 'still?'].entries()) {
    quiet.say(ana, `@skein ${text}`)
    // One for each ring, and one more when the first words after a quiet time make it look around.
    await expect.poll(lists).toBeGreaterThanOrEqual(at + 2)
    await expect.poll(() => inbox.events.map((event) => ('text' in event ? event.text : ''))).toContain(text)
  }
  await expect.poll(() => server.webhooks.results).toEqual([200, 200, 200])
})

test('a bell does not hurry a server that holds us back', async () => {
  const { server, ana, quiet, lists } = await startRinging((before) => before.fail('rooms', 'throttled-before', 100))
  await expect.poll(lists).toBe(1)
  for (const text of ['one', 'two', 'three']) {
    const heard = server.webhooks.results.length
    quiet.say(ana, text)
    await expect.poll(() => server.webhooks.results.length).toBe(heard + 1)
  }
  expect([server.webhooks.results, lists()]).toEqual([[200, 200, 200], 1])
})
