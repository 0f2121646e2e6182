import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePorts } from '../peers/mail/server-process.ts'
import { startAnthropic } from '../peers/providers/anthropic-api.ts'
import { says, calls as toolCalls } from '../peers/providers/script.ts'
import { isLong } from '../support/sizes.ts'
import { buildImage, type Container, type Image, whyNoImage } from './container.ts'

// The image of the Dockerfile, built and started by podman, with what compose.yaml sets.

const reason = isLong ? whyNoImage() : 'is part of npm run test:long'
if (reason !== undefined) console.error(`LEFT OUT: the tests of the Docker image (${reason}).`)

const compose = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8')
const hardened = ['--read-only', '--tmpfs=/tmp', '--cap-drop=all', '--security-opt=no-new-privileges']
/** What podman calls the two lines that compose.yaml has as comments. */
const withSandbox = ['--security-opt=seccomp=unconfined', '--security-opt=unmask=ALL']

test('compose.yaml publishes the page on this machine only, and gives the container no more rights than it needs', () => {
  const ports = [...compose.matchAll(/- "([\d.:]+)"/g)].map(([, port]) => port)
  expect(ports).toEqual(['127.0.0.1:8420:8420'])
  for (const line of ['read_only: true', 'cap_drop:\n      - ALL', 'no-new-privileges:true', '- skein:/data'])
    expect(compose).toContain(line)
  expect(compose).not.toMatch(/privileged|network_mode|^ +- (?:seccomp|systempaths)/m)
})

describe.skipIf(reason !== undefined)('the image', { timeout: 600_000 }, () => {
  let image: Image
  beforeAll(async () => {
    image = await buildImage()
  }, 900_000)
  afterAll(async () => await image?.remove())

  const ready = async ({ exec, words }: Container) => {
    await expect.poll(async () => (await exec('skein', 'status')).code, { timeout: 120_000 }).toBe(0)
    expect(await words()).not.toContain('"level":50')
  }

  test('runs as an ordinary user, keeps everything in its volume, and ends with TERM', async () => {
    const [port = 0] = await freePorts(1)
    const address = `http://127.0.0.1:${port}`
    const data = emptyFolder()
    const options = [
      ...hardened,
      `--volume=${data}:/data:U`,
      `--publish=127.0.0.1:${port}:8420`,
      `--env=SKEIN_PUBLIC_URL=${address}`,
    ]
    const first = await image.run({ options })
    await ready(first)
    expect((await first.exec('id', '-u')).out.trim()).toBe('10001')
    expect((await image.podman('image', 'inspect', '--format={{.Config.User}}', 'skein')).out.trim()).toBe('skein')

    // Only by the address that it was given, and with a link that only its user can have printed.
    expect((await fetch(`${address}/`)).status).toBe(200)
    expect((await fetch(`${address}/api/chats`)).status).toBe(401)
    const { out: link } = await first.exec('skein', 'link', '--public')
    expect(link).toContain(`${address}/`)
    expect((await fetch(`http://localhost:${port}/`)).status).toBe(421)

    const health = ['node', '-e', "fetch('http://127.0.0.1:8420/healthz').then(({ status }) => console.log(status))"]
    expect((await first.exec(...health)).out.trim()).toBe('200')
    const { out: check } = await image.podman('image', 'inspect', '--format={{.Config.Healthcheck.Test}}', 'skein')
    expect(check).toContain('http://127.0.0.1:8420/healthz')
    expect((await first.exec('touch', '/opt/skein/x')).code).not.toBe(0)

    expect((await first.exec('skein', 'send', 'The gate code is 4711.', '--wait')).code).toBe(0)
    expect(await first.stop()).toBe(0)
    const second = await image.run({ options })
    await ready(second)
    expect((await second.exec('skein', 'search', '4711')).out).toContain('The gate code is 4711.')
    expect(await second.stop()).toBe(0)
  })

  test.each([
    ['refuses commands', [], 'missing or not permitted', undefined],
    ['runs commands in a sandbox', withSandbox, 'works', 'uid=10001'],
  ])('%s of a model, as its doctor says', async (_, security, says_, printed) => {
    const command = toolCalls({ name: 'run_command', input: { command: 'id; ls /data/skein/skein.db' } })
    const api = await startAnthropic({ models: ['large-1'], key: 'k' }, command, () => says('Done.'))
    const [port = 0] = await freePorts(1)
    const data = emptyFolder()
    const config = `[web]
port = ${port}
[brain]
default = "ant"
[native.allow]
owner = ["run_command"]
[providers.ant]
kind = "anthropic"
api_key = "env:MODEL_KEY"
base_url = "${api.url}"
models = { general = "large-1" }
`
    writeFileSync(join(data, 'config.toml'), config, { mode: 0o600 })
    const options = [...hardened, ...security, '--network=host', `--volume=${data}:/data:U`, '--env=MODEL_KEY=k']
    const container = await image.run({ options })
    onTestFinished(api.close)
    await ready(container)
    expect(await container.exec('skein', 'send', 'who am I?', '--wait')).toMatchObject({ code: 0, out: 'Done.\n' })
    const last = JSON.stringify(api.requests.find(({ raw }) => raw.includes('tool_result'))?.body.messages)
    const doctor = await container.exec('skein', 'doctor', '--all')
    expect(doctor.out).toMatch(new RegExp(`bwrap.*${says_}`))
    if (printed === undefined) expect(last).not.toContain('uid=')
    else expect(last).toContain(printed)
    expect(last).not.toContain('/data/skein/skein.db\\n')
    expect(await container.stop()).toBe(0)
  })
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-volume-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { recursive: true })
  return folder
}
