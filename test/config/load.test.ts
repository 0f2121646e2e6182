import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Config, describeConfig, secretsOf } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/load.ts'
import { ConfigError } from '../../src/domain/errors.ts'
import { textIn } from '../../src/messages/localized.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-config-'))
  file = join(folder, 'config.toml')
})
afterEach(() => rmSync(folder, { recursive: true }))

function load(text: string | Buffer, env: NodeJS.ProcessEnv = {}) {
  writeFileSync(file, text, { mode: 0o600 })
  return loadConfig(file, env)
}

function problems(text: string | Buffer, env: NodeJS.ProcessEnv = {}): string[] {
  try {
    load(text, env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((line) => line.replace(file, 'config.toml'))
  }
  return []
}

describe('a file that is there', () => {
  test('sets what it says and leaves the rest at the defaults', () => {
    const config = load('[web]\nport = 9000\n[brain.claude]\nidle_seconds = 5\n')
    expect(config.web).toEqual({ enabled: true, port: 9000, titles: true, voice: { command: [], model: 'whisper-1' } })
    expect(config.brain.claude).toMatchObject({ command: 'claude', epochs: true, idleSeconds: 5 })
    expect(config.file).toBe(file)
  })

  test('with a byte order mark and Windows line ends reads the same', () => {
    expect(load('\ufeff[web]\r\nport = 9000\r\n').web.port).toBe(9000)
    expect(problems('\ufeff[web]\r\nprot = 9000\r\n')).toEqual([
      'config.toml line 2: unknown key web.prot; did you mean web.port?',
    ])
  })

  test('gives a value that nobody can change', () => {
    const config = load('')
    expect(() => Object.assign(config.web, { port: 1 })).toThrow(TypeError)
    expect(() => Object.assign(config, { timezone: 'x' })).toThrow(TypeError)
  })

  test('finds relative folders beside itself and the home folder behind a tilde', () => {
    expect(load('brain.claude.config_dir = "login"').brain.claude.configDir).toBe(join(folder, 'login'))
    expect(load('brain.claude.config_dir = "~/login"', { HOME: '/home/ana' }).brain.claude.configDir).toBe(
      '/home/ana/login',
    )
  })
})

describe('a file that is not there', () => {
  test('means the defaults at the usual place', () => {
    const config = loadConfig(undefined, { XDG_CONFIG_HOME: folder })
    expect(config.web.port).toBe(8420)
    expect(config.file).toBeUndefined()
  })

  test('is an error when somebody named it', () => {
    expect(() => loadConfig(file, {})).toThrow(/config\.toml does not exist/)
    expect(() => loadConfig(undefined, { SKEIN_CONFIG: file })).toThrow(ConfigError)
  })
})

describe('mistakes', () => {
  test('are all told at once, each with its line, in the order of the file', () => {
    const text = 'timezone = "Mars/Olympus"\n\n[web]\nprot = 1\nport = "x"\n\n[workers]\nmax = 0\n[wbe]\nport = 1\n'
    expect(problems(text)).toEqual([
      'config.toml line 1: timezone must be an IANA time zone such as Europe/Berlin, not "Mars/Olympus"',
      'config.toml line 4: unknown key web.prot; did you mean web.port?',
      'config.toml line 5: web.port must be a whole number from 1 to 65535, not "x"',
      'config.toml line 8: workers.max must be a whole number from 1 to 64, not 0',
      'config.toml line 9: unknown key wbe; did you mean web?',
    ])
  })

  test('tell of a bell with a secret that could be guessed', () => {
    expect(problems('[talk.webhook]\nsecret = "short"')).toEqual([
      expect.stringMatching(/line 2: talk\.webhook\.secret must have at least 40 characters/),
    ])
    expect(problems('[talk.webhook]\nsecret = "env:NOWHERE"')).toHaveLength(1)
    expect(problems('[metrics]\ntoken = "short"')).toEqual([
      expect.stringMatching(/line 2: metrics\.token must have at least 16 characters/),
    ])
  })

  test('name the table a misplaced key belongs to', () => {
    expect(problems('port = 1')).toEqual(['config.toml line 1: unknown key port; did you mean web.port?'])
  })

  test('point at the line around an inline table, and not into a long text', () => {
    const text = "[brain.claude]\nmodel = '''\n[web]\nidle_seconds = 1\n'''\nidle_seconds = 0\n"
    expect(problems(text)).toEqual([expect.stringContaining('config.toml line 6: brain.claude.idle_seconds must be')])
    for (const end of ['don\'t\n""" # it\'s one', 'a \\\\"""', 'he said "yes""""', 'C:\\\\ """'])
      expect(problems(`[brain.claude]\nmodel = """\n${end}\nidle_seconds = 0\n`)).toEqual([
        expect.stringContaining(`config.toml line ${end.split('\n').length + 3}: brain.claude.idle_seconds must be`),
      ])
    const literal = "[brain.claude]\nmodel = '''\nC:\\'''\nidle_seconds = 0\n"
    expect(problems(literal)).toEqual([
      expect.stringContaining('config.toml line 4: brain.claude.idle_seconds must be'),
    ])
    expect(problems('\nweb = { prot = 1 }')).toEqual([
      'config.toml line 2: unknown key web.prot; did you mean web.port?',
    ])
  })

  test('in the TOML itself are told by line and column without quoting the lines around', () => {
    const lines = problems('[brain.claude]\napi_key = "hush-hush-hush"\nmodel = \n')
    expect(lines).toEqual(['config.toml line 3 column 9: not valid TOML: invalid value'])
  })

  test('of size, kind and encoding are told as what they are', () => {
    expect(problems(`# ${'x'.repeat(1_048_577)}`)[0]).toContain('over 1 MB')
    expect(problems(Buffer.from([0x61, 0xff, 0xfe]))[0]).toContain('not UTF-8')
    mkdirSync(join(folder, 'a-folder'))
    expect(() => loadConfig(join(folder, 'a-folder'), {})).toThrow(/is not a plain file/)
  })

  test('between keys are told too', () => {
    expect(problems('[disk]\nlow_mb = 10\nfull_mb = 20')).toEqual([
      'config.toml line 3: disk.full_mb must be at most disk.low_mb',
    ])
    expect(problems('[recall]\nvectors = "endpoint"\nurl = "http://127.0.0.1:1/v1"')).toEqual([
      'config.toml line 2: recall.vectors = "endpoint" needs recall.model too',
    ])
    for (const root of ['http://10.0.0.7:8081', 'http://127.0.0.1.example.org', 'https://localhost.example.org'])
      expect(problems(`[telegram]\napi_root = "${root}"\nlocal_server = true`)).toEqual([
        expect.stringMatching(/^config\.toml line 3: telegram\.local_server needs telegram\.api_root on this machine/),
      ])
  })

  test('of a mailbox name what is missing or does not go together', () => {
    const box = 'address = "skein@example.org"\npassword = "hush-hush"\n'
    expect(problems(`[email]\n${box}`)).toEqual([])
    expect(problems('[email]\nowner_addresses = ["ana@example.org"]')).toEqual([])
    expect(problems('[email]\naddress = "skein@example.org"')).toEqual([
      'config.toml line 1: email.password is missing; the mailbox needs it, or email.oauth',
    ])
    expect(problems('[email.accounts.work]\npassword = "hush-hush"')).toEqual([
      expect.stringContaining('line 1: email.accounts.work.address is missing'),
    ])
    expect(problems(`[email]\n${box}oauth.client_id = "me"\noauth.refresh_token = "r"`)).toEqual([
      expect.stringContaining('line 3: email.password and email.oauth exclude each other'),
    ])
    expect(problems('[email]\naddress = "s@x.org"\noauth.client_id = "me"')).toEqual([
      expect.stringContaining('email.oauth.refresh_token is missing'),
    ])
    expect(problems(`[email]\n${box}[email.accounts.two]\n${box.replace('skein', 'SKEIN')}`)).toEqual([
      expect.stringContaining('line 5: email.accounts.two.address is the address of email;'),
    ])
    expect(problems(`[email]\n${box}owner_addresses = ["Skein@example.org"]`)).toEqual([
      expect.stringContaining("line 4: email.owner_addresses has Skein@example.org, which is Skein's own mailbox"),
    ])
    expect(problems(`[email]\n${box}aliases = ["hello@x.org"]\nowner_addresses = ["hello@x.org"]`)).toEqual([
      expect.stringContaining("email.owner_addresses has hello@x.org, which is Skein's own mailbox"),
    ])
    const tokenUrl = '[email]\naddress = "s@x.org"\n[email.oauth]\nclient_id = "me"\nrefresh_token = "r"\ntoken_url = '
    expect(problems(`${tokenUrl}"http://login.example.org/t"`)).toEqual([
      expect.stringContaining('line 6: email.oauth.token_url must begin with https'),
    ])
    expect(problems(`${tokenUrl}"http://127.0.0.1:1/t"`)).toEqual([])
  })

  test.each(['imaps://me:hush@host', 'imaps://host/folder', 'imaps://host?x=1', 'imaps://'])(
    'of a server as %j are told without what stands there',
    (url) => {
      const lines = problems(`[email]\naddress = "s@x.org"\npassword = "p"\nimap = "${url}"`)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('config.toml line 4: email.imap must ')
      expect(lines[0]).not.toContain('hush')
    },
  )

  test.each([
    ['speech.url', 'https://me:hush@host/v1', 'must be an http or https address without a password'],
    ['recall.url', 'ftp://me:hush@host/v1', 'must be an http or https address'],
  ])('of %s as %j are told without the password', (key, url, says) => {
    const lines = problems(`${key} = "${url}"`).filter((line) => line.includes(key))
    expect(lines).toEqual([expect.stringContaining(says)])
    expect(lines.join('')).not.toContain('hush')
  })

  test('with control characters in a key or a value stay on one clean line', () => {
    const lines = problems('"we\\nb\\u001b[31m" = 1\nlog.level = "a\\nb"')
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toMatch(/\p{Cc}/u)
  })
})

describe('a secret', () => {
  const named = (value: string) => `[brain.claude]\napi_key = "${value}"`

  test('stands in the file, in the environment or in a file of its own', () => {
    writeFileSync(join(folder, 'key'), 'from-a-file\r\n', { mode: 0o600 })
    expect(load(named('from-here')).brain.claude.apiKey).toBe('from-here')
    expect(load(named('env:KEY'), { KEY: 'from-env' }).brain.claude.apiKey).toBe('from-env')
    const config = load(named('file:key'))
    expect(config.brain.claude.apiKey).toBe('from-a-file')
    expect(config.warnings).toEqual([])
    expect(secretsOf(config)).toEqual(['from-a-file'])
  })

  test.each([
    ['env:KEY', 'is env:KEY, but the environment has no KEY'],
    ['env:EMPTY', 'is env:EMPTY, but EMPTY is empty'],
    ['file:nowhere', 'cannot be read (ENOENT)'],
    ['file:empty', 'but that file is empty'],
    ['file:.', 'is not a plain file'],
    ['', 'is empty'],
    ['two\\nlines', 'holds a line break'],
  ])('that is %j is refused by the name of its key', (value, says) => {
    writeFileSync(join(folder, 'empty'), '\n')
    const [line, ...more] = problems(named(value), { EMPTY: '' })
    expect(more).toEqual([])
    expect(line).toMatch(/^config\.toml line 2: brain\.claude\.api_key /)
    expect(line).toContain(says)
  })

  test('in a table that a person named is followed, kept out of sight and scrubbed as any other', () => {
    writeFileSync(join(folder, 'key'), 'from-a-file', { mode: 0o600 })
    const table = '[email.accounts."my work"]\naddress = "w@example.org"\n'
    const config = load(`${table}password = "file:key"`)
    expect(config.email.accounts['my work']?.password).toBe('from-a-file')
    expect(secretsOf(config)).toEqual(['from-a-file'])
    const [line] = problems(`${table}password = "file:nowhere"`)
    expect(line).toContain('config.toml line 3: email.accounts.my work.password is file:')
    expect(problems(`${table}password = ["hush-hush"]`).join()).toMatch(/must be a text, not a list/)
    expect(problems(`${table.replace('my work', 'my\\nwork')}password = 12345678`).join()).not.toMatch(/1234|\p{Cc}/u)
  })

  test('is never quoted, whatever is wrong with it', () => {
    expect(problems('brain.claude.api_key = 1234567890').join()).toMatch(/must be a text, not a number/)
    expect(JSON.stringify(describeConfig(load(named('hush-hush'))))).not.toContain('hush')
    expect(describeConfig(load(named('hush-hush')))['brain.claude.api_key']).toBe('(set)')
  })

  test('that other users can read brings a warning', () => {
    writeFileSync(join(folder, 'key'), 'hush-hush')
    chmodSync(join(folder, 'key'), 0o644)
    const warnings = (config: Config) => config.warnings.map((text) => textIn(text, 'en'))
    expect(warnings(load(named('file:key')))).toEqual([expect.stringContaining('chmod 600')])
    writeFileSync(file, named('by-value'))
    chmodSync(file, 0o644)
    expect(warnings(loadConfig(file, {}))).toEqual([expect.stringContaining('brain.claude.api_key')])
  })
})
