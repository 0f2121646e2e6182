import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { serverAddress, talkError } from '../../../src/app/connect/talk-account.ts'
import { type Build, createBuild } from '../../peers/build.ts'
import { createTalkServer, type TalkServer } from '../../peers/talk/talk.ts'

let build: Build
let folder: string
let server: TalkServer

beforeAll(() => {
  build = createBuild()
})
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
  const [, bot] = [server.user('ana', 'Ana'), server.user('skein', 'Skein')]
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
  expect([code, out]).toEqual([64, expect.stringMatching(/does not let "skein" in.*app password/)])
  expect(() => config()).toThrow()
  expect(server.traffic.calls.filter(({ status }) => status === 401)).toHaveLength(1)
})

test('an owner who is there already stays, and so does everything else in the file', async () => {
  const [, bot] = [server.user('ana', 'Ana'), server.user('skein', 'Skein')]
  const old = '[talk]\nowner_ids = ["bea"]\npassword = "file:gone"\nguests = "ignore" # quiet\n'
  writeFileSync(join(folder, 'config.toml'), old, { mode: 0o600 })
  const { code, out } = await setUp([
    '--user',
    'skein',
    '--password-file',
    passwordFile(bot.password),
    '--owner',
    'ana',
  ])
  expect([code, out]).toEqual([0, expect.stringContaining('The previous version is in')])
  expect(config()).toContain('owner_ids = ["bea", "ana"]\n')
  expect(config()).toContain('guests = "ignore" # quiet\n')
})

test('the owner is written down as the server writes them, whatever case was typed', async () => {
  const [, bot] = [server.user('ana', 'Ana'), server.user('skein', 'Skein')]
  writeFileSync(join(folder, 'config.toml'), '[talk]\nowner_ids = ["ANA"]\n', { mode: 0o600 })
  const given = ['--user', 'skein', '--password-file', passwordFile(bot.password), '--owner', 'ANA']
  expect(await setUp(given)).toMatchObject({ code: 0 })
  expect(config()).toContain('owner_ids = ["ana"]\n')
})

test('an owner without an account there is refused, and nothing is kept', async () => {
  const bot = server.user('skein', 'Skein')
  const given = ['--user', 'skein', '--password-file', passwordFile(bot.password), '--owner', 'anna']
  const { code, out } = await setUp(given)
  expect([code, out]).toEqual([64, expect.stringContaining('There is no account "anna" at')])
  expect(() => config()).toThrow()
  expect(server.traffic.calls.filter(({ route }) => route === 'revoke')).toMatchObject([{ status: 200 }])
})

test('setting it up again revokes the app password that is replaced, and keeps one that is the same', async () => {
  const bot = server.user('skein', 'Skein')
  const kept = () => readFileSync(join(folder, 'data/talk-password'), 'utf8').trim()
  const given = ['--user', 'skein', '--password-file', passwordFile(bot.password)]
  expect(await setUp(given)).toMatchObject({ code: 0 })
  const first = kept()
  expect(await setUp(given)).toMatchObject({
    code: 0,
    out: expect.stringContaining('previous app password was revoked'),
  })
  const second = kept()
  expect([first, second].map(server.world.accounts.isAppPassword)).toEqual([false, true])
  expect(await setUp(['--user', 'skein', '--password-file', passwordFile(second)])).toMatchObject({ code: 0 })
  expect(server.world.accounts.isAppPassword(second)).toBe(true)
})

test('when nothing comes of it, the app password that was made is taken back', async () => {
  const bot = server.user('skein', 'Skein')
  const given = ['--user', 'skein', '--password-file', passwordFile(bot.password), '--owner', 'skein']
  expect(await setUp(given)).toMatchObject({ code: 64, out: expect.stringContaining('is the bot itself') })
  expect(() => config()).toThrow()
  expect(server.traffic.calls.filter(({ route }) => route === 'revoke')).toMatchObject([{ status: 200 }])
})

test('a server at rest, one that holds us back and none at all are told apart, and get no password', async () => {
  const bot = server.user('skein', 'Skein')
  const given = ['--user', 'skein', '--password-file', passwordFile(bot.password)]
  server.state.isUnderMaintenance = true
  expect(await setUp(given)).toMatchObject({ code: 75, out: expect.stringContaining('maintenance mode. Try again') })
  server.mend()
  expect(await setUp(['--url', `${server.url()}/elsewhere`, ...given])).toMatchObject({
    code: 64,
    out: expect.stringContaining('There is no Nextcloud at'),
  })
  expect(server.traffic.calls.map(({ route }) => route)).not.toContain('app-password')
  server.fail('app-password', 'throttled-before')
  expect(await setUp(given)).toMatchObject({ code: 75, out: expect.stringContaining('Wait half an hour') })
  await server.close()
  expect(await setUp(given)).toMatchObject({ code: 75, out: expect.stringMatching(/no usable answer.*ECONNREFUSED/) })
})

test('an address is taken as people write it, and none that shows the password on the way', () => {
  expect(serverAddress(' cloud.example.org/nc/index.php/call/ab12?x#y ')).toBe('https://cloud.example.org/nc')
  expect(() => serverAddress('http://cloud.example.org')).toThrow('must begin with https')
  expect(() => serverAddress('https://skein:pw@cloud.example.org')).toThrow('Leave the user name and the password out')
  expect(() => serverAddress('https://')).toThrow('not the address of a server')
})

test.each([
  ['status: DEPTH_ZERO_SELF_SIGNED_CERT', /certificate of cloud\.example\.org .*NODE_EXTRA_CA_CERTS/],
  ['status: ERR_SSL_WRONG_VERSION_NUMBER', /does not use TLS/],
  ['status: ENOTFOUND', /No server called cloud\.example\.org/],
])('%s is told with what to do', (reason, says) => {
  expect(talkError({ kind: 'unsent', reason }, 'https://cloud.example.org').message).toMatch(says)
})
