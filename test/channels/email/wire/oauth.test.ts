import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { failureOf } from '../../../../src/channels/email/wire/failure.ts'
import { createCredentials } from '../../../../src/channels/email/wire/oauth.ts'
import { createTestClock } from '../../../support/test-clock.ts'

const never = new AbortController().signal

async function open(answer: (form: URLSearchParams, n: number) => { status?: number; body: unknown }) {
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => void serve(request, response))
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    asked.push(form)
    const { status = 200, body } = answer(form, asked.length)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const clock = createTestClock()
  const kept: { text?: string } = {}
  const start = (refreshToken = 'first-refresh-token') =>
    createCredentials({
      login: {
        kind: 'oauth2',
        user: 'skein@house.test',
        clientId: 'me',
        clientSecret: 'hush-hush',
        refreshToken,
        tokenUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token?tenant=1`,
      },
      clock,
      kept: () => kept.text,
      keep: (words) => void (kept.text = words),
    })
  return { asked, clock, start }
}

test('one token serves all who log in together, and none for long or after it was refused', async () => {
  const { asked, clock, start } = await open((_, n) => ({ body: { access_token: `token-${n}`, expires_in: 3600 } }))
  const credentials = start()
  const both = await Promise.all([credentials.get(never), credentials.get(never)])
  expect(both).toEqual([1, 2].map(() => ({ user: 'skein@house.test', accessToken: 'token-1' })))
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'first-refresh-token',
    client_id: 'me',
    client_secret: 'hush-hush',
  })
  clock.advance(200_000)
  expect(await credentials.get(never)).toMatchObject({ accessToken: 'token-1' })
  clock.advance(200_000)
  expect(await credentials.get(never)).toMatchObject({ accessToken: 'token-2' })
  credentials.refused()
  expect(await credentials.get(never)).toMatchObject({ accessToken: 'token-3' })
  expect(asked).toHaveLength(3)
})

test('a refresh token that is exchanged is kept, until another stands in the configuration', async () => {
  const { asked, start } = await open((_, n) => ({ body: { access_token: `t${n}`, refresh_token: `r${n}` } }))
  await start().get(never)
  await start().get(never)
  await start('second-refresh-token').get(never)
  expect(asked.map((form) => form.get('refresh_token'))).toEqual(['first-refresh-token', 'r1', 'second-refresh-token'])
})

test('a refused token is a refused login; what is broken is not, and neither tells a secret', async () => {
  const answers = [
    { status: 400, body: { error: 'invalid_grant', error_description: 'first-refresh-token is revoked' } },
    { status: 503, body: { error: 'first-refresh-token' } },
    { status: 200, body: { nothing: 'hush-hush' } },
  ]
  const { start } = await open((_, n) => answers[n - 1] ?? { body: {} })
  const credentials = start()
  for (const kind of ['refused', 'lost', 'lost']) {
    const error: unknown = await credentials.get(never).catch((thrown: unknown) => thrown)
    expect(failureOf(error).kind).toBe(kind)
    expect(String(error)).not.toMatch(/first-refresh-token|hush/)
  }
})

test('who waits for a token is let go by their own signal', async () => {
  const { start } = await open(() => ({ body: { access_token: 't' } }))
  await expect(start().get(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
})
