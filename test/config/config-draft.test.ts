import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { draftConfig, readConfigText } from '../../src/config/config-draft.ts'
import { configPlace } from '../../src/config/config-place.ts'
import { readConfig } from '../../src/config/load.ts'
import { withAssignment } from '../../src/config/toml-edit.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-draft-'))
  file = join(folder, 'config.toml')
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const here = (configFile = file) => configPlace({ configFile, dataDir: join(folder, 'data') }, {})
const mode = (path: string) => statSync(path).mode & 0o777

test('takes the place of the file, keeps who may read it, and keeps the old text', () => {
  writeFileSync(file, 'timezone = "UTC"\n')
  chmodSync(file, 0o640)
  const draft = draftConfig(here(), '[web]\nport = 9\n')
  expect(draft.config.web.port).toBe(9)
  expect(readFileSync(file, 'utf8')).toBe('timezone = "UTC"\n')
  expect(draft.commit()).toBe(`${file}.bak`)
  expect(readFileSync(file, 'utf8')).toBe('[web]\nport = 9\n')
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe('timezone = "UTC"\n')
  expect(mode(file)).toBe(0o640)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('makes the file and its folder for this user alone', () => {
  const fresh = join(folder, 'new', 'config.toml')
  expect(draftConfig(here(fresh), '').commit()).toBeUndefined()
  expect([mode(fresh), mode(join(folder, 'new'))]).toEqual([0o600, 0o700])
})

test('that is no good leaves everything as it was and names the file itself', () => {
  writeFileSync(file, 'timezone = "UTC"\n', { mode: 0o600 })
  expect(() => draftConfig(here(), '[web]\nprot = 9\n')).toThrow(`${file} line 2: unknown key web.prot`)
  expect(readdirSync(folder)).toEqual(['config.toml'])
})

test('follows a link to the real file', () => {
  mkdirSync(join(folder, 'dotfiles'))
  const real = join(folder, 'dotfiles', 'skein.toml')
  writeFileSync(real, 'timezone = "UTC"\n', { mode: 0o600 })
  symlinkSync(real, file)
  draftConfig(here(), '[web]\nport = 9\n').commit()
  expect(lstatSync(file).isSymbolicLink()).toBe(true)
  expect(readFileSync(real, 'utf8')).toBe('[web]\nport = 9\n')
})

describe('of a file that cannot be changed', () => {
  const owned = `# of root
timezone = "UTC"
[brain]
default = "demo"
[brain.claude]
api_key = "file:key"
[[briefings]]
name = "Morning"
cron = "0 7 * * *"
blocks = [{ source = "questions" }]
`
  const place = () => ({ configFile: file, dataDir: join(folder, 'data') })
  const config = () => readConfig(place(), {})
  const saved = () => readConfigText(place(), {})
  /** Sets a key as the setup does, or removes it. */
  const assign = (table: string[], key: string, value?: string | string[]) => {
    const text = saved()
    const set = value === undefined ? undefined : { key, value }
    draftConfig(text, withAssignment(file, text.text, { table, replaces: [key], set })).commit()
  }
  const overridesFile = () => join(folder, 'data', 'set-here.json')
  const keys = () => Object.keys((JSON.parse(readFileSync(overridesFile(), 'utf8')) as { keys: object }).keys)

  beforeEach(() => {
    writeFileSync(join(folder, 'key'), 'sk-ant-api-of-root\n', { mode: 0o600 })
    writeFileSync(file, owned)
    chmodSync(file, 0o440)
  })

  test('is saved key by key in the data folder, for this user alone', () => {
    assign(['owner'], 'name', 'Ana "the" \u00fc')
    const text = saved()
    const local = '[providers.local]\nkind = "ollama"\nmodels.general = "grain-7"\n'
    const evening = '[[briefings]]\nname = "Evening"\ncron = "0 18 * * *"\n[[briefings.blocks]]\nsource = "reminders"\n'
    draftConfig(text, `${text.text}\n${local}${evening}`).commit()
    assign(['brain'], 'default', 'local')
    assign(['email'], 'owner_addresses', ['ana@example.org', 'bea@example.org'])
    expect(config()).toMatchObject({
      timezone: 'UTC',
      owner: { name: 'Ana "the" \u00fc' },
      brain: { default: 'local', claude: { apiKey: 'sk-ant-api-of-root' } },
      email: { ownerAddresses: ['ana@example.org', 'bea@example.org'] },
      providers: { local: { kind: 'ollama', models: { general: 'grain-7' } } },
      briefings: [{ name: 'Morning' }, { name: 'Evening', blocks: [{ source: 'reminders' }] }],
      warnings: [],
    })
    expect(keys()).toEqual(expect.arrayContaining(['brain.default', 'owner.name', 'briefings.Evening.cron']))
    expect(keys().filter((key) => /timezone|Morning|api_key/.test(key))).toEqual([])
    expect([readFileSync(file, 'utf8'), mode(overridesFile())]).toEqual([owned, 0o600])
  })

  test('changes, leaves out and returns to what the file says', () => {
    assign(['owner'], 'name', 'Ana')
    assign(['owner'], 'name', 'Bea')
    assign(['brain', 'claude'], 'api_key')
    expect([config().owner.name, config().brain.claude.apiKey]).toEqual(['Bea', undefined])
    assign(['brain', 'claude'], 'api_key', 'file:key')
    assign(['owner'], 'name')
    expect([config().owner.name, keys()]).toEqual([undefined, []])
  })

  test('gives way to a later change of the file', () => {
    assign([], 'timezone', 'Europe/Berlin')
    expect(config().timezone).toBe('Europe/Berlin')
    chmodSync(file, 0o640)
    writeFileSync(file, owned.replace('UTC', 'Asia/Tokyo'))
    chmodSync(file, 0o440)
    expect(config().timezone).toBe('Asia/Tokyo')
    assign(['owner'], 'name', 'Ana')
    expect([config().timezone, config().warnings]).toEqual(['Asia/Tokyo', []])
  })

  test('that is not valid changes nothing', () => {
    assign(['owner'], 'name', 'Ana')
    const before = readFileSync(overridesFile(), 'utf8')
    expect(() => draftConfig(saved(), '[web]\nprot = 9\n')).toThrow(`${file}: unknown key web.prot`)
    expect(() => draftConfig(saved(), 'x = ')).toThrow('not valid TOML')
    expect(readFileSync(overridesFile(), 'utf8')).toBe(before)
    writeFileSync(overridesFile(), '{"keys": "hush')
    expect(saved).toThrow('cannot be read')
    expect(readFileSync(overridesFile(), 'utf8')).toBe('{"keys": "hush')
  })

  test('keeps what does not fit for the person to correct, unless its table is set anew', () => {
    assign(['owner'], 'name', 'Ana')
    const { keys: good } = JSON.parse(readFileSync(overridesFile(), 'utf8')) as { keys: object }
    const misfit = (value: unknown) => ({ value, file: null })
    const bad = { 'telegram.token': misfit('secret:gone'), 'talk.password': misfit('secret:gone') }
    writeFileSync(overridesFile(), JSON.stringify({ keys: { ...good, ...bad } }))
    expect(config()).toMatchObject({ owner: { name: 'Ana' }, warnings: [{}, {}] })
    assign(['telegram'], 'api_root', 'http://127.0.0.1:9')
    expect(keys().toSorted()).toEqual(['owner.name', 'talk.password', 'telegram.api_root'])
  })
})
