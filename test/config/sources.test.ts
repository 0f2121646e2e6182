import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { parseSetting, runtimeKeys } from '../../src/config/settings.ts'
import { describeSourced, fileValueOf, resolveConfig, sourceWords } from '../../src/config/sources.ts'
import { textIn } from '../../src/messages/localized.ts'

function written(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-sources-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'config.toml')
  writeFileSync(file, text, { mode: 0o600 })
  return loadConfig(file, {})
}

function wordsFor(text: string, settings: Record<string, string>) {
  const file = written(text)
  const made = Object.entries(settings).map(([key, value]) => [key, { text: value, fileValue: fileValueOf(file, key) }])
  const { sources } = resolveConfig(file, new Map(made as never))
  return (key: string) => {
    const sourced = sources[key]
    return sourced && `${String(sourced.value)}, ${sourceWords(sourced).en}`
  }
}

test('each key tells where its value comes from, also one that the file gives its default', () => {
  const words = wordsFor('timezone = "UTC"\n[workers]\nmax = 4\nexpire_hours = 12\n[telegram]\nowner_ids = [7]\n', {
    'workers.max': '8',
    'log.level': 'debug',
    'brain.daily_usd': '5',
  })
  expect(words('workers.max')).toBe('8, set at run time; the file says 4')
  expect(words('log.level')).toBe('debug, set at run time; default: info')
  expect(words('brain.daily_usd')).toBe('5, set at run time; default: not set')
  expect(words('workers.expire_hours')).toBe('12, from the file')
  expect(words('telegram.owner_ids')).toBe('7, from the file')
  expect(words('timezone')).toBe('UTC, from the file')
  expect(words('workers.total_minutes')).toBe('30, default')
  expect(words('telegram.member_ids')).toBe(', default')
})

test('a value and its source are told in German, too', () => {
  const { sources } = resolveConfig(
    written('workers.max = 4'),
    new Map([['brain.daily_usd', { text: '5', fileValue: '' }]]),
  )
  const german = (key: string) => describeSourced(sources[key]).de
  expect(german('workers.max')).toBe('4 (aus der Datei)')
  expect(german('brain.daily_usd')).toBe('5 (im Betrieb gesetzt; Standard: nicht gesetzt)')
  expect(german('brain.monthly_usd')).toBe('nicht gesetzt (Standard)')
  expect(german('gone.key')).toBe('kein Schlüssel mehr')
})

describe('the later change wins', () => {
  const absent = '[workers]\nexpire_hours = 12\n'
  const four = '[workers]\nmax = 4\n'
  const six = '[workers]\nmax = 6\n'
  const eightSetWhile = (then: string, now: string) =>
    resolveConfig(
      written(now),
      new Map([['workers.max', { text: '8', fileValue: fileValueOf(written(then), 'workers.max') }]]),
    )

  test.each([
    ['the file is as it was', four, `# a remark\n${four}`],
    ['the file still says nothing of it', absent, ''],
  ])('and the setting stands while %s', (_, then, now) => {
    expect(eightSetWhile(then, now)).toMatchObject({ config: { workers: { max: 8 } }, dropped: [] })
  })

  test.each([
    ['another value', four, six, 6, 'file'],
    ['a first value, be it the default', absent, four, 4, 'file'],
    ['no value any more', six, absent, 4, 'default'],
  ] as const)('so the file does once it has %s', (_, then, now, value, source) => {
    const { config, sources, dropped } = eightSetWhile(then, now)
    expect(config.workers.max).toBe(value)
    expect(sources['workers.max']).toEqual({ value, source })
    expect(dropped).toEqual([{ key: 'workers.max', value: '8', now: { value, source } }])
  })

  test('and of what nobody noted the setting is taken for the later one', () => {
    const { config } = resolveConfig(written(six), new Map([['workers.max', { text: '8', fileValue: null }]]))
    expect(config.workers.max).toBe(8)
  })
})

test('a setting that no longer fits is no source', () => {
  const { sources, config } = resolveConfig(written(''), new Map([['workers.max', { text: 'many', fileValue: '' }]]))
  expect(sources['workers.max']).toEqual({ value: 4, source: 'default' })
  expect(config.warnings.map((text) => textIn(text, 'en'))).toEqual([
    expect.stringContaining('workers.max is left out'),
  ])
})

test('no key but a text takes the word "default" for a value, so that it can mean to take one back', () => {
  const taking = runtimeKeys.filter((key) => 'value' in parseSetting(key, 'default'))
  expect(taking).toEqual(['assistant.name', 'assistant.persona'])
})
