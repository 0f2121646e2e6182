import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createPendingSettings } from '../../src/app/pending-settings.ts'
import { readConfigFile } from '../../src/config/config-file.ts'
import { readKey, spellKey } from '../../src/config/key-paths.ts'
import { readConfig } from '../../src/config/load.ts'
import { dropOutdated } from '../../src/config/overrides/apply-overrides.ts'
import { readOverrides } from '../../src/config/overrides/override-file.ts'
import { savedConfig } from '../../src/config/overrides/saved-config.ts'
import { listOverridesAndTables } from '../../src/config/overrides/table-form.ts'
import { entriesIn, schemaNodeAt } from '../../src/config/schema/schema-tree.ts'
import { sourceWords } from '../../src/config/sources.ts'
import { textIn } from '../../src/messages/localized.ts'

const local = `[providers.local]
kind = "ollama" # ours
models.general = "llama"
`
const briefing = `[[briefings]]
name = "Morning"
cron = "0 7 * * *"
[[briefings.blocks]]
source = "questions"
[[briefings.blocks]]
source = "reminders"
`

let dataDir: string
let configFile: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'skein-set-here-'))
  configFile = join(dataDir, 'config.toml')
  writeFileSync(configFile, '', { mode: 0o600 })
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
})

const write = (text: string) => writeFileSync(configFile, text, { mode: 0o600 })
/** As after a start: nothing is known but what lies on the disk. */
const desk = () => createPendingSettings({ configFile, dataDir, env: {} })
const config = () => readConfig({ configFile, dataDir }, {})
const lines = () => {
  const raw = readConfigFile(configFile, {}).tree()
  const told = listOverridesAndTables(savedConfig(raw, dropOutdated(raw, readOverrides(dataDir).overrides).current))
  return Object.entries(told).map(([key, sourced]) => `${key} = ${sourced.value} # ${sourceWords(sourced).en}`)
}

describe('a table of people’s own', () => {
  test('is added, changed key by key, and removed; the file stays as it is', () => {
    write(local)
    const { add, set, reset, remove } = desk()
    expect(
      add('mcp', ' calendar ', {
        command: 'calendar-mcp\n--read-only',
        'env.TOKEN.value': 'hush',
        tools: '',
        url: ' ',
      }),
    ).toBeUndefined()
    expect(config().mcp).toEqual({
      calendar: { command: ['calendar-mcp', '--read-only'], env: [{ name: 'TOKEN', value: 'hush' }] },
    })
    expect(set('mcp.calendar.tools', 'look\nlist')).toBeUndefined()
    expect(set('providers.local.window', '8000')).toBeUndefined()
    expect(config().mcp.calendar?.tools).toEqual(['look', 'list'])
    expect(config().providers.local).toMatchObject({ kind: 'ollama', window: 8000, models: { general: 'llama' } })
    expect(lines()).toEqual([
      'providers.local.kind = ollama # from the file',
      'providers.local.models.general = llama # from the file',
      'providers.local.window = 8000 # set on the page or in the setup; default: not set',
      'mcp.calendar.command = calendar-mcp, --read-only # set on the page or in the setup; default: not set',
      'mcp.calendar.tools = look, list # set on the page or in the setup; default: not set',
      'mcp.calendar.env.TOKEN.value = (set) # set on the page or in the setup',
    ])
    expect([reset('providers.local.window'), remove('mcp.calendar')]).toEqual([undefined, undefined])
    expect([config().mcp, config().providers.local?.window, readFileSync(configFile, 'utf8')]).toEqual([
      {},
      undefined,
      local,
    ])
  })

  test('in a list is found by its name or number, and left out though the file has it', () => {
    write(briefing)
    const { add, set, remove, reset, read } = desk()
    expect(
      add('schedules', 'Mondays, early.', { cron: '0 6 * * 1', text: 'Up!\nNow.', kind: 'remind' }),
    ).toBeUndefined()
    expect(set('schedules."Mondays, early.".silent', 'true')).toBeUndefined()
    expect(config().schedules).toMatchObject([{ name: 'Mondays, early.', text: 'Up!\nNow.', silent: true }])
    expect(add('briefings.Morning.blocks', '', { source: 'conversations', limit: '3' })).toBeUndefined()
    expect(remove('briefings.Morning.blocks.1')).toBeUndefined()
    expect(set('briefings.Morning.blocks.2.title', 'Do not forget')).toBeUndefined()
    const [morning] = config().briefings
    expect(morning?.blocks).toMatchObject([
      { source: 'reminders', title: 'Do not forget' },
      { source: 'conversations', limit: 3 },
    ])
    const blocks = read().tables.find(({ name }) => name === 'briefings')?.entries[0]?.tables[0]?.entries
    expect(blocks?.map(({ title, isLeftOut, isInFile }) => [title, isLeftOut, isInFile])).toEqual([
      ['1', true, true],
      ['2', false, true],
      ['3', false, false],
    ])
    expect(reset('briefings.Morning.blocks.1')).toBeUndefined()
    expect(config().briefings[0]?.blocks.map(({ source }) => source)).toEqual([
      'questions',
      'reminders',
      'conversations',
    ])
    expect(remove('briefings.Morning')).toBeUndefined()
    expect(config().briefings).toEqual([])
    expect([reset('briefings.Morning'), config().briefings.length]).toEqual([undefined, 1])
  })

  test.each([
    [
      'providers',
      'Local One',
      { kind: 'ollama', 'models.general': 'x' },
      'the name of a provider can have lowercase letters',
    ],
    ['providers', 'claude', { kind: 'ollama', 'models.general': 'x' }, 'which means something else.'],
    ['providers', 'more', { kind: 'ollama' }, 'providers.more needs models.general'],
    ['providers', 'more', { kind: 'other' }, 'kind must be one of "anthropic"'],
    ['providers', 'more', { models: 'x' }, 'There is no key models in providers.'],
    ['providers', 'local', { kind: 'ollama' }, 'There is already a "local".'],
    ['providers', '__proto__', { kind: 'ollama' }, 'A name can have letters, digits'],
    ['mcp', 'x', { command: 'a', url: 'https://mcp.example.org' }, 'mcp.x needs command or url, one of them.'],
    [
      'mcp',
      'x',
      { url: 'https://mcp.example.org', token: 'env:HOME' },
      'Enter token itself, or "secret:NAME". "env:" and "file:"',
    ],
    ['mcp', 'x', { url: 'https://ana:…@mcp.example.org' }, 'Enter all of url, including its password.'],
    ['mcp', 'x', {}, 'Fill in at least one field of mcp.x.'],
    ['mailboxes', 'home', { user: 'ana', password: 'hush' }, 'mailboxes.home.imap must be'],
    ['schedules', 'x', { text: 'y' }, 'needs exactly one of cron, every_minutes and at'],
    ['briefings', 'x', { cron: '0 7 * * *' }, 'the briefing "x" has no blocks'],
    ['brain', 'x', { default: 'claude' }, 'There is no table brain.'],
    ['mcp.nobody.env', 'x', { value: 'y' }, 'There is no table mcp.nobody.env.'],
  ])('in %s called %s with %j is refused', (table, title, values, sentence) => {
    write(local)
    const refused = desk().add(table, title, values as Record<string, string>)
    expect(textIn(refused ?? '', 'en').toLowerCase()).toContain(sentence.toLowerCase())
    expect(readOverrides(dataDir).overrides.size).toBe(0)
  })

  test('that others rest on cannot go', () => {
    write(local)
    const { set, remove } = desk()
    expect(set('brain.default', 'local')).toBeUndefined()
    expect(remove('providers.local')).toHaveProperty('en', expect.stringContaining('brain.default names "local"'))
    expect(set('providers.local.kind', 'openai-compatible')).toHaveProperty(
      'en',
      expect.stringContaining('providers.local needs base_url'),
    )
    expect(config().brain.default).toBe('local')
  })
})

describe('what was set on the page', () => {
  test('gives way to a file that was changed later, for good', () => {
    write(local)
    desk().set('providers.local.window', '8000')
    write(`${local}window = 4000\n`)
    expect(config().providers.local?.window).toBe(4000)
    expect(config().warnings).toEqual([
      {
        en: expect.stringContaining('providers.local.window was set on the page'),
        de: expect.stringContaining('Datei'),
      },
    ])
    desk()
    write(local)
    expect([config().providers.local?.window, config().warnings]).toEqual([undefined, []])
  })

  test('never keeps a good file from being read', () => {
    const { add } = desk()
    add('email.accounts', 'work', { address: 'skein@example.org', password: 'hush' })
    add('mcp', 'fine', { url: 'https://mcp.example.org' })
    write('[email]\naddress = "skein@example.org"\npassword = "other"\n')
    const { warnings, email, mcp } = config()
    expect([email.accounts, Object.keys(mcp)]).toEqual([{}, ['fine']])
    expect(warnings).toEqual([
      {
        en: expect.stringMatching(
          /of email\.accounts\.work made on the page are left out: .* each mailbox is read once/,
        ),
        de: expect.stringMatching(/von email\.accounts\.work, .* jedes Postfach wird einmal gelesen/),
      },
    ])
  })

  test('is for this user alone, and whole after a write that was cut off', () => {
    desk().add('mailboxes', 'home', { imap: 'imaps://imap.example.org', user: 'ana', password: 'hush' })
    const kept = join(dataDir, 'set-here.json')
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    writeFileSync(`${kept}.new`, '{"keys":{"mailb')
    expect(config().mailboxes.home?.password).toBe('hush')
    expect(desk().set('mailboxes.home.folder', 'News')).toBeUndefined()
    expect(config().mailboxes.home).toMatchObject({ folder: 'News', user: 'ana' })
  })

  test('that is damaged is told and not overwritten', () => {
    writeFileSync(join(dataDir, 'set-here.json'), '{"keys": "hush')
    expect(config().warnings).toEqual([
      expect.objectContaining({
        en: expect.stringMatching(/^The settings made on the page cannot be read: .*set-here.json/),
      }),
    ])
    expect(desk().set('web.port', '9000')).toHaveProperty('en', expect.stringContaining('cannot be read'))
    expect(readFileSync(join(dataDir, 'set-here.json'), 'utf8')).toBe('{"keys": "hush')
  })

  test('waits for the next start, and says so', () => {
    const running = desk()
    running.add('mcp', 'x', { url: 'https://mcp.example.org' })
    running.set('web.port', '9000')
    const waiting = running.read()
    expect([waiting.isWaiting, waiting.differs('web.port'), waiting.differs('web.bind')]).toEqual([true, true, false])
    const started = desk().read()
    const entries = [waiting, started].map(({ tables }) => tables.find(({ name }) => name === 'mcp')?.entries[0])
    expect(entries.map((entry) => entry?.isWaiting)).toEqual([true, false])
    expect(started.isWaiting).toBe(false)
  })
})

test('a key is spelled as the file would, whatever is in it', () => {
  for (const path of [
    ['mcp', 'a-b_1'],
    ['schedules', 'a.b "c" \\ \n', 'cron'],
    ['x', '', 'ü'],
  ])
    expect(readKey(spellKey(path))).toEqual(path)
  for (const key of ['', '.', 'a.', 'a..b', 'a b', '"a', '"a"b', 'a."\\x"']) expect(readKey(key)).toBeUndefined()
})

test('every such table of the schema has a description', () => {
  const notes = entriesIn().map((path) => [spellKey(path), schemaNodeAt(path)?.note ?? ''])
  expect(notes.map(([name]) => name)).toEqual([
    'talk.rooms',
    'email.accounts',
    'schedules',
    'briefings',
    'heartbeat.checks',
    'mailboxes',
    'providers',
    'mcp',
  ])
  expect(notes.filter(([, note = '']) => note.length < 40 || /^\s*\[|undefined|#/.test(note))).toEqual([])
})
