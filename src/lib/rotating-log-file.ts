import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { makeFolder } from './folders.ts'
import type { LogDestination } from './log.ts'
import { type Clock, systemClock } from './time/clock.ts'

export interface LogFileOptions {
  path: string
  /** The size from which a new file is begun. */
  maxBytes: number
  /** How many previous files are kept. */
  keep: number
  clock?: Clock
}

export interface LogFile extends LogDestination {
  /** Continues in a new file if another program renamed or removed this one. */
  reopen(): void
  /** Resolves when the previous files are compressed. */
  close(): Promise<void>
}

/** How often we check whether another program, such as logrotate, renamed the file. Lines until then follow the file. */
const RENAME_CHECK_MS = 1000

/**
 * Writes log lines to a file of limited size. Previous files have the time of their last line in their name and are
 * compressed in the background. Writing is synchronous, so that the last line before a crash is there too. It never
 * throws: lines that the disk refuses are counted, and the number is written when there is room again. Opening throws.
 */
export function createLogFile({ path, maxBytes, keep, clock = systemClock }: LogFileOptions): LogFile {
  makeFolder(dirname(path))
  let file = open(path)
  let checkedAt = clock.mono()
  let lost = 0
  let isCut = false
  let compressing = tidy()

  function reopen(): void {
    checkedAt = clock.mono()
    const current = statSync(path, { throwIfNoEntry: false })
    if (current?.ino === file.ino && current.dev === file.dev) {
      // A program that copies the log cuts the original.
      file.bytes = current.size
      return
    }
    const next = open(path)
    closeSync(file.fd)
    file = next
  }

  function rotate(): void {
    const stamp = clock.now().toISOString().replace(/[:.]/g, '-')
    renameSync(path, join(dirname(path), `${basename(path)}.${stamp}`))
    reopen()
    compressing = compressing.then(tidy)
  }

  /** Compresses previous files, also those that an earlier run did not get to, and removes the oldest. */
  async function tidy(): Promise<void> {
    try {
      for (const name of previousFiles().slice(keep)) rmSync(join(dirname(path), name), { force: true })
      for (const name of previousFiles()) if (!name.endsWith(COMPRESSED)) await compress(join(dirname(path), name))
    } catch {
      // Without room for the compressed file, the plain one stays until the next time.
    }
  }

  /** The newest first. */
  function previousFiles(): string[] {
    const start = `${basename(path)}.`
    return readdirSync(dirname(path))
      .filter((name) => name.startsWith(start) && PREVIOUS.test(name.slice(start.length)))
      .sort()
      .reverse()
  }

  return {
    write(line) {
      try {
        if (clock.mono() - checkedAt >= RENAME_CHECK_MS) reopen()
        if (file.bytes > 0 && file.bytes + Buffer.byteLength(line) > maxBytes) rotate()
        if (lost > 0) {
          const time = clock.now().toISOString()
          append(`{"level":40,"time":"${time}","lost":${lost},"msg":"log lines could not be written"}\n`)
          lost = 0
        }
        append(line)
      } catch {
        lost++
      }
    },
    reopen() {
      try {
        reopen()
      } catch {
        // The next line tries again.
      }
    },
    async close() {
      await compressing
      closeSync(file.fd)
    },
  }

  function append(line: string): void {
    // On a full disk a line may fit in part. Its rest is lost, and the next line must not continue it.
    const bytes = Buffer.from(isCut ? `\n${line}` : line)
    const written = writeSync(file.fd, bytes)
    file.bytes += written
    isCut = written < bytes.length && (written > 0 || isCut)
    if (written < bytes.length) throw new Error('only part of the line was written')
  }
}

const COMPRESSED = '.gz'
const PREVIOUS = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(?:\.gz)?$/

interface OpenFile {
  fd: number
  ino: number
  dev: number
  bytes: number
}

function open(path: string): OpenFile {
  const fd = openSync(path, 'a', 0o600)
  const { ino, dev, size } = fstatSync(fd)
  return { fd, ino, dev, bytes: size }
}

/** Under a name of its own until it is complete, so that a kill leaves the plain file. */
async function compress(path: string): Promise<void> {
  const unfinished = `${path}.unfinished`
  try {
    await pipeline(createReadStream(path), createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
    renameSync(unfinished, `${path}${COMPRESSED}`)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  rmSync(path)
}
