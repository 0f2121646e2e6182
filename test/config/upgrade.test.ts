import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { expect, onTestFinished, test } from 'vitest'
import { keys } from '../../src/config/key-paths.ts'
import { loadConfig, readConfig } from '../../src/config/load.ts'

// The fixtures were accepted by version 0.1.0 and are never changed: later versions must read them in the same way.

const fixture = readFileSync(new URL('fixtures/every-key.toml', import.meta.url), 'utf8')

function folderWith(config: string): { dataDir: string; configFile: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'skein-upgrade-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const configFile = join(dataDir, 'config.toml')
  writeFileSync(configFile, config, { mode: 0o600 })
  return { dataDir, configFile }
}

/** The tree of a file with the spelling of the code. */
function camelCased(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(camelCased)
  if (typeof tree !== 'object' || tree === null) return tree
  const entries = Object.entries(tree).map(([key, value]) => [
    key.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase()),
    camelCased(value),
  ])
  return Object.fromEntries(entries)
}

/** Keys that came later. */
const newer = ['brain.asides', 'metrics.token', 'web.titles', 'log.file', 'log.file_mb', 'log.file_count']
const isNewer = (name: string) =>
  /^(backup|library|memory|push|retention|runners)\.|^brain\.delegate/.test(name) || newer.includes(name)

test('a file with every key of an earlier version has the same values without a warning', () => {
  const config = loadConfig(folderWith(fixture).configFile, {})
  expect(config.warnings).toEqual([])
  expect(config).toMatchObject(camelCased(parse(fixture)) as object)
  // A mailbox has a password or a sign-in, and the CLI a key or a token.
  const unset = keys.map(({ name }) => name).filter((name) => !config.named.has(name) && !isNewer(name))
  expect(unset).toEqual(['email.password', 'brain.claude.oauth_token'])
})

test('what was set on the page of an earlier version still applies', () => {
  const places = folderWith('[brain]\ndefault = "demo"\n[web]\nport = 18755\n')
  const webPort = { value: 18_756, file: 'fpSv2Y1LSKsMlp9s8Ku0CssrzSI_BlKvQUTW6-lDgjo' }
  const set = {
    'mcp.calendar.command': { value: ['calendar-mcp', '--read-only'], file: null },
    'mcp.calendar.env.TOKEN.value': { value: 'hush', file: null },
    'providers.local.kind': { value: 'ollama', file: null },
    'providers.local.models.general': { value: 'llama', file: null },
    'web.port': webPort,
    'scheduler.quiet_hours': { value: '22:00-07:00', file: null },
    'brain.failover': { value: ['demo'], file: null },
  }
  writeFileSync(join(places.dataDir, 'set-here.json'), JSON.stringify({ keys: set }), { mode: 0o600 })
  const config = readConfig(places, {})
  expect(config.warnings).toEqual([])
  expect(config).toMatchObject({
    mcp: { calendar: { command: ['calendar-mcp', '--read-only'], env: [{ name: 'TOKEN', value: 'hush' }] } },
    providers: { local: { kind: 'ollama', models: { general: 'llama' } } },
    web: { port: 18_756 },
    scheduler: { quietHours: '22:00-07:00' },
    brain: { default: 'demo', failover: ['demo'] },
  })
})
