import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createPendingSettings } from '../../../../src/app/pending-settings.ts'
import { describeConfig } from '../../../../src/config/config.ts'
import { fieldKindOf } from '../../../../src/config/form.ts'
import { keys } from '../../../../src/config/key-paths.ts'
import { loadConfig } from '../../../../src/config/load.ts'
import { runtimeKeys } from '../../../../src/config/settings.ts'
import { textIn } from '../../../../src/messages/localized.ts'
import { createLiveConfig, createOwnerSettings } from '../../../../src/tasks/live-config.ts'
import type { SettingsForm, SettingsKey } from '../../../../src/web/page/wire/settings-wire.ts'
import { createTestClock } from '../../../support/test-clock.ts'
import { ask, pageHeaders, signIn } from '../../http.ts'
import { createWorld } from '../../world.ts'

const folder = mkdtempSync(join(tmpdir(), 'skein-settings-'))
const file = join(folder, 'config.toml')
afterAll(() => rmSync(folder, { recursive: true }))

const told = 'sk-nobody-may-read-this'
const written = `
timezone = "Europe/Berlin"
workers.max = 7
[recall]
vectors = "endpoint"
url = "https://ana:${told}-5@meaning.example.org/v1"
model = "some"
api_key = "env:MEANING"
[telegram]
token = "7:${told}-1"
owner_ids = [42, 43]
[talk]
url = "https://cloud.example.org"
user = "skein"
password = "file:talk-password"
[talk.webhook]
secret = "${told}-3-${'x'.repeat(40)}"
[brain.claude]
api_key = "${told}-4"
`

/** The page over a configuration with a file, and with secrets of every kind. */
async function openSettings(text = written) {
  writeFileSync(file, text, { mode: 0o600 })
  writeFileSync(join(folder, 'talk-password'), `${told}-2`, { mode: 0o600 })
  const clock = createTestClock()
  const world = createWorld({ clock })
  onTestFinished(() => world.close())
  const env = { MEANING: `${told}-0` }
  const config = loadConfig(file, env)
  const live = createLiveConfig({ db: world.db, file: config, reread: () => config, apply() {} })
  const owner = { id: world.ownerId, name: 'Ana', role: 'owner', timezone: undefined } as const
  const { port, link } = await world.serve({
    settings: { ...createOwnerSettings(live, owner, clock, () => {}), file },
    nextStart: createPendingSettings({ configFile: file, dataDir: world.dir, env }),
  })
  const { cookie } = await signIn({ port, link })
  const headers = pageHeaders(port, { cookie })
  const answers: string[] = []
  const noted = async (asked: ReturnType<typeof ask>) => {
    const answer = await asked
    answers.push(answer.text)
    return answer
  }
  return {
    live,
    answers,
    form: async () => (await noted(ask(port, { path: '/api/settings', headers }))).json() as SettingsForm,
    post(path: string, body: object = {}) {
      // Nobody is as fast as this table.
      clock.advance(1000)
      return noted(ask(port, { method: 'POST', path: `/api/settings/${path}`, headers, body: JSON.stringify(body) }))
    },
    bare: (method: string, path: string) =>
      ask(port, {
        method,
        path: `/api/settings${path}`,
        headers: pageHeaders(port),
        ...(method === 'POST' && { body: '{}' }),
      }),
  }
}

const keysOf = ({ sections }: SettingsForm) =>
  new Map(sections.flatMap(({ groups }) => groups.flatMap((group) => group.keys.map((key) => [key.name, key]))))

/** Something else than what holds, that the key takes. */
function another({ kind, value, choices = [], min, max, isWhole }: SettingsKey): string {
  if (kind === 'boolean') return String(value !== true)
  if (kind === 'choice') return choices.find((choice) => choice !== String(value)) ?? ''
  if (kind === 'text') return 'Another.\nSecond line.'.slice(0, value === null ? undefined : 7)
  const [low, high] = [min ?? 0, max ?? 100]
  const given = value === low ? (low + high) / 2 : isWhole ? low : (low + Number(value ?? high)) / 2
  return String(isWhole ? Math.round(given) : given)
}

describe('what the page is told of the configuration', () => {
  test('is every key once, as it holds, with where that comes from and what it is for', async () => {
    const { form, live } = await openSettings()
    const shown = await form()
    const all = keysOf(shown)
    expect(shown.file).toBe(file)
    expect([...all.keys()].toSorted()).toEqual(keys.map(({ name }) => name).toSorted())
    const holds = describeConfig(live.current())
    for (const key of keys) {
      const { name, secret } = key
      const held = fieldKindOf(key).kind === 'list' ? String(holds[name]).replaceAll(', ', '\n') : holds[name]
      const expected = secret ? held !== null : name === 'recall.url' ? expect.any(String) : held
      expect([name, all.get(name)?.value, all.get(name)?.kind === 'secret']).toEqual([name, expected, secret])
      expect([name, all.get(name)?.source]).toEqual([name, live.sources()[name]?.source])
    }
    expect(all.get('workers.max')).toMatchObject({ source: 'file', value: 7, kind: 'number', min: 1, max: 64 })
    expect(all.get('recall.api_key')).toMatchObject({ source: 'environment', value: true })
    expect(all.get('talk.password')).toMatchObject({ source: 'file', value: true })
    expect(all.get('log.level')).toMatchObject({ source: 'default', choices: ['debug', 'info', 'warn', 'error'] })
    const tables = shown.sections.filter(({ name }) => name !== '').flatMap(({ groups }) => groups)
    const notes = [...tables, ...all.values()].map(({ note }) => note)
    const texts = notes.flatMap((note) => [textIn(note, 'en'), textIn(note, 'de')])
    expect(texts.filter((text) => text.length < 10)).toEqual([])
  })

  test('is no secret, whatever is asked or tried', async () => {
    const { form, post, answers } = await openSettings()
    await form()
    for (const { name } of keys.filter(({ secret }) => secret)) {
      await post(name, { value: 'sk-other' })
      await post(`${name}/reset`)
    }
    await form()
    expect(answers.length).toBeGreaterThan(20)
    expect(answers.filter((text) => text.includes(told) || text.includes('sk-other'))).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe(written)
  })

  test('is for whoever is signed in', async () => {
    const { bare } = await openSettings()
    const statuses = [bare('GET', ''), bare('POST', '/workers.max'), bare('POST', '/workers.max/reset')]
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 401, 401])
  })
})

describe('on the page a key', () => {
  let house: Awaited<ReturnType<typeof openSettings>>
  beforeEach(async () => {
    house = await openSettings()
  })

  test('of those that can be set while running is set and reset, each of them', async () => {
    const before = keysOf(await house.form())
    expect(
      [...before.values()]
        .filter(({ needsStart }) => !needsStart)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...runtimeKeys].toSorted())
    for (const name of runtimeKeys) {
      const key = before.get(name)
      if (!key) throw new Error(name)
      const value = another(key)
      const set = (await house.post(name, { value })).json() as SettingsKey
      expect([name, String(set.value), set.source]).toEqual([name, value, 'run time'])
      expect(set.otherwise).toEqual({ value: key.value, source: key.source })
      expect(String(describeConfig(house.live.current())[name])).toBe(value)
      expect((await house.post(`${name}/reset`)).json()).toEqual(key)
      expect(describeConfig(house.live.current())[name]).toBe(key.value)
    }
  })

  test('that only a start can change is set for the next one, and reset', async () => {
    const before = keysOf(await house.form())
    const held = house.live.sources()
    for (const [name, value] of [
      ['web.port', '9000'],
      ['heartbeat.to', 'telegram:42\n\nemail:ana@example.org'],
      ['telegram.member_ids', '44\n45'],
      ['brain.claude.effort', 'high'],
      ['email.quote', 'false'],
      ['brain.claude.api_key', 'sk-another'],
    ] as const) {
      const set = (await house.post(name, { value })).json() as SettingsKey
      const shown = set.kind === 'secret' ? 'true' : value.replace('\n\n', '\n')
      expect([name, String(set.value), set.source, set.isWaiting]).toEqual([name, shown, 'page', true])
      expect((await house.form()).isWaiting).toBe(true)
      expect((await house.post(`${name}/reset`)).json()).toEqual(before.get(name))
    }
    expect([(await house.form()).isWaiting, house.live.sources()]).toEqual([false, held])
    expect(readFileSync(file, 'utf8')).toBe(written)
  })

  test.each([
    ['conversation.max_tokens', '7', 'conversation.max_tokens must be a whole number from 500 to 1000000.'],
    ['conversation.max_tokens', '', 'conversation.max_tokens must be a whole number from 500 to 1000000.'],
    ['conversation.use_selection', 'maybe', 'conversation.use_selection must be true, false or "auto".'],
    ['brain.daily_usd', '0', 'brain.daily_usd must be a sum in dollars over 0.'],
    ['web.port', 'x', 'web.port must be a whole number from 1 to 65535.'],
    ['web.bind', '0.0.0.0', 'web.bind = "0.0.0.0" needs web.public_url, the address that browsers open.'],
    ['brain.default', 'nobody', 'which is not one of "claude", "demo"'],
    ['brain.claude.api_key', 'file:/etc/shadow', 'Enter brain.claude.api_key itself'],
    ['providers.nobody.kind', 'ollama', 'There is no key providers.nobody.kind'],
    ['workers.mx', '3', 'There is no key workers.mx; did you mean workers.max?'],
  ])('%s does not take %j', async (name, value, error) => {
    const answer = await house.post(name, { value })
    expect([answer.status, answer.json()]).toEqual([400, { error: expect.stringContaining(error) }])
    expect([house.live.summary().running, (await house.form()).isWaiting]).toEqual([[], false])
  })
})
