import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  readRecord,
  readUnitTemplate,
  systemUnit,
  type UnitOptions,
  userUnit,
} from '../../../src/app/service/unit-text.ts'

const template = readFileSync(fileURLToPath(new URL('../../../systemd/skein.service', import.meta.url)), 'utf8')
const usual: UnitOptions = {
  program: { node: '/usr/bin/node', folder: '/opt/skein', hasPerl: true },
  options: [],
  credentials: [],
  encryptedKey: undefined,
  environment: {},
  record: { accountCreated: false, lingeringEnabled: false },
}
const directives = (unit: string) => unit.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
const startLine = (unit: string) => directives(unit).find((line) => line.startsWith('ExecStart='))

describe('the unit of the system', () => {
  test('is the one in systemd/ with the paths of this installation, and says what the installation did', () => {
    const changed = directives(systemUnit(template, usual)).filter((line) => !directives(template).includes(line))
    expect(changed).toEqual([
      'ExecStart=/usr/bin/perl /opt/skein/systemd/notify-socket.pl /usr/bin/node /opt/skein/dist/main.js start',
      '[X-Skein]',
      'AccountCreated=no',
      'LingeringEnabled=no',
    ])
  })

  test('gives each secret as a credential', () => {
    const credentials = [{ name: 'telegram.token', file: '/etc/skein/credentials/telegram.token' }]
    expect(systemUnit(template, { ...usual, credentials })).toContain(
      'start\nLoadCredential=telegram.token:/etc/skein/credentials/telegram.token\n',
    )
  })

  test('without Perl lets a helper process speak for the daemon', () => {
    const unit = systemUnit(template, { ...usual, program: { ...usual.program, hasPerl: false } })
    expect(startLine(unit)).toBe('ExecStart=/usr/bin/node /opt/skein/dist/main.js start')
    expect(directives(unit)).toContain('NotifyAccess=all')
  })

  test('quotes paths with spaces, percent signs, dollars and quotes', () => {
    const unit = systemUnit(template, { ...usual, program: { ...usual.program, folder: '/opt/my "100%" $kein' } })
    expect(startLine(unit)).toContain(String.raw`"/opt/my \"100%%\" $$kein/dist/main.js" start`)
  })
})

test('with runners in the configuration, the daemon may create no namespaces and mounts', () => {
  const unitFor = (config?: string) => systemUnit(readUnitTemplate('/etc/skein/config.toml', config), usual)
  expect(unitFor()).toBe(systemUnit(template, usual))
  expect(unitFor('[runners]\nplaces = 2\n')).toBe(systemUnit(template, usual))
  const lines = directives(unitFor('[runners]\nurl = "/run/redis/redis.sock"\n'))
  expect(lines.slice(lines.indexOf('WantedBy=multi-user.target'), lines.indexOf('[X-Skein]'))).toEqual([
    'WantedBy=multi-user.target',
    '[Service]',
    'RestrictNamespaces=yes',
    'SystemCallFilter=',
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged @resources',
  ])
})

describe('the unit of a user', () => {
  const unit = userUnit(template, {
    ...usual,
    options: ['--data', '/home/ana/my data'],
    environment: { PATH: '/home/ana/.local/bin:/usr/bin' },
    record: { accountCreated: false, lingeringEnabled: true },
  })

  test('has no line that needs rights of the system, and no comment on one', () => {
    expect(unit).not.toMatch(
      /^(User|Group|StateDirectory|Protect\w+|Private\w+|CapabilityBoundingSet|After|ProcSubset)=/m,
    )
    expect(unit).not.toMatch(/network-online|multi-user|# Not pid|# Makes/)
  })

  test('keeps what the kernel lets everybody do to themselves', () => {
    expect(directives(unit)).toEqual(
      expect.arrayContaining([
        'NoNewPrivileges=yes',
        'RestrictSUIDSGID=yes',
        'RestrictNamespaces=user mnt pid net ipc',
        'SystemCallFilter=@system-service',
        'WatchdogSec=60',
        'NotifyAccess=main',
        'WantedBy=default.target',
      ]),
    )
  })

  test('starts with the folders and the search path of its user', () => {
    expect(startLine(unit)).toMatch(/main\.js --data "\/home\/ana\/my data" start$/)
    expect(directives(unit)).toContain('Environment=PATH=/home/ana/.local/bin:/usr/bin')
  })

  test('remembers that lingering was switched on', () => {
    expect(readRecord(unit)).toEqual({ accountCreated: false, lingeringEnabled: true })
    expect(readRecord(template)).toBeUndefined()
  })
})

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })

describe.skipIf(analyze('--version').status !== 0)('the exposure (needs systemd-analyze)', () => {
  const exposureOf = (unit: string): number => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-unit-'))
    const file = join(folder, 'skein.service')
    writeFileSync(file, unit)
    const { stdout } = analyze('security', '--offline=true', '--no-pager', file)
    rmSync(folder, { recursive: true })
    return Number(/exposure level for [^:]*: (\d+\.\d)/.exec(stdout)?.[1])
  }

  test('of the unit of the system is at most 2.0 of 10, and more than 5 without its hardening', () => {
    const unit = systemUnit(template, usual)
    expect(exposureOf(unit)).toBeLessThanOrEqual(2)
    const bare = unit.replace(/^(Private|Protect|Restrict[A-Z]|SystemCall|Capability|NoNew|User=).*$/gm, '')
    expect(exposureOf(bare)).toBeGreaterThan(5)
  })

  test('of the unit of a user is at most 7.5, because a user has no right to hide the system from a service', () => {
    expect(exposureOf(userUnit(template, usual))).toBeLessThanOrEqual(7.5)
  })
})
