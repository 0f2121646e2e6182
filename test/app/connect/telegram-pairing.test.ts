import { expect, onTestFinished, test } from 'vitest'
import type { SignInPage, SigningIn } from '../../../src/web/page/wire/settings-wire.ts'
import { createTelegram } from '../../peers/telegram/telegram.ts'
import { openHouse } from './house.ts'

async function openTelegramHouse(settings = '', language = 'en') {
  const telegram = await createTelegram({ secondMs: 20 })
  onTestFinished(() => telegram.close())
  const house = await openHouse(`[telegram]\napi_root = "${telegram.url()}"\n${settings}`, {}, language)
  return { telegram, house, token: telegram.token() }
}

/** The page and the words that were offered. */
async function offerIn(lines: AsyncGenerator<SigningIn>): Promise<SignInPage> {
  const { value } = await lines.next()
  if (!value || !('page' in value)) throw new Error(`no page, but ${JSON.stringify(value)}`)
  return value
}

test('whoever sends the code is an owner from then on, is greeted, and loses no message', async () => {
  const { telegram, house, token } = await openTelegramHouse('member_ids = [7]\n')
  const [ana, ben] = [telegram.user({ id: 42, name: 'Ana', language: 'de' }), telegram.user({ id: 7, name: 'Ben' })]
  const [chat, other] = [telegram.privateChat(ana), telegram.privateChat(ben)]
  other.say(ben, 'is anybody there?')
  const lines = house.signingIn('telegram', { secret: token })
  const { page, words = '' } = await offerIn(lines)
  expect(page).toBe(`https://t.me/${telegram.bot.username}?start=${words.split(' ')[1]}`)
  expect(house.config()).toContain('token = "file:')
  other.say(ben, '/start WRONGONE')
  chat.say(ana, words.toLowerCase())
  const { value: told } = await lines.next()
  expect(told).toMatchObject({
    connected: {
      says: expect.arrayContaining([
        expect.stringContaining('privacy mode is on'),
        'The code came from Ana. That account is yours now.',
      ]),
    },
  })
  expect(house.config()).toContain('owner_ids = [42]\n')
  expect(house.config()).toContain('member_ids = [7]\n')
  expect(chat.answers().at(-1)?.text).toContain('Hallo Ana, hier ist Skein.')
  expect(telegram.updates.size()).toBe(3)
  expect(house.told()).not.toContain(token.split(':')[1])
})

test('a code in a group, from a bot or from an earlier attempt lets nobody in; leaving keeps the token', async () => {
  const { telegram, house, token } = await openTelegramHouse()
  const ana = telegram.user({ id: 42, name: 'Ana' })
  const leaving = new AbortController()
  const first = house.signingIn('telegram', { secret: token }, leaving.signal)
  const { words: old = '' } = await offerIn(first)
  leaving.abort()
  await expect(first.next()).rejects.toThrow()
  const lines = house.signingIn('telegram', {})
  const { words = '' } = await offerIn(lines)
  telegram.group({ members: [ana], admin: true }).say(ana, words)
  const [bot, eve] = [telegram.user({ id: 8, name: 'Bot', isBot: true }), telegram.user({ id: 9, name: 'Eve' })]
  telegram.privateChat(bot).say(bot, words)
  telegram.privateChat(eve).say(eve, old)
  telegram.privateChat(ana).say(ana, words)
  expect((await lines.next()).value).toMatchObject({ connected: {} })
  expect(house.config()).toContain('owner_ids = [42]\n')
  expect(house.config()).toContain('token = "file:')
})

test('what stands in the way is said: no token, a wrong one, another reader', async () => {
  const { telegram, house, token } = await openTelegramHouse('', 'de')
  const attempt = async (form: object) => (await house.signingIn('telegram', form).next()).value
  expect(await attempt({})).toEqual({ error: expect.stringContaining('kein Bot-Token') })
  expect(await attempt({ secret: `${token}x` })).toEqual({ error: expect.stringContaining('das Token wird abgelehnt') })
  expect(house.config()).not.toContain('token')
  telegram.fail('getUpdates', { refuse: 409, description: 'Conflict: terminated by other getUpdates request' })
  const lines = house.signingIn('telegram', { secret: token })
  await offerIn(lines)
  expect((await lines.next()).value).toEqual({ error: expect.stringContaining('ein anderes Programm liest') })
})

test('while the daemon polls the same bot, it receives the code', async () => {
  const accounts = ['9']
  const daemon = {
    pollsBot: (id: string) => id === String(telegram.bot.id),
    makeCode: async () => 'FROMTHEDAEMON',
    ownAccounts: () => [...accounts],
  }
  const telegram = await createTelegram({ secondMs: 20 })
  onTestFinished(() => telegram.close())
  const house = await openHouse(`[telegram]\napi_root = "${telegram.url()}"\n`, {}, 'en', daemon)
  const lines = house.signingIn('telegram', { secret: telegram.token() })
  expect((await offerIn(lines)).words).toBe('/start FROMTHEDAEMON')
  accounts.push('42')
  expect((await lines.next()).value).toMatchObject({ connected: {} })
  expect(telegram.callsOf('getUpdates')).toEqual([])
})
