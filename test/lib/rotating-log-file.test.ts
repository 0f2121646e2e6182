import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLogFile, type LogFile } from '../../src/lib/rotating-log-file.ts'
import { canMount, createTmpfs } from '../peers/machine/tmpfs.ts'
import { createTestClock } from '../support/test-clock.ts'

const clock = createTestClock()
let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-log-'))
  path = join(folder, 'logs/skein.log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function openFile(options: { maxBytes?: number; keep?: number; path?: string } = {}): LogFile {
  return createLogFile({ path, maxBytes: 1000, keep: 3, clock, ...options })
}

function write(log: LogFile, first: number, last: number): void {
  for (let n = first; n <= last; n++) {
    clock.advance(5)
    log.write(`{"n":${String(n).padStart(4, '0')}}\n`)
  }
}

/** Every line in all files, oldest first. */
function lines(): string[] {
  const names = readdirSync(join(folder, 'logs')).filter((name) => name !== 'skein.log')
  const previous = names.sort().map((name) => {
    const bytes = readFileSync(join(folder, 'logs', name))
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  })
  return [...previous, readFileSync(path, 'utf8')].join('').trimEnd().split('\n')
}

const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `{"n":${String(first + at).padStart(4, '0')}}`)

describe('rotation', () => {
  test('files are limited in size and number, previous ones are compressed, and no line between is missing', async () => {
    const log = openFile()
    write(log, 1, 1000)
    await log.close()
    const names = readdirSync(join(folder, 'logs'))
    expect(names.filter((name) => name.endsWith('.gz'))).toHaveLength(3)
    expect(names).toHaveLength(4)
    expect(statSync(path).size).toBeLessThanOrEqual(1000)
    const left = lines()
    expect(left).toEqual(numbered(1000 - left.length + 1, 1000))
  })

  test('what a killed daemon left uncompressed is compressed at the next start, and the log is continued', async () => {
    const killed = openFile()
    write(killed, 1, 150)
    // Not closed, as after a kill: the compression has not even begun.
    const log = openFile()
    write(log, 151, 160)
    await log.close()
    expect(lines()).toEqual(numbered(1, 160))
    await killed.close()
  })
})

describe('beside a program that renames the log', () => {
  test('no line is lost, with and without its signal', async () => {
    const log = openFile({ maxBytes: 1_000_000 })
    write(log, 1, 10)
    renameSync(path, `${path}.1`)
    // Follows the renamed file until it is noticed.
    write(log, 11, 12)
    log.reopen()
    write(log, 13, 20)
    expect(readFileSync(`${path}.1`, 'utf8').trimEnd().split('\n')).toEqual(numbered(1, 12))
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toEqual(numbered(13, 20))
    rmSync(path)
    clock.advance(1001)
    write(log, 21, 21)
    expect(readFileSync(path, 'utf8').trimEnd()).toBe(numbered(21, 21)[0])
    await log.close()
  })
})

describe.skipIf(!canMount())('on a full disk (left out where nothing can be mounted: it needs root)', () => {
  test('writing goes on without an error, and afterwards a line says how many are missing', async () => {
    const disk = createTmpfs(1)
    try {
      const full = join(disk.dir, 'skein.log')
      const log = openFile({ path: full, maxBytes: 10_000_000 })
      write(log, 1, 5)
      disk.fill()
      const long = `{"text":"${'x'.repeat(4000)}"}\n`
      for (let n = 0; n < 20; n++) log.write(long)
      disk.empty()
      write(log, 6, 6)
      await log.close()
      const written = readFileSync(full, 'utf8').trimEnd().split('\n')
      expect(written.slice(0, 5)).toEqual(numbered(1, 5))
      expect(written.at(-1)).toBe(numbered(6, 6)[0])
      expect(JSON.parse(written.at(-2) ?? '')).toMatchObject({ msg: 'log lines could not be written' })
      const complete = written.filter((line) => line === long.trimEnd()).length
      expect(JSON.parse(written.at(-2) ?? '').lost + complete).toBe(20)
    } finally {
      disk.remove()
    }
  })
})
