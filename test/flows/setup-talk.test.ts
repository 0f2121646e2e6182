import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createTalkServer, type TalkServer } from '../peers/talk/talk.ts'

let build: Build
let folder: string
let server: TalkServer

beforeAll(() => {
  build = createBuild()
})
afterAll(() => build.remove())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-setup-'))
  server = await createTalkServer()
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

function setUp(args: string[], heard: (text: string) => void = () => {}) {
  const place = ['--data', join(folder, 'data'), '--config', join(folder, 'config.toml')]
  const child = spawn(process.execPath, [build.main, ...place, 'setup', 'talk', '--url', server.url(), ...args], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      out += String(chunk)
      heard(out)
    })
  }
  return new Promise<{ code: number | null; out: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out })),
  )
}

function passwordFile(text: string): string {
  const file = join(folder, 'password')
  writeFileSync(file, `${text}\n`, { mode: 0o600 })
  return file
}

const config = () => readFileSync(join(folder, 'config.toml'), 'utf8')

test('a login password becomes an app password, the rooms are listed and a first message is sent', async () => {
  const [ana, bot] = [server.user('ana', 'Ana'), server.user('skein', 'Skein')]
  const room = server.group('Lab', [ana, bot])
  const { code, out } = await setUp([
    '--user',
    'skein',
    '--password-file',
    passwordFile(bot.password),
    '--owner',
    'ana',
    '--yes',
  ])
  expect([code, out]).toEqual([0, expect.stringContaining(`  ${room.token}  Lab`)])
  expect(out).toMatch(/Signed in as skein at Nextcloud 27.*, Talk 17/)
  const direct = server.places().find(({ room: { type } }) => type === 1)
  expect(direct?.saidBy(bot).map(({ message }) => message)).toEqual([expect.stringContaining('This is Skein')])
  const kept = join(folder, 'data/talk-password')
  expect(config()).toContain(
    `[talk]\nowner_ids = ["ana"]\nurl = "${server.url()}"\nuser = "skein"\npassword = "file:${kept}"`,
  )
  expect(readFileSync(kept, 'utf8').trim()).not.toBe(bot.password)
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect(out + config()).not.toContain(bot.password)
})

test('an app password is taken as it is', async () => {
  const bot = server.user('skein', 'Skein')
  expect(await setUp(['--user', 'skein', '--password-file', passwordFile(bot.appPassword)])).toMatchObject({ code: 0 })
  expect(readFileSync(join(folder, 'data/talk-password'), 'utf8').trim()).toBe(bot.appPassword)
})

test('without a password the account says yes in a browser', async () => {
  const bot = server.user('skein', 'Skein')
  let isGranted = false
  const { code, out } = await setUp(['--owner', 'ana'], (text) => {
    const [page] = /http\S+login\/v2\/flow\S+/.exec(text) ?? []
    if (page === undefined || isGranted) return
    isGranted = true
    server.grant(page, bot)
  })
  expect([code, out]).toEqual([0, expect.stringContaining('Signed in as skein')])
  expect(config()).toContain('user = "skein"')
})

test('a wrong password changes nothing, and is tried once', async () => {
  server.user('skein', 'Skein')
  const { code, out } = await setUp(['--user', 'skein', '--password-file', passwordFile('wrong')])
  expect([code, out]).toEqual([75, expect.stringContaining('Nextcloud refuses this user with this password')])
  expect(() => config()).toThrow()
  expect(server.traffic.calls.filter(({ status }) => status === 401)).toHaveLength(1)
})
