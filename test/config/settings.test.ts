import { describe, expect, test } from 'vitest'
import { describeConfig } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/load.ts'
import { defaultPaths } from '../../src/config/paths.ts'
import { parseSetting, runtimeKeys, withSettings } from '../../src/config/settings.ts'

const defaults = loadConfig(undefined, { XDG_CONFIG_HOME: '/nonexistent' })

describe('a setting made while running', () => {
  test('is held to the schema of the file', () => {
    expect(parseSetting('workers.max', ' 8 ')).toEqual({ value: 8 })
    expect(parseSetting('log.level', 'debug')).toEqual({ value: 'debug' })
    expect(parseSetting('workers.max', '0')).toHaveProperty(
      'error.en',
      'workers.max must be a whole number from 1 to 64.',
    )
    expect(parseSetting('workers.max', '8\n9')).toHaveProperty('error')
    expect(parseSetting('log.level', 'loud')).toHaveProperty('error.en', expect.stringContaining('"debug"'))
  })

  test('of another key is refused with the way to do it', () => {
    expect(parseSetting('web.port', '1')).toHaveProperty('error.en', expect.stringContaining('restart'))
    expect(parseSetting('worker.max', '1')).toHaveProperty(
      'error.en',
      'There is no key worker.max; did you mean workers.max?',
    )
  })

  test('wins over the file and leaves the old configuration alone', () => {
    const config = withSettings(
      defaults,
      new Map([
        ['workers.max', '9'],
        ['conversation.max_tokens', '9000'],
      ]),
    )
    expect(config.workers.max).toBe(9)
    expect(config.conversation).toEqual({ ...defaults.conversation, maxTokens: 9000 })
    expect(defaults.workers.max).toBe(4)
    expect(Object.isFrozen(config.workers)).toBe(true)
  })

  test('that no longer fits is left out and said', () => {
    const config = withSettings(
      defaults,
      new Map([
        ['workers.max', 'many'],
        ['gone.key', '1'],
      ]),
    )
    expect(config.workers.max).toBe(4)
    expect(config.warnings).toHaveLength(2)
    expect(config.warnings[0]).toHaveProperty('en', expect.stringContaining('workers.max'))
  })

  test('exists for keys of the schema only', () => {
    for (const key of runtimeKeys) expect(describeConfig(defaults)).toHaveProperty([key])
  })
})

describe('the places', () => {
  test('are the XDG ones', () => {
    expect(defaultPaths({ HOME: '/home/ana' })).toEqual({
      config: '/home/ana/.config/skein/config.toml',
      configNamed: false,
      data: '/home/ana/.local/share/skein',
    })
    expect(defaultPaths({ HOME: '/home/ana', XDG_DATA_HOME: '/srv', XDG_CONFIG_HOME: 'relative' })).toMatchObject({
      config: '/home/ana/.config/skein/config.toml',
      data: '/srv/skein',
    })
  })

  test('are where the environment says', () => {
    expect(defaultPaths({ HOME: '/h', SKEIN_CONFIG: '/c.toml', SKEIN_DATA: '/d' })).toEqual({
      config: '/c.toml',
      configNamed: true,
      data: '/d',
    })
  })
})
