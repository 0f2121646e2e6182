import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Connected, Connections } from '../../../src/web/page/wire/settings-wire.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { says } from '../../peers/providers/script.ts'
import { openHouse } from './house.ts'

const KEY = 'sk-canary-4711-long'

describe('a connection that is removed', () => {
  test('takes its table, its key and its place as the default model along, and nothing else', async () => {
    const api = await startOpenAi({ key: KEY, models: ['grain-7'] }, says('OK'))
    onTestFinished(() => api.close())
    const house = await openHouse('# mine\n[owner]\nname = "Ana"\n\n[brain]\nfailover = ["claude"]\n')
    const given = { kind: 'openai-compatible', url: `${api.url}/v1`, model: 'grain-7', secret: KEY, default: 'yes' }
    expect((await house.connect('provider', given)).status).toBe(200)
    expect(house.config()).toContain('default = "local"')
    const answer = await house.disconnect('provider', 'local')
    expect([answer.status, (answer.json() as Connected).says]).toEqual([200, ['Disconnected.']])
    expect((answer.json() as Connections).providers).toEqual([])
    expect(house.config().trim()).toBe('# mine\n[owner]\nname = "Ana"\n\n[brain]\nfailover = ["claude"]')
    expect(existsSync(house.kept('provider-local-key'))).toBe(false)
    expect(house.told()).not.toContain(KEY)
  })

  test('is a provider with tables of its own, between others', async () => {
    const house = await openHouse(
      '[providers.one]\nkind = "ollama"\n[providers.one.models]\ngeneral = "a"\n[providers.two]\nkind = "ollama"\nmodels.general = "b"\n[log]\nlevel = "info"\n',
    )
    expect((await house.disconnect('provider', 'one')).status).toBe(200)
    expect(house.config()).toBe('[providers.two]\nkind = "ollama"\nmodels.general = "b"\n[log]\nlevel = "info"\n')
  })

  test('is refused where the file is written in a way that only a person should edit', async () => {
    const before = '[providers]\none = { kind = "ollama", models = { general = "a" } }\n'
    const house = await openHouse(before)
    const answer = await house.disconnect('provider', 'one')
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('Nothing was changed.')])
    expect(house.config()).toBe(before)
  })

  test('is the sign-in of Claude, with what the CLI keeps', async () => {
    const house = await openHouse('[brain]\ndefault = "claude"\n[brain.claude]\napi_key = "sk-ant-api03-canary"\n')
    mkdirSync(house.kept('claude'))
    writeFileSync(house.kept('claude/.credentials.json'), '{}')
    expect((await house.disconnect('claude')).status).toBe(200)
    expect([house.config(), existsSync(house.kept('claude/.credentials.json'))]).toEqual([
      '[brain]\n[brain.claude]\n',
      false,
    ])
    const own = await openHouse('[brain.claude]\nconfig_dir = "/home/ana/.claude"\n')
    expect((await own.disconnect('claude')).text).toContain('a folder of your own')
  })

  test.each([
    ['telegram', '[telegram]\ntoken = "1:x"\nowner_ids = [42]\n', '[telegram]\nowner_ids = [42]\n'],
    ['talk', '[talk]\nurl = "https://cloud.example.org"\nuser = "skein"\npassword = "p"\n', '[talk]\n'],
    ['email', '[email]\naddress = "skein@gmx.de"\npassword = "p"\n', '[email]\n'],
  ])('is %s, which leaves who has access', async (name, before, after) => {
    const house = await openHouse(before)
    const answer = await house.disconnect(name)
    expect([answer.status, house.config()]).toEqual([200, after])
    expect((answer.json() as Connections).connections.find((one) => one.name === name)).toMatchObject({
      isSet: false,
      isWaiting: true,
    })
  })
})

describe('the models of a server', () => {
  test('are listed with the key that was typed, or the saved one for the same server only', async () => {
    const api = await startOpenAi({ key: KEY, models: ['grain-7', 'grain-8'] }, says('OK'))
    const other = await startOpenAi({ key: KEY, models: ['grain-9'] }, says('OK'))
    onTestFinished(() => api.close())
    onTestFinished(() => other.close())
    const house = await openHouse()
    const given = { kind: 'openai-compatible', url: `${api.url}/v1` }
    expect((await house.offeredModels({ ...given, secret: KEY })).json()).toEqual({ models: ['grain-7', 'grain-8'] })
    expect((await house.offeredModels({ ...given, secret: 'sk-other' })).text).toContain('does not accept this key')
    expect((await house.offeredModels(given)).text).toContain('wants a key')
    expect((await house.connect('provider', { ...given, model: 'grain-7', secret: KEY })).status).toBe(200)
    expect((await house.offeredModels({ ...given, name: 'local' })).json()).toEqual({ models: ['grain-7', 'grain-8'] })
    const elsewhere = await house.offeredModels({ ...given, name: 'local', url: `${other.url}/v1` })
    expect(elsewhere.text).toContain('wants a key')
    expect(other.asked.length).toBeGreaterThan(0)
    // The key stays as it is when only the model changes.
    expect((await house.connect('provider', { ...given, name: 'local', model: 'grain-8' })).status).toBe(200)
    expect(house.config()).toContain(`api_key = "file:${house.kept('provider-local-key')}"`)
    expect(house.told()).not.toContain(KEY)
  })

  test('cannot be listed where nobody answers', async () => {
    const house = await openHouse()
    const answer = await house.offeredModels({ kind: 'openai-compatible', url: 'http://127.0.0.1:9/v1' })
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('127.0.0.1:9 does not answer (')])
  })

  test('and what is on the machine, are found without a question', async () => {
    const ollama = await startOpenAi({ paths: { '/api/tags': { models: [{ name: 'grain:8b' }] } } }, says('OK'))
    onTestFinished(() => ollama.close())
    const house = await openHouse('', { OLLAMA_HOST: ollama.url, PATH: '/nonexistent' })
    expect(await house.waysToConnect()).toEqual({
      ollama: { url: ollama.url, models: ['grain:8b'] },
      isClaudeMissing: true,
    })
    const bare = await openHouse('[brain.claude]\ncommand = "/bin/sh"\n', { OLLAMA_HOST: '127.0.0.1:9' })
    expect(await bare.waysToConnect()).toEqual({ isClaudeMissing: false })
  })
})
