import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The clock on the wall of one process, in the test's hands; how fast time passes is left alone. */
export interface FakedClock {
  /** For the process whose clock it is. */
  env: Record<string, string>
  /** From now on it is so many milliseconds off. */
  set(offMs: number): void
  remove(): void
}

/** Undefined where libfaketime is not installed. With `lateSeconds` the process looks only so often, which costs less. */
export function createFakedClock(lateSeconds = 0): FakedClock | undefined {
  const library = findLibrary()
  if (library === undefined) return undefined
  const dir = mkdtempSync(join(tmpdir(), 'skein-clock-'))
  const file = join(dir, 'offset')
  const set = (offMs: number) => {
    // In one step, so that nobody reads half of it.
    writeFileSync(`${file}.new`, `${offMs < 0 ? '-' : '+'}${Math.abs(offMs) / 1000}`)
    renameSync(`${file}.new`, file)
  }
  set(0)
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    ...(lateSeconds === 0 ? { FAKETIME_NO_CACHE: '1' } : { FAKETIME_CACHE_DURATION: String(lateSeconds) }),
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  return { env, set, remove: () => rmSync(dir, { recursive: true }) }
}

/** Node has several threads, so the library that is made for them. */
function findLibrary(): string | undefined {
  const homes = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : []
  return homes.map((home) => join(home, 'faketime/libfaketimeMT.so.1')).find((path) => existsSync(path))
}
