import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPendingSettings } from '../../../src/app/pending-settings.ts'
import { secretsOf } from '../../../src/config/config.ts'
import { readConfig } from '../../../src/config/load.ts'
import { machineKeyFile } from '../../../src/config/secrets/machine-key.ts'
import { storedSecretUses } from '../../../src/config/secrets/secret-uses.ts'
import {
  changeStoredSecrets,
  isSecretName,
  readStoredSecrets,
  storedSecretsFile,
} from '../../../src/config/secrets/stored-secrets.ts'
import { withoutSecrets } from '../../../src/config/without-secrets.ts'

const VALUE = 'a-stored-secret-of-some-length'

function createPlace(toml = '') {
  const dir = mkdtempSync(join(tmpdir(), 'skein-secrets-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const dataDir = join(dir, 'data')
  const configFile = join(dir, 'config.toml')
  const env: Record<string, string> = { HOME: join(dir, 'home'), SKEIN_DATA: dataDir }
  writeFileSync(configFile, toml, { mode: 0o600 })
  const places = { configFile, dataDir }
  return {
    ...places,
    env,
    read: () => readConfig(places, env),
    keep: (name: string, value = VALUE) => changeStoredSecrets(env, (secrets) => secrets.set(name, value)),
    uses: () => Object.fromEntries(storedSecretUses(places, env)),
    settings: () => createPendingSettings({ ...places, env }),
  }
}

test('a stored secret is used wherever the configuration refers to it, and counts as a secret', () => {
  const place = createPlace(
    '[metrics]\ntoken = "secret:numbers"\n[mcp.cal]\nurl = "https://cal.test"\ntoken = "secret:cal"\n',
  )
  place.keep('numbers')
  place.keep('cal', 'another-secret')
  const config = place.read()
  expect(config.metrics.token).toBe(VALUE)
  expect(config.mcp.cal?.token).toBe('another-secret')
  expect(secretsOf(config)).toEqual(expect.arrayContaining([VALUE, 'another-secret']))
  expect(place.uses()).toEqual({ numbers: ['metrics.token'], cal: ['mcp.cal.token'] })
})

test('it is kept for this user only, encrypted together with its name, and its key is elsewhere', () => {
  const { keep, env, dataDir } = createPlace()
  keep('numbers')
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  const text = readFileSync(storedSecretsFile(env), 'utf8')
  expect(text).not.toMatch(/numbers|a-stored/)
  for (const file of [storedSecretsFile(env), machineKeyFile(env)]) expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(machineKeyFile(env).startsWith(dataDir)).toBe(false)
  keep('numbers')
  expect(readFileSync(storedSecretsFile(env), 'utf8')).not.toBe(text)
})

test('a missing name names the nearest known one, and never a value', () => {
  const place = createPlace('[metrics]\ntoken = "secret:numbres"\n')
  expect(place.read).toThrow('metrics.token is secret:numbres, but there is no such secret; "skein secret set numbres"')
  place.keep('numbers')
  expect(place.read).toThrow(
    'line 2: metrics.token is secret:numbres, but there is no such secret; did you mean numbers?',
  )
})

test('what cannot be decrypted is a problem that says what to do, and is never overwritten', () => {
  const place = createPlace('[metrics]\ntoken = "secret:numbers"\n')
  place.keep('numbers')
  const file = storedSecretsFile(place.env)
  const good = readFileSync(file, 'utf8')
  const { data } = JSON.parse(good) as { data: string }
  const turned = data.startsWith('A') ? 'B' : 'A'
  for (const damaged of ['', 'not json', '{}', good.replace(data, turned + data.slice(1)), good.slice(0, -10)]) {
    writeFileSync(file, damaged)
    expect(place.read).toThrow(`${file} is damaged`)
    expect(() => place.keep('other')).toThrow('is damaged')
    expect(readFileSync(file, 'utf8')).toBe(damaged)
  }
  writeFileSync(file, good)
  for (const key of ['x'.repeat(40), 'short', '']) {
    writeFileSync(machineKeyFile(place.env), key)
    expect(place.read).toThrow('was encrypted with a key that cannot be read here')
    expect(() => place.keep('other')).toThrow('was encrypted with a key')
  }
  expect(readdirSync(place.dataDir)).toEqual(['secrets.json'])
})

test('a file that holds no key is never replaced', () => {
  const { keep, env } = createPlace()
  mkdirSync(dirname(machineKeyFile(env)), { recursive: true })
  writeFileSync(machineKeyFile(env), 'short')
  expect(() => keep('numbers')).toThrow('holds no key that this user can read')
  expect(readFileSync(machineKeyFile(env), 'utf8')).toBe('short')
})

test('a credential of the service becomes the key with the next change, and the old key is good until then', () => {
  const place = createPlace()
  place.keep('numbers')
  const credentials = join(dirname(place.dataDir), 'credentials')
  mkdirSync(credentials)
  writeFileSync(join(credentials, 'secrets-key'), 'k'.repeat(44))
  const service = { ...place.env, CREDENTIALS_DIRECTORY: credentials }
  const both = { secrets: new Map([['numbers', VALUE]]) }
  expect(readStoredSecrets(service)).toEqual(both)
  changeStoredSecrets(service, () => {})
  rmSync(machineKeyFile(place.env))
  expect(readStoredSecrets(service)).toEqual(both)
  expect(readStoredSecrets(place.env)).toHaveProperty('problem')
})

test('two commands cannot change secrets at the same time, and a killed one blocks nobody for long', () => {
  const { keep, env } = createPlace()
  keep('one')
  const lock = `${storedSecretsFile(env)}.new`
  writeFileSync(lock, '')
  expect(() => keep('two')).toThrow('Another command is changing the secrets')
  const before = new Date(Date.now() - 60_000)
  utimesSync(lock, before, before)
  keep('two')
  expect(readStoredSecrets(env)).toEqual({
    secrets: new Map([
      ['one', VALUE],
      ['two', VALUE],
    ]),
  })
})

test('the page accepts the name of a stored secret, and only of one that exists', () => {
  const place = createPlace('[brain]\ndefault = "demo"\n')
  place.keep('numbers')
  expect(place.settings().set('metrics.token', 'secret:numbres')).toMatchObject({
    en: expect.stringContaining('did you mean numbers?'),
  })
  expect(place.settings().set('metrics.token', 'env:HOME')).toMatchObject({
    en: expect.stringContaining('"secret:NAME"'),
  })
  expect(place.settings().set('metrics.token', ' secret:numbers ')).toBeUndefined()
  expect(place.read().metrics.token).toBe(VALUE)
  expect(place.uses()).toEqual({ numbers: ['metrics.token'] })
  expect(readFileSync(join(place.dataDir, 'set-here.json'), 'utf8')).not.toContain(VALUE)
})

test('a backup without secrets keeps the reference, which says nothing', () => {
  const text = '[metrics]\ntoken = "secret:numbers"\n'
  expect(withoutSecrets('config.toml', text)).toBe(text)
})

test('a name is short and plain', () => {
  expect(['a', 'telegram-token', 'mail.work_2', 'X'.repeat(64)].filter((name) => !isSecretName(name))).toEqual([])
  const bad = ['', '-x', '.x', 'a b', 'a/b', 'ü', '__proto__', 'X'.repeat(65), 'a\n']
  expect(bad.filter(isSecretName)).toEqual([])
})
