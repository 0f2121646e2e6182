import { describe, expect, test } from 'vitest'
import { type CredentialLine, withCredential } from '../../src/config/toml-edit.ts'
import { ConfigError } from '../../src/domain/errors.ts'

const key: CredentialLine = { key: 'api_key', value: 'file:/d/key' }
const token: CredentialLine = { key: 'oauth_token', value: 'file:/d/token' }
const edit = (text: string, credential: CredentialLine | undefined) => withCredential('config.toml', text, credential)

const cases: [what: string, before: string, credential: CredentialLine | undefined, after: string][] = [
  ['nothing at all', '', key, '[brain.claude]\napi_key = "file:/d/key"\n'],
  ['another table', '[web]\nport = 1\n', key, '[web]\nport = 1\n\n[brain.claude]\napi_key = "file:/d/key"\n'],
  ['no last line break', 'timezone = "UTC"', key, 'timezone = "UTC"\n\n[brain.claude]\napi_key = "file:/d/key"\n'],
  [
    'the table without a credential',
    '[brain.claude] # mine\nmodel = "m"\n[web]\n',
    key,
    '[brain.claude] # mine\napi_key = "file:/d/key"\nmodel = "m"\n[web]\n',
  ],
  [
    'a commented key',
    '[brain.claude]\n# api_key = "x"\n',
    key,
    '[brain.claude]\napi_key = "file:/d/key"\n# api_key = "x"\n',
  ],
  [
    'the same key',
    '[brain.claude]\nmodel = "m"\n  api_key = "old" # secret\n# end\n',
    key,
    '[brain.claude]\nmodel = "m"\n  api_key = "file:/d/key"\n# end\n',
  ],
  [
    'the other key, which would win',
    '[brain.claude]\napi_key = "old"\n',
    token,
    '[brain.claude]\noauth_token = "file:/d/token"\n',
  ],
  [
    'both keys',
    '[brain.claude]\noauth_token = "a"\nmodel = "m"\napi_key = "b"\n',
    key,
    '[brain.claude]\napi_key = "file:/d/key"\nmodel = "m"\n',
  ],
  ['a dotted key', 'brain.claude.api_key = "a"\n[web]\n', key, 'brain.claude.api_key = "file:/d/key"\n[web]\n'],
  ['a key in the table above', '[brain]\nclaude.api_key = "a"\n', key, '[brain]\nclaude.api_key = "file:/d/key"\n'],
  [
    'line ends of Windows',
    '[brain.claude]\r\nmodel = "m"\r\n',
    key,
    '[brain.claude]\r\napi_key = "file:/d/key"\r\nmodel = "m"\r\n',
  ],
  [
    'a sign-in instead of a key',
    '[brain.claude]\napi_key = "a"\nmodel = "m"\n',
    undefined,
    '[brain.claude]\nmodel = "m"\n',
  ],
  ['a sign-in where there was none', '[web]\n', undefined, '[web]\n'],
  [
    'a value that looks like a pattern',
    '[brain.claude]\napi_key = "a"\n',
    { key: 'api_key', value: 'file:/d/$1 "x"' },
    '[brain.claude]\napi_key = "file:/d/$1 \\"x\\""\n',
  ],
  [
    'a text that only looks like the table',
    'timezone = """\n[brain.claude]\n"""\n[brain.claude]\n',
    key,
    'timezone = """\n[brain.claude]\n"""\n[brain.claude]\napi_key = "file:/d/key"\n',
  ],
]

test.each(cases)('%s', (_, before, credential, after) => expect(edit(before, credential)).toBe(after))

describe('what needs a person', () => {
  test.each([
    'brain = { claude = { model = "m" } }\n',
    '[brain]\nclaude = { api_key = "sk-old-secret" }\n',
    '[brain.claude]\napi_key = """\nsk-old-secret"""\n',
    '[brain]\nclaude.model = "m"\n',
  ])('%j is left alone, and the line to write is named', (text) => {
    expect(() => edit(text, key)).toThrow(ConfigError)
    expect(() => edit(text, key)).toThrow('api_key = "file:/d/key"')
    expect(() => edit(text, key)).not.toThrow('sk-old-secret')
  })

  test('a file that is no TOML is named without quoting it', () => {
    expect(() => edit('[brain.claude]\napi_key = "sk-old-secret\n', key)).toThrow(
      /^config\.toml line 2 column \d+: not valid/,
    )
    expect(() => edit('[brain.claude]\napi_key = "sk-old-secret\n', key)).not.toThrow('sk-old')
  })
})
