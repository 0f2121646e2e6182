import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SetupAnswered, SetupHello, SetupState } from '../../../src/web/page/wire/setup-wire.ts'
import { createTelegram } from '../../peers/telegram/telegram.ts'
import { ask, pageHeaders, signIn } from '../../web/http.ts'
import { createWorld } from '../../web/world.ts'

/** A page at this machine beside a home of its own. */
async function openSetup(text?: string, language = 'en') {
  const world = createWorld()
  onTestFinished(() => world.close())
  const file = join(world.dir, '.config/skein/config.toml')
  mkdirSync(dirname(file), { recursive: true })
  if (text !== undefined) writeFileSync(file, text, { mode: 0o600 })
  const server = await world.serve()
  const { cookie } = await signIn(server)
  const headers = pageHeaders(server.port, { cookie, 'accept-language': language })
  return {
    world,
    config: () => readFileSync(file, 'utf8'),
    async read() {
      const answer = await ask(server.port, { path: '/api/setup', headers })
      return answer.json() as SetupState
    },
    async post<T = SetupAnswered>(step: string, body: object = {}) {
      const request = { method: 'POST', path: `/api/setup/${step}`, headers, body: JSON.stringify(body) }
      const answer = await ask(server.port, request)
      return { status: answer.status, value: answer.json() as T & { error?: string } }
    },
  }
}

const open = ({ steps }: SetupState) => steps.flatMap(({ step, isDone }) => (isDone ? [] : [step]))

test('the page lists the steps of the wizard, saves each answer for the next start and refuses what cannot be used', async () => {
  const { read, post, config } = await openSetup()
  const before = await read()
  expect([open(before), before.canConnect, before.connections.length]).toEqual([
    ['brain', 'channel', 'name', 'timezone', 'briefing', 'service'],
    true,
    5,
  ])
  expect((await post('timezone', { answer: 'Mars/Base' })).value.error).toBe(
    '"Mars/Base" is not a time zone. Time zones look like Europe/Berlin.',
  )
  expect((await post('briefing', { answer: '25:00' })).status).toBe(409)
  for (const name of ['  ', 'x'.repeat(61), 'Ana\nBob', 'a\u202eb'])
    expect([name, (await post('name', { answer: name })).status]).toEqual([name, 409])
  expect((await post('brain', { answer: 'claude' })).status).toBe(404)

  const named = await post('name', { answer: ' Ana ' })
  expect(named.value.says).toEqual(['Saved. Skein will call you Ana.'])
  await post('timezone', { answer: 'Europe/Berlin' })
  const after = await post('briefing', { answer: '6:30' })
  expect(open(after.value)).toEqual(['brain', 'channel', 'service'])
  expect(after.value.steps.find(({ step }) => step === 'name')).toEqual({
    step: 'name',
    isDone: true,
    value: 'Ana',
    isWaiting: true,
  })
  expect(config()).toContain('cron = "30 6 * * *"')
})

test('a second briefing is not added, and what is in the file stays', async () => {
  const mine = '# mine\n[owner]\nname = "Ana"\n\n[[briefings]]\nname = "evening"\ncron = "0 18 * * *"\n'
  const { read, post, config } = await openSetup(`${mine}[[briefings.blocks]]\nsource = "reminders"\n`)
  expect((await read()).steps.filter(({ isWaiting }) => isWaiting)).toEqual([])
  const second = await post('briefing', { answer: '7:00' })
  expect([second.status, second.value.error]).toEqual([409, expect.stringContaining('already a briefing')])
  await post('name', { answer: 'Anna' })
  expect(config()).toBe(`${mine.replace('Ana', 'Anna')}[[briefings.blocks]]\nsource = "reminders"\n`)
})

test('the last step writes to the owner on a connected channel, in the language of the page', async () => {
  const telegram = await createTelegram()
  onTestFinished(() => telegram.close())
  const chat = telegram.privateChat(telegram.user({ id: 42, name: 'Ana' }))
  chat.say(telegram.user({ id: 42, name: 'Ana' }), '/start')
  const keys = `token = "${telegram.token()}"\napi_root = "${telegram.url()}"\nowner_ids = [42]`
  const { post } = await openSetup(`[telegram]\n${keys}\n[owner]\nname = "Ana"\n`, 'de')
  const { value } = await post<SetupHello>('hello')
  expect(value.says).toEqual(['Eine Nachricht an dich wurde gesendet: Telegram, 42.'])
  expect(chat.answers().at(-1)?.text).toContain('Hallo Ana, Skein ist fertig eingerichtet.')
})

test('without a channel the message is on the page', async () => {
  const { world, post } = await openSetup()
  await post('name', { answer: 'Bea' })
  const { value } = await post<SetupHello>('hello')
  expect(value.says).toEqual(['A message to you is on the page, under "Notices".'])
  const notices = world.db.statement("SELECT text FROM message WHERE chat = 'web:notices'").pluck().all()
  expect(notices).toEqual([expect.stringContaining('Hello Bea, the setup of Skein is complete')])
})

test('where the configuration cannot be changed, the answers are saved beside it', async () => {
  const { world, post, config } = await openSetup('# of root\n')
  chmodSync(join(world.dir, '.config/skein/config.toml'), 0o440)
  await post('name', { answer: 'Ana' })
  await post('timezone', { answer: 'Europe/Berlin' })
  const { value } = await post('briefing', { answer: '6:30' })
  expect(open(value)).toEqual(['brain', 'channel', 'service'])
  expect((await post('briefing', { answer: '7:00' })).status).toBe(409)
  expect((await post('name', { answer: 'Anna' })).value.steps.find(({ step }) => step === 'name')?.value).toBe('Anna')
  expect(config()).toBe('# of root\n')
})
