import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { GrammyError } from 'grammy/web'
import { expect, onTestFinished, test } from 'vitest'
import { NoAnswerError } from '../../../src/channels/shared/http-client.ts'
import { createPoller } from '../../../src/channels/telegram/receive/poller.ts'
import { createPollBackoff } from '../../../src/channels/telegram/wire/outage.ts'
import { textIn } from '../../../src/messages/localized.ts'
import { silentLog } from '../../support/silent-log.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { startRig } from './rig.ts'

const refused = new NoAnswerError('getUpdates', 'ECONNREFUSED', false)
const conflict = new GrammyError(
  'getUpdates',
  { ok: false, error_code: 409, description: 'Conflict: terminated by other getUpdates request', parameters: {} },
  'getUpdates',
  {},
)
const silent = new NoAnswerError('getUpdates', 'no answer within 40 s', true)

/** What an owner hears while time passes and nobody answers. */
function startBackoff() {
  const clock = createTestClock()
  const troubles: string[] = []
  const backoff = createPollBackoff({
    log: silentLog,
    clock,
    second: 1000,
    trouble: (says) => void troubles.push(textIn(says, 'en')),
  })
  const fail = (error: Error, minutes: number) => {
    for (let tried = 0; tried < minutes * 2; tried++) {
      backoff.failed(error)
      clock.advance(30_000)
    }
  }
  return { backoff, troubles, fail, clock }
}

test('an outage is told once, however long it lasts and whatever breaks meanwhile', () => {
  const { troubles, fail } = startBackoff()
  fail(refused, 1)
  fail(silent, 1)
  expect(troubles).toEqual([])
  fail(refused, 60)
  fail(silent, 60)
  expect(troubles).toEqual([expect.stringContaining('have not reached Telegram')])
})

test('the next outage is told again, and hiccups between answers never', () => {
  const { backoff, troubles, fail } = startBackoff()
  for (let hiccup = 0; hiccup < 50; hiccup++) {
    fail(refused, 1.5)
    backoff.succeeded()
  }
  expect(troubles).toEqual([])
  fail(refused, 5)
  backoff.succeeded()
  fail(refused, 5)
  expect(troubles).toHaveLength(2)
})

test('no pause that is asked for keeps it from listening for longer than ten minutes', () => {
  const { backoff } = startBackoff()
  const parameters = { retry_after: 1_000_000 }
  const slow = { ok: false, error_code: 429, description: 'Too Many Requests', parameters } as const
  expect(backoff.failed(new GrammyError('getUpdates', slow, 'getUpdates', {}))).toBeLessThanOrEqual(601_000)
})

test('a second reader that takes turns with us is told of, though every other poll succeeds; one conflict is not', () => {
  const { backoff, troubles, clock } = startBackoff()
  backoff.failed(conflict)
  clock.advance(3_600_000)
  for (let turn = 0; turn < 6; turn++) {
    expect(troubles).toEqual([])
    backoff.failed(conflict)
    clock.advance(12_000)
    backoff.succeeded()
  }
  expect(troubles).toEqual([expect.stringContaining('Another program reads')])
})

test('through an hour of dead lines the loop is never seen standing still as long as the watchdog allows', async () => {
  const clock = createTestClock()
  const stop = new AbortController()
  const second = 0.01
  const stale: number[] = []
  let polls = 0
  const poller = createPoller({
    api: {
      account: '7',
      async poll(_ask, { deadlineMs }) {
        clock.advance(deadlineMs)
        stale.push(clock.mono() - poller.lastAttempt())
        if (++polls === 90) stop.abort()
        throw polls % 2 === 0 ? refused : silent
      },
    },
    apiRoot: 'http://127.0.0.1:1',
    clock,
    log: silentLog,
    trouble() {},
    take: async () => {},
    secondMs: second,
  })
  await poller.run({ cursor: () => undefined }, stop.signal)
  expect(polls).toBe(90)
  expect(Math.max(...stale)).toBeLessThan(45 * second)
})

test.each<[string, 'http' | 'https', () => Server]>([
  ['a server that hangs up', 'http', () => createSocketServer((one) => one.destroy())],
  ['a server that speaks no TLS', 'https', () => createSocketServer((one) => one.end('hi'))],
  [
    'a page of somebody else',
    'http',
    () => createServer((_, answer) => void answer.writeHead(404, { connection: 'close' }).end('<h1>404</h1>')),
  ],
])('with %s at the address it tells of it, and goes on trying', async (_name, protocol, open) => {
  const server = open()
  let tries = 0
  server.on('connection', () => void tries++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const apiRoot = `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`
  const rig = await startRig({ awaitPoll: false, channel: { apiRoot, secondMs: 1 } })
  await expect.poll(() => rig.troubles).toEqual([expect.stringContaining('have not reached Telegram')])
  const before = tries
  await expect.poll(() => tries).toBeGreaterThan(before)
  await rig.stop()
  expect(rig.troubles).toHaveLength(1)
})
