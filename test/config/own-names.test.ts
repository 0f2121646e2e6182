import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { talkOptions } from '../../src/channels/talk/from-config.ts'
import { camelKeys } from '../../src/config/camel-keys.ts'
import { secretsOf } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/load.ts'
import { valueAt } from '../../src/config/problems/problems.ts'
import { schema } from '../../src/config/schema/schema.ts'
import { entriesIn, schemaNodeAt } from '../../src/config/schema/schema-tree.ts'

const folder = mkdtempSync(join(tmpdir(), 'skein-own-names-'))
const file = join(folder, 'config.toml')
afterAll(() => rmSync(folder, { recursive: true }))

function load(text: string) {
  writeFileSync(file, text, { mode: 0o600 })
  return loadConfig(file, {})
}

/** A table below every name that people choose themselves, and a key of it with the spelling that the code has for it. */
const below: Record<string, { table: object; key?: string }> = {
  'talk.rooms': { table: { mode: 'off' } },
  'email.accounts': { table: { sent_copy: 'none' }, key: 'sentCopy' },
  mailboxes: { table: { imap: 'imaps://x.org', user: 'u', password: 'p' } },
  providers: { table: { kind: 'ollama', base_url: 'http://127.0.0.1:1' }, key: 'baseUrl' },
  mcp: { table: { command: ['c'] } },
}

const records = entriesIn()
  .map((path) => ({ path, place: schemaNodeAt(path) }))
  .filter(({ place }) => place?.kind === 'entries' && place.naming.by === 'table')
  .map(({ path }) => path.join('.'))

test.each(records)('a name in [%s] stays as it was written, and the keys below it are spelled as ours', (record) => {
  const { table = {}, key } = below[record] ?? {}
  const path = record.split('.')
  const tree = path.reduceRight<object>((inner, name) => ({ [name]: inner }), { my_own_name: table, myOwnName: table })
  const names = valueAt(camelKeys(schema.parse(tree), schema), path) as Record<string, object>
  expect(Object.keys(names)).toEqual(['my_own_name', 'myOwnName'])
  if (key !== undefined) expect(names.my_own_name).toHaveProperty(key)
})

test('names that differ in an underscore alone are two mailboxes, each with its secret', () => {
  const box = (name: string) =>
    `[mailboxes.${name}]\nimap = "imaps://x.org"\nuser = "u"\npassword = "secret-of-${name}"\n`
  const config = load(box('my_work') + box('myWork'))
  expect(config.mailboxes.my_work?.password).toBe('secret-of-my_work')
  expect(config.mailboxes.myWork?.password).toBe('secret-of-myWork')
  expect(secretsOf(config)).toEqual(['secret-of-my_work', 'secret-of-myWork'])
})

test('a room of Talk is found by its token, whatever is in it', () => {
  const talk = '[talk]\nurl = "https://cloud.example.org"\nuser = "skein"\npassword = "hush-hush"\n'
  const options = talkOptions(load(`${talk}[talk.rooms.abc_def]\nmode = "always"`), '')
  expect(options?.groupMode('abc_def')).toBe('always')
  expect(options?.groupMode('abcDef')).toBe('mention')
})
