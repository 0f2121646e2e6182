import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Connected, Connections } from '../../../src/web/page/wire/settings-wire.ts'
import { createDovecot, type Dovecot, hasDovecot } from '../../peers/mail/dovecot.ts'
import { passwordOf } from '../../peers/mail/dovecot-config.ts'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { fails, says } from '../../peers/providers/script.ts'
import { createTalkServer } from '../../peers/talk/talk.ts'
import { createTelegram } from '../../peers/telegram/telegram.ts'
import { ask, pageHeaders, signIn } from '../../web/http.ts'
import { openHouse, publicUrl } from './house.ts'

const fakeClaude = fileURLToPath(new URL('../../peers/fake-claude.mjs', import.meta.url))

const connectionIn = (answered: unknown, name: string) =>
  (answered as Connections).connections.find((one) => one.name === name)

test('nobody connects anything without a session, from another site or through the public door', async () => {
  const { server, config } = await openHouse()
  const post = (headers: Record<string, string>, path = 'telegram') =>
    ask(server.port, { method: 'POST', path: `/api/connections/${path}`, headers, body: '{"secret":"x"}' })
  expect((await post(pageHeaders(server.port))).status).toBe(401)
  const { cookie } = await signIn(server)
  expect((await post(pageHeaders(server.port, { cookie, origin: 'http://evil.test' }))).status).toBe(403)
  const elsewhere = pageHeaders(server.port, { host: 'skein.example.org', origin: publicUrl })
  const token = server.publicLink()?.split('#sign-in=')[1]
  const entered = await ask(server.port, {
    method: 'POST',
    path: '/api/sign-in',
    headers: elsewhere,
    body: JSON.stringify({ token }),
  })
  const signed = { ...elsewhere, cookie: entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
  const refused = await post(signed)
  expect([refused.status, refused.json()]).toEqual([
    403,
    { error: expect.stringContaining('only be done on the machine itself') },
  ])
  expect((await post(signed, 'talk/sign-in')).status).toBe(403)
  const shown = await ask(server.port, { path: '/api/connections', headers: signed })
  expect(shown.json()).toMatchObject({ canConnect: false })
  expect(config()).toBe('')
})

describe('a provider', () => {
  const KEY = 'sk-canary-4711-long'

  test('that answers is written down, its key in a file for this user alone, and waits for a start', async () => {
    const api = await startOpenAi({ key: KEY, models: ['grain-7'] }, says('OK'))
    onTestFinished(() => api.close())
    const house = await openHouse('# mine\n[owner]\nname = "Ana"\n')
    const given = { kind: 'openai-compatible', url: `${api.url}/v1`, model: 'grain-7', secret: KEY, default: 'yes' }
    const answer = await house.connect('provider', given)
    expect([answer.status, (answer.json() as Connected).says]).toEqual([
      200,
      expect.arrayContaining(['It answers: "OK" ($0.0000).', 'It is the default model now.']),
    ])
    expect(house.config()).toContain(`# mine\n[owner]\nname = "Ana"\n\n[providers.local]\nkind = "openai-compatible"`)
    expect(house.config()).toContain(`api_key = "file:${house.kept('provider-local-key')}"`)
    expect(statSync(house.kept('provider-local-key')).mode & 0o777).toBe(0o600)
    expect(connectionIn(answer.json(), 'provider')).toEqual({
      name: 'provider',
      isSet: true,
      isWaiting: true,
      as: 'local',
    })
    expect((await house.get('/provider')).json()).toMatchObject({ isWell: true })
    expect(house.told()).not.toContain(KEY)
  })

  test('that is connected again keeps its own address unless another one or another kind is chosen', async () => {
    const api = await startAnthropic({ key: KEY, models: ['grain-7'] }, says('OK'))
    onTestFinished(() => api.close())
    const address = `base_url = "${api.url}"`
    const house = await openHouse(
      `[providers.anthropic]\nkind = "anthropic"\n${address}\napi_key = "old"\nwindow = 9000\nmodels.general = "grain-7"\n`,
    )
    const again = await house.connect('provider', { kind: 'anthropic', secret: KEY })
    expect([again.status, house.config()]).toEqual([200, expect.stringContaining(address)])
    expect(house.config()).toContain('window = 9000')
    const moved = await startAnthropic({ key: KEY, models: ['grain-7'] }, says('OK'))
    onTestFinished(() => moved.close())
    await house.connect('provider', { kind: 'anthropic', secret: KEY, url: moved.url })
    expect(house.config()).toContain(`base_url = "${moved.url}"`)
    // Of another kind, it gets the usual address of that kind, where nothing answers this key.
    const other = await house.connect('provider', { kind: 'ollama', name: 'anthropic', model: 'grain-7' })
    expect(other.text).not.toContain(new URL(moved.url).port)
  })

  test('that fails, repeating what it was given, changes nothing and shows nothing', async () => {
    const api = await startOpenAi({ models: ['grain-7'] }, fails(400, `no model for ${KEY}`))
    onTestFinished(() => api.close())
    const house = await openHouse()
    const given = { kind: 'openai-compatible', url: api.url, model: 'grain-7', secret: KEY }
    const answer = await house.connect('provider', given)
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('Nothing was changed.')])
    expect([house.config(), existsSync(house.kept('provider-local-key'))]).toEqual(['', false])
    expect(house.told()).not.toContain(KEY)
  })

  test.each([
    [{ kind: 'openrouter', secret: KEY }, 'The model is missing.'],
    [{ kind: 'openrouter', model: 'm' }, 'The API key is missing.'],
    [{ kind: '__proto__', secret: KEY }, 'Choose a provider'],
    [{ kind: 'ollama', model: 'm', name: '../x' }, 'The name can have lowercase letters'],
    [{ kind: 'anthropic', secret: 'file:/etc/passwd' }, 'Enter the secret itself'],
    [{ kind: 'anthropic', secret: `${KEY}\nx` }, 'holds a line break'],
  ])('%o is refused with a sentence', async (given, sentence) => {
    const house = await openHouse()
    const answer = await house.connect('provider', given)
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(sentence)])
    expect(house.told()).not.toContain(KEY)
  })
})

test('a page in German is answered in German', async () => {
  const house = await openHouse('', {}, 'de')
  const answer = await house.connect('provider', { kind: 'openrouter', secret: 'sk-canary-4711-long' })
  expect(answer.json()).toEqual({ error: 'Das Modell fehlt. Es wurde nichts geändert.' })
})

test('a bot of Telegram is asked for its name; a revoked token changes nothing', async () => {
  const telegram = await createTelegram()
  onTestFinished(() => telegram.close())
  const house = await openHouse(`[telegram]\napi_root = "${telegram.url()}"\n`)
  const token = telegram.token()
  const answer = await house.connect('telegram', { secret: token })
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(`@${telegram.bot.username} answers.`)])
  expect(house.config()).toBe(
    `[telegram]\ntoken = "file:${house.kept('telegram-token')}"\napi_root = "${telegram.url()}"\n`,
  )
  expect(statSync(house.kept('telegram-token')).mode & 0o777).toBe(0o600)
  const before = house.config()
  telegram.revoke()
  const again = await house.connect('telegram', { secret: token })
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('the token is refused')])
  expect((await house.connect('telegram', { secret: 'nonsense' })).text).toContain('not a bot token')
  expect((await house.get('/telegram')).json()).toMatchObject({ isWell: false })
  expect(house.config()).toBe(before)
  expect(house.told()).not.toContain(token.split(':')[1])
})

test('an account of a Nextcloud gets an app password, and its owner a first message', async () => {
  const cloud = await createTalkServer()
  onTestFinished(() => cloud.close())
  const [, bot] = [cloud.user('ana', 'Ana'), cloud.user('skein', 'Skein')]
  const house = await openHouse()
  const given = { url: cloud.url(), user: 'skein', secret: bot.password, owner: 'ana' }
  const wrong = await house.connect('talk', { ...given, secret: 'not-the-password' })
  expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining('does not let \\"skein\\" in')])
  expect(house.config()).toBe('')
  const answer = await house.connect('talk', given)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Sent a first message to ana.')])
  expect(house.config()).toContain('owner_ids = ["ana"]')
  const password = readFileSync(house.kept('talk-password'), 'utf8').trim()
  expect(password).not.toBe(bot.password)
  expect(connectionIn(answer.json(), 'talk')).toMatchObject({ isSet: true, isWaiting: true })
  for (const secret of [password, bot.password, 'not-the-password']) expect(house.told()).not.toContain(secret)
})

describe('Claude', () => {
  const KEY = 'sk-ant-api03-canary-41c7d2'

  async function claudeHouse() {
    const dir = mkdtempSync(join(tmpdir(), 'skein-cli-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const file = join(dir, 'claude')
    const answers = `exec "${process.execPath}" "${fakeClaude}" answers "$@"`
    writeFileSync(file, `#!/bin/sh\n[ "$1" = --version ] && { echo "2.1.325 (Claude Code)"; exit; }\n${answers}\n`)
    chmodSync(file, 0o700)
    return openHouse(`[brain.claude]\ncommand = "${file}"\ntools = []\n`, { PATH: dirname(process.execPath) })
  }

  test('is asked one thing with the key before the key is kept', async () => {
    const house = await claudeHouse()
    const answer = await house.connect('claude', { secret: KEY })
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Claude answers: \\"hello\\"')])
    expect(house.config()).toContain(`api_key = "file:${house.kept('claude-api-key')}"`)
    expect(readFileSync(house.kept('claude-api-key'), 'utf8')).toBe(`${KEY}\n`)
    expect(connectionIn(answer.json(), 'claude')).toMatchObject({ isSet: true, isWaiting: true, as: 'api_key' })
    // What the daemon met while it worked counts more than what can be seen from outside.
    expect((await house.get('/claude')).json()).toEqual({ isWell: false, says: ['It was refused.'] })
    expect(house.told()).not.toContain(KEY)
  })

  test('takes nothing of another shape, and says what it is', async () => {
    const house = await claudeHouse()
    const before = house.config()
    const answer = await house.connect('claude', { secret: 'sk-proj-canary-0123456789' })
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('begins with sk-ant-api')])
    expect(house.config()).toBe(before)
  })
})

describe.skipIf(!hasDovecot())('a mailbox', () => {
  const address = 'skein@house.test'
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await createDovecot()
  })
  afterAll(() => dovecot.close())

  test('is logged in to before its password is kept', async () => {
    const house = await openHouse()
    const imap = `imap://127.0.0.1:${dovecot.ports.imap}`
    const given = { address, owner: 'ana@elsewhere.test', imap, smtp: 'smtp://127.0.0.1:9' }
    const wrong = await house.connect('email', { ...given, secret: 'not-the-password' })
    expect([wrong.status, wrong.text]).toEqual([409, expect.stringMatching(/does not let.*app password/)])
    const unsent = await house.connect('email', { ...given, secret: passwordOf(address), trial: 'yes' })
    expect([unsent.status, unsent.text]).toEqual([409, expect.stringContaining('127.0.0.1:9')])
    expect(house.config()).toBe('')
    const answer = await house.connect('email', { ...given, secret: passwordOf(address) })
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Signed in at 127.0.0.1')])
    expect(house.config()).toContain(`password = "file:${house.kept('mail-password')}"`)
    expect(connectionIn(answer.json(), 'email')).toMatchObject({ as: address })
    for (const secret of [passwordOf(address), 'not-the-password']) expect(house.told()).not.toContain(secret)
  })
})
