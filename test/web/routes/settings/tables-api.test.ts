import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SettingsForm } from '../../../../src/web/page/wire/settings-wire.ts'
import { createTestClock } from '../../../support/test-clock.ts'
import { ask, pageHeaders, signIn } from '../../http.ts'
import { createWorld } from '../../world.ts'

const publicUrl = 'https://skein.example.org'
const secret = 'sk-nobody-may-read-this'

/** The page of a daemon, and whoever asks it on this machine, from elsewhere, or without a sign-in. */
async function openTables() {
  const clock = createTestClock()
  const world = createWorld({ clock })
  onTestFinished(() => world.close())
  const server = await world.serve({ publicUrl })
  const { port } = server
  const answers: string[] = []
  const { cookie } = await signIn(server)
  const elsewhere = { host: 'skein.example.org', origin: publicUrl }
  const token = server.publicLink()?.split('#sign-in=')[1] ?? ''
  const signedIn = await ask(port, {
    method: 'POST',
    path: '/api/sign-in',
    headers: pageHeaders(port, elsewhere),
    body: JSON.stringify({ token }),
  })
  const publicCookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const callers = { here: { cookie }, elsewhere: { ...elsewhere, cookie: publicCookie }, nobody: {} }
  async function call(who: keyof typeof callers, method: string, path: string, body: object = {}) {
    clock.advance(1000)
    const headers = pageHeaders(port, callers[who])
    const answer = await ask(port, { method, path, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) })
    answers.push(answer.text)
    return answer
  }
  return {
    answers,
    kept: join(world.dir, 'set-here.json'),
    post: (path: string, body?: object, who: keyof typeof callers = 'here') => call(who, 'POST', `/api/${path}`, body),
    form: async (who: keyof typeof callers = 'here') =>
      (await call(who, 'GET', '/api/settings')).json() as SettingsForm,
  }
}

const table = ({ tables }: SettingsForm, wanted: string) => tables.find(({ name }) => name === wanted)

test('a table is added, shown without its secrets, changed and removed', async () => {
  const { post, form, answers, kept } = await openTables()
  const values = {
    kind: 'anthropic',
    api_key: secret,
    'models.general': 'some',
    base_url: `https://a:${secret}@b.example`,
  }
  const added = await post('tables/providers', { title: 'mine', values })
  expect([added.status, added.text]).toEqual([200, '{}'])
  const provider = table(await form(), 'providers')?.entries[0]
  expect(provider).toMatchObject({ title: 'mine', name: 'providers.mine', isInFile: false, isWaiting: true })
  const shown = Object.fromEntries(provider?.keys.map(({ name, value }) => [name, value]) ?? [])
  expect(shown).toMatchObject({ 'providers.mine.api_key': true, 'providers.mine.kind': 'anthropic' })
  const set = await post('settings/providers.mine.window', { value: '8000' })
  expect(set.json()).toMatchObject({ name: 'providers.mine.window', value: 8000, source: 'page', isWaiting: true })
  const needed = await post('settings/providers.mine.api_key/reset')
  expect([needed.status, needed.text]).toEqual([400, expect.stringContaining('providers.mine needs api_key')])
  const named = encodeURIComponent('schedules."Mo, früh"')
  await post('tables/schedules', { title: 'Mo, früh', values: { cron: '0 6 * * 1', text: 'Up' } })
  expect((await post(`settings/${named}.silent`, { value: 'true' })).json()).toMatchObject({ value: true })
  expect((await post(`tables/${named}/remove`)).status).toBe(200)
  expect((await post('tables/providers.mine/remove')).status).toBe(200)
  expect((await form()).isWaiting).toBe(false)
  expect(answers.filter((text) => text.includes(secret))).toEqual([])
  expect(readFileSync(kept, 'utf8')).not.toContain(secret)
})

test('only who sits before the machine changes what needs a start', async () => {
  const { post, form, kept } = await openTables()
  const values = { command: 'touch\n/tmp/x' }
  const tries = [
    ['tables/mcp', { title: 'x', values }],
    ['tables/mcp.x/remove', {}],
    ['tables/mcp.x/restore', {}],
    ['settings/web.bind', { value: '192.168.0.2' }],
    ['settings/web.bind/reset', {}],
  ] as const
  for (const [path, body] of tries) {
    const [far, unknown] = [await post(path, body, 'elsewhere'), await post(path, body, 'nobody')]
    expect([path, far.status, unknown.status]).toEqual([path, 403, 401])
    expect(far.text).toContain('only be done on the machine itself')
  }
  expect(existsSync(kept)).toBe(false)
  // What can be set while running can be set from there too, as ever.
  expect((await post('settings/workers.max', { value: '3' }, 'elsewhere')).status).toBe(200)
  const [far, near] = [await form('elsewhere'), await form()]
  const fields = ({ sections }: SettingsForm) => sections.flatMap(({ groups }) => groups.flatMap(({ keys }) => keys))
  expect([far.canChange, fields(far).filter(({ isSettable, needsStart }) => isSettable && needsStart)]).toEqual([
    false,
    [],
  ])
  expect([near.canChange, fields(near).every(({ isSettable }) => isSettable)]).toEqual([true, true])
})
