import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readRecord, updateRecord } from '../../../src/app/backup/backup-record.ts'
import { createNightlyBackups, isBackupDue, isRehearsalDue } from '../../../src/app/backup/nightly-backups.ts'
import { examineBackups, examineRehearsals } from '../../../src/app/doctor/checks/backups.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { type AnyText, textIn } from '../../../src/messages/localized.ts'
import { createBuild } from '../../peers/build.ts'
import { silentLog } from '../../support/silent-log.ts'
import { placeStore } from '../../support/template-store.ts'

const DAY_MS = 86_400_000

function createWorld(lines: (folder: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-nightly-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  mkdirSync(join(folder, 'taken'))
  placeStore(data)
  const configFile = join(folder, 'config.toml')
  writeFileSync(configFile, `timezone = "UTC"\n[backup]\n${lines(folder)}\n`, { mode: 0o600 })
  const env = { PATH: process.env.PATH, HOME: folder }
  const config = loadConfig(configFile, env)
  const troubles: string[] = []
  const backups = createNightlyBackups({
    dataDir: data,
    configFile,
    config,
    env,
    program: [createBuild().main],
    clock: systemClock,
    log: silentLog,
    trouble: (sentence: AnyText) => void troubles.push(textIn(sentence, 'en')),
    lookEveryMs: 20,
  })
  const stop = new AbortController()
  const running = backups.run(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await running
    rmSync(folder, { recursive: true, force: true })
  })
  const says = (now = new Date()) =>
    [examineBackups(config, data, now), ...examineRehearsals(config, data, now)].map(
      ({ verdict, says: text }) => `${verdict}: ${textIn(text, 'en')}`,
    )
  return { folder, data, troubles, record: () => readRecord(data), says, out: join(folder, 'out') }
}

test('the first night makes a backup, rehearses it, removes older ones, and the checks say so', async () => {
  const world = createWorld((folder) => `to = "${folder}/out"\nkeep_days = 1\nkeep_weeks = 0\nkeep_months = 0`)
  expect(world.says()).toEqual([expect.stringMatching(/^note: none yet/)])
  mkdirSync(world.out)
  writeFileSync(join(world.out, 'skein-nightly-2026-01-01-030000.tar.gz'), 'old')
  await expect.poll(() => world.record().rehearsal).toBeDefined()
  const { backup, rehearsal, failure } = world.record()
  expect(failure).toBeUndefined()
  expect(rehearsal).toMatchObject({ archive: backup?.archive })
  expect(readdirSync(world.out)).toEqual([backup?.archive.slice(world.out.length + 1)])
  expect(world.troubles).toEqual([])
  expect(world.says()).toEqual([
    expect.stringMatching(/^ok: last one/),
    expect.stringMatching(/^ok: .*can be restored$/),
  ])
  const later = new Date(Date.now() + 20 * DAY_MS)
  expect(world.says(later)).toEqual([
    expect.stringMatching(/^bad: .*more than two days ago/),
    expect.stringMatching(/^note:/),
  ])

  // The disk with the backups is not there any more.
  const archive = backup?.archive ?? ''
  rmSync(archive)
  updateRecord(world.data, { rehearsal: { at: new Date(0), archive } })
  await expect.poll(() => world.troubles).toEqual([expect.stringContaining('There is no file')])
})

test('a command takes the archive away, and only the newest stays here', async () => {
  const world = createWorld((folder) => `command = ["cp", "{archive}", "${folder}/taken"]`)
  await expect.poll(() => world.record().backup).toBeDefined()
  expect(readdirSync(join(world.folder, 'taken'))).toHaveLength(1)
  expect(readdirSync(join(world.data, 'backups/nightly'))).toEqual(readdirSync(join(world.folder, 'taken')))
})

test('a command that fails is reported to the owner and in the checks', async () => {
  const world = createWorld(() => `command = ["sh", "-c", "echo the line is down >&2; exit 3"]`)
  await expect.poll(() => world.troubles).toHaveLength(1)
  expect(world.troubles[0]).toMatch(/^The nightly backup failed: .*sh could not copy it elsewhere: the line is down/)
  expect(world.says()).toEqual([expect.stringMatching(/^bad: failed .*the line is down/)])
})

test('an archive that only its owner can open is compared, and damage is noticed', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity())
  const world = createWorld((folder) => `to = "${folder}/out"\nrecipient = "${recipient}"`)
  await expect.poll(() => world.record().rehearsal).toBeDefined()
  expect(world.says()[1]).toMatch(/^ok: .*is unchanged since it was checked/)
  const archive = world.record().backup?.archive ?? ''
  truncateSync(archive, 1000)
  updateRecord(world.data, { rehearsal: { at: new Date(0), archive } })
  await expect.poll(() => world.troubles).toHaveLength(1)
  expect(world.troubles[0]).toContain('could not be restored in a rehearsal')
  expect(world.says()[1]).toMatch(/^bad: failed .*damaged/)
})

describe('a backup is due', () => {
  const config = loadConfig(undefined, { HOME: '/nonexistent' })
  const at = (time: string) => new Date(`2026-03-14T${time}:00Z`)
  const due = (now: Date, last?: Date) =>
    isBackupDue({ nightly: last && { at: last } }, now, { backup: { ...config.backup, hour: 3 }, timezone: 'UTC' })
  test.each([
    ['if there was none', at('12:00'), undefined, true],
    ['when the hour has come', at('03:00'), at('02:59'), true],
    ['not before', at('02:59'), new Date(at('03:01').getTime() - DAY_MS), false],
    ['once a night', at('23:59'), at('03:01'), false],
    ['after a pause of days, once', at('12:00'), new Date(at('03:01').getTime() - 5 * DAY_MS), true],
    ['if the last one is from the future', at('12:00'), new Date(at('12:00').getTime() + 9 * DAY_MS), true],
  ])('%s', (_when, now, last, expected) => {
    expect(due(now, last)).toBe(expected)
  })

  test('and a rehearsal every week, or again after one that failed', () => {
    const rehearsal = { at: at('12:00'), archive: 'a' }
    const after = (days: number) => new Date(at('12:00').getTime() + days * DAY_MS)
    expect([1, 6, 7, 30].map((days) => isRehearsalDue({ rehearsal }, after(days)))).toEqual([false, false, true, true])
    expect(isRehearsalDue({ rehearsal: { ...rehearsal, why: 'damaged' } }, after(1))).toBe(true)
    expect(isRehearsalDue({}, after(0))).toBe(true)
  })
})
