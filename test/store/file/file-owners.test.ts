import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { protectConfigFile } from '../../../src/config/config-file.ts'
import { ConfigError, TryLaterError } from '../../../src/domain/errors.ts'
import { diskTrouble } from '../../../src/store/file/damage.ts'
import { prepareDataDir } from '../../../src/store/file/data-dir.ts'
import { openStore } from '../../../src/store/open-store.ts'

const root = mkdtempSync(join(tmpdir(), 'skein-owners-'))
afterAll(() => rmSync(root, { recursive: true }))
const isRoot = process.getuid?.() === 0
const somebody = 1234
const modeOf = (path: string) => statSync(path).mode & 0o777

let count = 0
let above = ''
let dataDir = ''
let config = ''
beforeEach(() => {
  above = join(root, `folder-${count++}`)
  dataDir = join(above, 'data')
  config = join(above, 'config.toml')
  mkdirSync(above)
  writeFileSync(config, '', { mode: 0o600 })
})

describe('the data directory', () => {
  test('with files that others may read or write is closed again', () => {
    openStore(dataDir).close()
    writeFileSync(join(dataDir, 'set-here.json'), '{"keys":{}}')
    const files = ['skein.db', 'lock.db', 'lock.pid', 'set-here.json'].map((name) => join(dataDir, name))
    for (const file of files) chmodSync(file, 0o666)
    chmodSync(dataDir, 0o777)
    openStore(dataDir).close()
    expect([dataDir, ...files].map(modeOf)).toEqual([0o700, ...files.map(() => 0o600)])
  })

  test('of others in which others can write is refused; one that they can only read is left as it is', () => {
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'note'), '')
    chmodSync(dataDir, 0o777)
    expect(() => prepareDataDir(dataDir)).toThrow(/other users can write to it.*Make an empty folder/)
    chmodSync(dataDir, 0o755)
    prepareDataDir(dataDir)
    expect(modeOf(dataDir)).toBe(0o755)
  })

  test('under a folder in which others can write is refused, unless nobody can move the things of others there', () => {
    chmodSync(above, 0o777)
    expect(() => prepareDataDir(dataDir)).toThrow(`Run "chmod go-w ${above}"`)
    chmodSync(above, 0o1777)
    prepareDataDir(dataDir)
  })

  test.skipIf(!isRoot)('of another user is refused (left out where nobody can give a folder away)', () => {
    openStore(dataDir).close()
    chownSync(dataDir, somebody, somebody)
    expect(() => openStore(dataDir)).toThrow(
      `cannot be used: it belongs to user ${somebody}, and Skein runs as user 0. Run "chown -R 0 ${dataDir}"`,
    )
    chownSync(dataDir, 0, 0)
    chownSync(join(dataDir, 'skein.db'), somebody, somebody)
    expect(() => openStore(dataDir)).toThrow(`skein.db in it belongs to user ${somebody}, not 0`)
    chownSync(join(dataDir, 'skein.db'), 0, 0)
    chownSync(above, somebody, somebody)
    expect(() => openStore(dataDir)).toThrow(`the folder ${above} above it belongs to user ${somebody}`)
  })
})

describe('the configuration', () => {
  test('that others could change is closed to them, and can still be read as before', () => {
    for (const [before, after] of [
      [0o666, 0o644],
      [0o660, 0o640],
      [0o600, 0o600],
    ] as const) {
      chmodSync(config, before)
      protectConfigFile(config)
      expect(modeOf(config)).toBe(after)
    }
    expect(readFileSync(config, 'utf8')).toBe('')
    protectConfigFile(join(above, 'none.toml'))
  })

  test('under a folder in which others can write is refused', () => {
    chmodSync(above, 0o777)
    expect(() => protectConfigFile(config)).toThrow(`Run "chmod go-w ${above}", or name another file with --config.`)
  })

  test.skipIf(!isRoot)('of another user is refused (left out where nobody can give a file away)', () => {
    chownSync(config, somebody, somebody)
    expect(() => protectConfigFile(config)).toThrow(`${config} is not read: it belongs to user ${somebody}`)
  })
})

test.each([
  ['ENOSPC', TryLaterError, 'The disk is full'],
  ['EDQUOT', TryLaterError, 'The disk is full'],
  ['SQLITE_FULL', TryLaterError, 'The disk is full'],
  ['EIO', ConfigError, 'input/output error'],
  ['SQLITE_IOERR_WRITE', ConfigError, 'input/output error'],
])('%s is told in words', (code, kind, says) => {
  const trouble = diskTrouble(above, Object.assign(new Error('?'), { code }))
  expect(trouble).toBeInstanceOf(kind)
  expect(trouble?.message).toContain(says)
})

test.each(['EACCES', 'SQLITE_CANTOPEN', 'SQLITE_IOERR_LOCK', 'SQLITE_CORRUPT'])(
  '%s is no trouble of the disk',
  (code) => {
    expect(diskTrouble(above, Object.assign(new Error('?'), { code }))).toBeUndefined()
  },
)
