import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config/load.ts'
import type { Connected } from '../../../src/web/page/wire/settings-wire.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { says } from '../../peers/providers/script.ts'
import { createTalkServer } from '../../peers/talk/talk.ts'
import { createTelegram } from '../../peers/telegram/telegram.ts'
import { openHouse } from './house.ts'

/** As under the service of the system: the configuration belongs to somebody else. */
async function openOwned(text: string) {
  const house = await openHouse(text)
  const configFile = house.kept('config.toml')
  chmodSync(configFile, 0o440)
  return {
    ...house,
    saved: () => readConfig({ configFile, dataDir: house.dir }, { HOME: house.dir }),
    /** What a copy of the data folder without the key tells. */
    overrides: () => readFileSync(house.kept('set-here.json'), 'utf8'),
  }
}

const KEY = 'sk-canary-4711-long'

test('a model is saved beside a configuration that cannot be changed, its key encrypted, and can be changed', async () => {
  const api = await startOpenAi({ key: KEY, models: ['grain-7', 'grain-8'] }, says('OK'), says('OK'))
  onTestFinished(() => api.close())
  const house = await openOwned('# of root\n[brain]\ndefault = "demo"\n')
  const given = { kind: 'openai-compatible', url: `${api.url}/v1`, model: 'grain-7', secret: KEY, default: 'yes' }
  const { says: said } = (await house.connect('provider', given)).json() as Connected
  expect(said).toContain(
    `Saved in the data folder, the secret encrypted. ${house.kept('config.toml')} stays as it is, because Skein cannot write to it.`,
  )
  expect(house.saved()).toMatchObject({
    brain: { default: 'local' },
    providers: { local: { apiKey: KEY, models: { general: 'grain-7' } } },
    warnings: [],
  })
  expect(house.overrides()).toContain('"secret:provider-local-key"')
  expect((await house.connect('provider', { ...given, model: 'grain-8' })).status).toBe(200)
  expect(house.saved().providers.local?.models.general).toBe('grain-8')
  expect(house.config()).toBe('# of root\n[brain]\ndefault = "demo"\n')
  expect(existsSync(house.kept('provider-local-key'))).toBe(false)
  for (const told of [house.told(), house.overrides(), readFileSync(house.kept('secrets.json'), 'utf8')])
    expect(told).not.toContain(KEY)
})

test('a bot and the account of its owner are saved beside it too; a refused token changes nothing', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  onTestFinished(() => telegram.close())
  const house = await openOwned(`[telegram]\napi_root = "${telegram.url()}"\nmember_ids = [7]\n`)
  const chat = telegram.privateChat(telegram.user({ id: 42, name: 'Ana' }))
  const token = telegram.token()
  const lines = house.signingIn('telegram', { secret: token })
  const { value: offer } = await lines.next()
  chat.say(telegram.user({ id: 42, name: 'Ana' }), offer && 'words' in offer ? (offer.words ?? '') : '')
  await lines.next()
  expect(house.saved().telegram).toMatchObject({ token, ownerIds: [42], memberIds: [7] })
  const before = house.overrides()
  telegram.revoke()
  expect((await house.connect('telegram', { secret: token })).text).toContain('Nothing was changed.')
  expect([house.overrides(), house.saved().telegram.token]).toEqual([before, token])
  expect(house.told()).not.toContain(token.split(':')[1])
})

test('an app password that is replaced is revoked', async () => {
  const cloud = await createTalkServer()
  onTestFinished(() => cloud.close())
  const [, bot] = [cloud.user('ana', 'Ana'), cloud.user('skein', 'Skein')]
  const house = await openOwned('')
  const given = { url: cloud.url(), user: 'skein', secret: bot.password, owner: 'ana' }
  await house.connect('talk', given)
  const first = house.saved().talk.password
  const again = await house.connect('talk', given)
  expect(again.text).toContain('The previous app password was revoked.')
  expect(house.saved().talk).toMatchObject({ user: 'skein', ownerIds: ['ana'], url: cloud.url() })
  expect(house.saved().talk.password).not.toBe(first)
})
