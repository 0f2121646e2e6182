import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SigningIn } from '../../../src/web/page/wire/settings-wire.ts'
import { createTalkServer, type TalkServer } from '../../peers/talk/talk.ts'
import { findRealClaude } from '../../spawner/claude/real-cli.ts'
import { ask, pageHeaders } from '../../web/http.ts'
import { openHouse } from './house.ts'

const real = findRealClaude()
const fakeClaude = fileURLToPath(new URL('../../peers/fake-claude.mjs', import.meta.url))

/** The page that was offered, or what came instead of one. */
async function pageIn(lines: AsyncGenerator<SigningIn>): Promise<string> {
  const { value } = await lines.next()
  return (value as { page?: string } | undefined)?.page ?? JSON.stringify(value)
}

test('nobody signs anything in without a session, nor what has no such way', async () => {
  const { server, get } = await openHouse()
  const headers = pageHeaders(server.port)
  const asked = { method: 'POST', path: '/api/connections/talk/sign-in', headers, body: '{}' }
  expect((await ask(server.port, asked)).status).toBe(401)
  expect((await get('/telegram/sign-in')).status).toBe(404)
})

describe('an account of a Nextcloud', () => {
  let cloud: TalkServer
  beforeEach(async () => {
    cloud = await createTalkServer()
    onTestFinished(() => cloud.close())
    cloud.user('ana', 'Ana')
    cloud.user('skein', 'Skein')
  })

  test('says yes on a page of its own: then it is looked round with, kept, and its owner greeted', async () => {
    const house = await openHouse('[web]\nport = 9\n')
    const lines = house.signingIn('talk', { url: cloud.url(), owner: 'ana' })
    const page = await pageIn(lines)
    expect(house.config()).toBe('[web]\nport = 9\n')
    cloud.grant(page, cloud.user('skein'))
    const { value: told } = await lines.next()
    expect(told).toMatchObject({ connected: { says: expect.arrayContaining(['Sent a first message to ana.']) } })
    expect(house.config()).toContain(`[talk]\nowner_ids = ["ana"]\nurl = "${cloud.url()}"\nuser = "skein"`)
    const password = readFileSync(house.kept('talk-password'), 'utf8').trim()
    expect(cloud.world.accounts.isAppPassword(password)).toBe(true)
    expect(house.told()).not.toContain(password)
  })

  test('that is the owner’s own is not taken, and what it granted is given back', async () => {
    const house = await openHouse()
    const lines = house.signingIn('talk', { url: cloud.url(), owner: 'ana' })
    cloud.grant(await pageIn(lines), cloud.user('ana'))
    const { value: told } = await lines.next()
    expect(told).toEqual({ error: expect.stringContaining('Give the bot an account of its own') })
    expect(cloud.traffic.calls.at(-1)).toMatchObject({ route: 'revoke', status: 200 })
    expect([house.config(), existsSync(house.kept('talk-password'))]).toEqual(['', false])
  })

  test('keeps its working password if the configuration became invalid meanwhile', async () => {
    const house = await openHouse()
    const { password: secret } = cloud.user('skein')
    expect((await house.connect('talk', { url: cloud.url(), user: 'skein', secret })).status).toBe(200)
    const saved = readFileSync(house.kept('talk-password'), 'utf8')
    const lines = house.signingIn('talk', { url: cloud.url() })
    const page = await pageIn(lines)
    writeFileSync(house.kept('config.toml'), `${house.config()}\n[web]\nport = "x"\n`)
    cloud.grant(page, cloud.user('skein'))
    expect((await lines.next()).value).toEqual({ error: expect.stringContaining('web.port') })
    expect(readFileSync(house.kept('talk-password'), 'utf8')).toBe(saved)
    expect(cloud.world.accounts.isAppPassword(saved.trim())).toBe(true)
  })

  test('is waited for once at a time: what is begun later takes its place', async () => {
    const house = await openHouse()
    const first = house.signingIn('talk', { url: cloud.url() })
    const forgotten = await pageIn(first)
    const second = house.signingIn('talk', { url: cloud.url() })
    const page = await pageIn(second)
    expect(await pageIn(first)).toContain('cancelled because another connection was started')
    cloud.grant(forgotten, cloud.user('skein'))
    cloud.grant(page, cloud.user('skein'))
    expect((await second.next()).value).toHaveProperty('connected')
  })

  test('is not waited for when nobody is there any more', async () => {
    const house = await openHouse()
    const leaving = new AbortController()
    const first = house.signingIn('talk', { url: cloud.url() }, leaving.signal)
    const page = await pageIn(first)
    leaving.abort()
    await expect(first.next()).rejects.toThrow()
    // Whoever comes at once is given a page of their own, and nobody waits behind the one that was left.
    const later = new AbortController()
    expect(await pageIn(house.signingIn('talk', { url: cloud.url() }, later.signal))).not.toBe(page)
    later.abort()
    expect(house.config()).toBe('')
  })

  test('is not asked for where there is no Nextcloud', async () => {
    const house = await openHouse()
    const { value } = await house.signingIn('talk', { url: house.server.url }).next()
    expect(value).toEqual({ error: expect.stringContaining('Nothing was changed.') })
  })
})

describe('an account of Claude', () => {
  /** As much of the CLI as a sign-in meets; what answers afterwards is asked once. */
  async function claudeHouse(config = '') {
    const dir = mkdtempSync(join(tmpdir(), 'skein-cli-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const file = join(dir, 'claude')
    writeFileSync(
      file,
      `#!/bin/sh
case "$*" in
  --version) echo "2.1.325 (Claude Code)" ;;
  "auth login")
    echo $$ > "${dir}/pid"
    printf 'If the browser does not open, visit: https://claude.example/authorize?code=true\\nPaste code here > '
    read -r code
    [ "$code" = 'good#code' ] || { echo "Login failed" >&2; exit 1; }
    echo '{}' > "$CLAUDE_CONFIG_DIR/.credentials.json" ;;
  *) exec "${process.execPath}" "${fakeClaude}" answers "$@" ;;
esac
`,
      { mode: 0o700 },
    )
    const house = await openHouse(`[brain.claude]\ncommand = "${file}"\ntools = []\n${config}`, {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    })
    const isRunning = () => existsSync(`/proc/${readFileSync(join(dir, 'pid'), 'utf8').trim()}`)
    return { ...house, isRunning, bring: (code: string) => house.connect('claude/sign-in/code', { code }) }
  }
  const offered = { page: 'https://claude.example/authorize?code=true', givesCode: true }

  test('brings a code, takes the place of a key, and is asked one thing', async () => {
    const house = await claudeHouse('api_key = "old-key-12345"\n')
    expect((await house.bring('good#code')).status).toBe(409)
    const lines = house.signingIn('claude', {})
    expect((await lines.next()).value).toEqual(offered)
    expect((await house.bring('two\nlines')).status).toBe(400)
    expect((await house.bring(' good#code ')).status).toBe(200)
    const { value: told } = await lines.next()
    expect(told).toMatchObject({
      connected: { says: ['Signed in.', expect.stringContaining('Claude answers: "hello"')] },
    })
    expect(JSON.stringify(told)).toContain('{"name":"claude","isSet":true,"isWaiting":true,"as":"login"}')
    expect(house.config()).not.toContain('api_key')
  })

  test.skipIf(!real)('is asked for by the CLI itself, which names the page and waits', async () => {
    const house = await openHouse(`[brain.claude]\ncommand = "${real}"\n`)
    const leaving = new AbortController()
    const { value } = await house.signingIn('claude', {}, leaving.signal).next()
    leaving.abort()
    expect(value).toEqual({ page: expect.stringMatching(/^https:\/\/claude\S+code_challenge=/), givesCode: true })
  })

  test('with a wrong code changes nothing', async () => {
    const house = await claudeHouse('api_key = "old-key-12345"\n')
    const lines = house.signingIn('claude', {})
    await lines.next()
    await house.bring('bad#code')
    expect((await lines.next()).value).toEqual({ error: 'The sign-in was not completed. Nothing was changed.' })
    expect(house.config()).toContain('api_key = "old-key-12345"')
  })

  test('is not waited for when nobody is there any more', async () => {
    const house = await claudeHouse()
    const leaving = new AbortController()
    const lines = house.signingIn('claude', {}, leaving.signal)
    expect((await lines.next()).value).toEqual(offered)
    expect(house.isRunning()).toBe(true)
    leaving.abort()
    await expect.poll(house.isRunning).toBe(false)
    await expect.poll(async () => (await house.bring('good#code')).status).toBe(409)
  })
})
