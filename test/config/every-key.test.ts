import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { describeConfig } from '../../src/config/config.ts'
import { keys } from '../../src/config/key-paths.ts'
import { loadConfig } from '../../src/config/load.ts'
import { ConfigError } from '../../src/domain/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'skein-config-'))
const file = join(folder, 'config.toml')
afterAll(() => rmSync(folder, { recursive: true }))

function load(text: string, env: NodeJS.ProcessEnv = {}) {
  writeFileSync(file, text, { mode: 0o600 })
  return loadConfig(file, env)
}

function fault(text: string): unknown {
  try {
    load(text)
  } catch (error) {
    return error
  }
  return undefined
}

const money = [
  'brain.daily_usd',
  'brain.monthly_usd',
  'brain.delegate_usd',
  'brain.claude.max_usd',
  'scheduler.daily_usd',
]
const fractions = ['conversation.context_recency_hours', 'conversation.selection_timeout']
const toolLists = ['brain.claude.tools', 'brain.claude.allow.owner', 'brain.claude.allow.member']
const nativeLists = ['native.tools', 'native.allow.owner', 'native.allow.member']
const groupLists = ['mention_ids', 'always_ids', 'off_ids'].map((key) => `telegram.groups.${key}`)
const idLists = ['telegram.owner_ids', 'telegram.member_ids', ...groupLists]
const nameLists = ['talk.owner_ids', 'talk.member_ids']
const addressLists = ['email.aliases', 'email.owner_addresses', 'email.member_addresses']
const mailLists = ['email.folders', ...addressLists]
const jobLists = ['scheduler.private_hosts', 'heartbeat.to']
const voiceLists = ['web', 'telegram', 'talk'].map((channel) => `${channel}.voice.command`)
const lists = [
  ...toolLists,
  ...nativeLists,
  'brain.failover',
  ...idLists,
  ...nameLists,
  ...mailLists,
  ...voiceLists,
  'speech.command',
  ...jobLists,
  'backup.command',
  'library.folders',
  'library.trusted_folders',
]
const wrong = ['[]', '{}', '{ a = 1 }', '[1, 2]', '1979-05-27', '07:32:00', 'nan', '-inf', '-1', '1.5', '""', '[[]]']

describe.each(keys.map((key) => key.name))('%s', (name) => {
  test('missing is no problem', () => {
    expect(describeConfig(load(''))).toHaveProperty([name])
  })

  const fine = [...money, ...fractions].includes(name) ? ['1.5'] : lists.includes(name) ? ['[]'] : []
  if (idLists.includes(name)) fine.push('[1, 2]')
  const refused = wrong.filter((value) => !fine.includes(value))
  if (money.includes(name)) refused.push('"5"', '0')
  if (idLists.includes(name)) refused.push('[0]', '[1.5]', '["42"]', '42')
  if (nameLists.includes(name)) refused.push('[""]', '[1]', '"alice"')
  if (addressLists.includes(name)) refused.push('["ana"]', '[1]', '"ana@example.org"', '["Ana <ana@example.org>"]')
  if (nativeLists.includes(name)) refused.push('"run_command"', '["rm"]', '["run_command", 1]', '["run_command("]')
  if (name.startsWith('library.')) refused.push('["notes"]', '["./notes"]', '["~"]', '"/notes"')
  if (toolLists.includes(name)) refused.push('"Bash"', '["rm"]', '["Bash", 1]', '["Bash("]')
  test.each(refused)('given as %s is refused by name', (value) => {
    const error = fault(`${name} = ${value}`)
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).toContain(`line 1: ${name} `)
  })

  test('misspelt is refused, and the right spelling offered', () => {
    const misspelt = `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}x`
    const error = fault(`${misspelt} = 1`)
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).toContain(`unknown key ${misspelt}; did you mean ${name}?`)
  })

  test('twice, as a table, or with something below it is refused', () => {
    for (const text of [`${name} = 1\n${name} = 1`, `[${name}]`, `[[${name}]]`, `${name}.more = 1`]) {
      expect(fault(text)).toBeInstanceOf(ConfigError)
    }
  })
})

test.each(['__proto__', 'constructor', 'toString', 'web.__proto__', 'web.constructor', '""', '"a.b"', 'été-x'])(
  'the key %s is refused like any unknown one',
  (name) => {
    expect(fault(`${name.includes('é') ? `"${name}"` : name} = 1`)).toBeInstanceOf(ConfigError)
  },
)

describe('config.example.toml', () => {
  const example = readFileSync(new URL('../../config.example.toml', import.meta.url), 'utf8')
  // What [native] names has to be there.
  const named = '[providers.openrouter]\nkind = "ollama"\nmodels = { general = "some-model" }\n'
  const uncommented = example.replace(/^# (\w+ = )/gm, '$1')
  const spoken = {
    TRANSCRIPTION_KEY: 'sk-spoken',
    SPEECH_KEY: 'sk-said',
    EMBEDDINGS_KEY: 'sk-meant',
    BACKUP_PASSPHRASE: 'sk-kept',
  }
  const env = { ANTHROPIC_API_KEY: 'sk-example', MAIL_CLIENT_SECRET: 'sk-mailed', ...spoken }
  // A mailbox has a password or a sign-in, not both.
  const signedIn = uncommented.replace(/^password = "file:mail-password"$/m, '')
  const withPassword = uncommented.replace(/^\[email\.oauth\]\n(?:[^[].*\n|\n)*/m, '')
  const free = ['timezone', 'brain.default', 'brain.claude.api_key', 'brain.claude.oauth_token']
  const ownChoice = ['config_dir', 'base_url', 'model', 'fallback_model', 'effort'].map((key) => `brain.claude.${key}`)
  const telegram = ['token', 'api_root', 'voice.url', 'voice.api_key'].map((key) => `telegram.${key}`)
  const talk = ['url', 'user', 'password', 'voice.url', 'voice.api_key', 'webhook.secret'].map((key) => `talk.${key}`)
  const recall = ['url', 'model', 'api_key'].map((key) => `recall.${key}`)
  const oauth = ['client_id', 'client_secret', 'refresh_token', 'token_url'].map((key) => `email.oauth.${key}`)
  const mailbox = ['address', 'user', 'password', 'imap', 'smtp', 'authserv_id'].map((key) => `email.${key}`)
  const channels = [...telegram, ...talk, ...mailbox, ...oauth]
  const scheduled = ['scheduler.quiet_hours', 'heartbeat.text']
  const unset = [
    ...scheduled,
    'owner.name',
    'assistant.persona',
    'metrics.token',
    'log.file',
    ...['bind', 'public_url', 'voice.url', 'voice.api_key'].map((key) => `web.${key}`),
    'speech.url',
    'speech.api_key',
    ...free,
    ...money,
    ...['fast', 'general', 'smart'].map((role) => `brain.models.${role}`),
    'native.provider',
    ...ownChoice,
    ...channels,
    ...recall,
    ...['to', 'passphrase', 'recipient'].map((key) => `backup.${key}`),
    ...['url', 'password', 'ca_file'].map((key) => `runners.${key}`),
    ...['contact', 'ntfy_url', 'ntfy_token'].map((key) => `push.${key}`),
  ]

  test('as it stands is the defaults', () => {
    expect(describeConfig(load(example))).toEqual(describeConfig(load('')))
  })

  test('with every line uncommented is valid and sets every key, each to its default', () => {
    writeFileSync(join(folder, 'telegram-token'), '7:token-of-the-example', { mode: 0o600 })
    writeFileSync(join(folder, 'ntfy-token'), 'token-of-the-server', { mode: 0o600 })
    writeFileSync(join(folder, 'metrics-token'), 'token-of-the-example', { mode: 0o600 })
    writeFileSync(join(folder, 'talk-webhook-secret'), 'secret-of-the-example'.repeat(2), { mode: 0o600 })
    writeFileSync(join(folder, 'redis-password'), 'password-of-the-example', { mode: 0o600 })
    writeFileSync(join(folder, 'talk-password'), 'password-of-the-example', { mode: 0o600 })
    writeFileSync(join(folder, 'claude-token'), 'token-of-the-example', { mode: 0o600 })
    writeFileSync(join(folder, 'mail-password'), 'password-of-the-mailbox', { mode: 0o600 })
    writeFileSync(join(folder, 'mail-refresh-token'), 'token-of-the-mailbox', { mode: 0o600 })
    const { 'email.password': password } = describeConfig(load(withPassword + named, env))
    const all: Record<string, unknown> = { ...describeConfig(load(signedIn + named, env)), 'email.password': password }
    const defaults = describeConfig(load(''))
    for (const { name } of keys) {
      expect(uncommented, `${name} is missing in the example`).toContain(
        `\n${name.slice(name.lastIndexOf('.') + 1)} = `,
      )
      if (unset.includes(name)) expect(all[name]).not.toBeNull()
      else expect([name, all[name]]).toEqual([name, defaults[name]])
    }
  })

  test('shows no key that is commented twice or written in another way', () => {
    const shown = uncommented.match(/^\w+ = /gm) ?? []
    expect(shown).toHaveLength(keys.length)
  })
})
