import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createDiskGate, type DiskLevel } from '../../../src/tasks/health/disk-gate.ts'
import { canMount, createTmpfs, type Tmpfs } from '../../peers/machine/tmpfs.ts'
import { silentLog } from '../../support/silent-log.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { until } from '../../support/until.ts'

const MB = 1024 * 1024

let disk: Tmpfs

describe.skipIf(!canMount())('on a small disk (left out where nothing can be mounted: it needs root)', () => {
  beforeEach(() => {
    disk = createTmpfs(16)
  })
  afterEach(() => disk.remove())

  function createGate() {
    const clock = createTestClock()
    const changes: DiskLevel[] = []
    const gate = createDiskGate({
      dir: disk.dir,
      clock,
      log: silentLog,
      lowBytes: 6 * MB,
      fullBytes: 2 * MB,
      ballastBytes: 3 * MB,
      changed: (level) => changes.push(level),
    })
    const look = () => {
      clock.advance(2001)
      return gate.level()
    }
    return { gate, look, changes }
  }
  const reserve = () => statSync(join(disk.dir, 'ballast'), { throwIfNoEntry: false })?.size

  test('the reserve is given up when the disk is full, does not count as room, and is made again later', async () => {
    const { gate, look, changes } = createGate()
    expect(look()).toBe('ok')
    await until(() => expect(reserve()).toBe(3 * MB))
    expect(statSync(join(disk.dir, 'ballast')).mode & 0o077).toBe(0)
    disk.fill(4)
    expect(look()).toBe('low')
    expect(gate.assertNotFull).not.toThrow()
    disk.fill(1)
    expect(look()).toBe('full')
    expect(reserve()).toBe(0)
    // Four megabytes are free now, but three of them are the reserve.
    expect([look(), look()]).toEqual(['full', 'full'])
    expect(gate.assertNotFull).toThrow(/full/)
    // A restart does not forget it.
    expect(createGate().look()).toBe('full')
    disk.empty()
    expect(look()).toBe('ok')
    await until(() => expect(reserve()).toBe(3 * MB))
    await until(() => expect(changes).toEqual(['low', 'full', 'ok']))
  })

  test('where there never was room for a reserve, the free space counts as it is', () => {
    disk.fill(7)
    const { look } = createGate()
    expect([look(), look()]).toEqual(['ok', 'ok'])
    expect(existsSync(join(disk.dir, 'ballast'))).toBe(false)
  })
})

test('a reserve that cannot be written is not tried again at every look', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-disk-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  // Stands in the way of the file.
  mkdirSync(join(dir, 'ballast.unfinished'))
  const clock = createTestClock()
  let failures = 0
  const log = { ...silentLog, warn: () => void failures++ } as typeof silentLog
  const gate = createDiskGate({ dir, clock, log, lowBytes: 0, fullBytes: 0, ballastBytes: MB })
  const look = async (afterMs: number, expected: number) => {
    clock.advance(afterMs)
    gate.level()
    // An attempt needs two operations.
    for (let n = 0; n < 5; n++) await stat(dir)
    await until(() => expect(failures).toBe(expected))
  }
  await look(2001, 1)
  await look(2001, 1)
  await look(3_600_000, 2)
})
