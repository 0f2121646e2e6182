import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk of one's own, which a test can fill. */
export interface Tmpfs {
  dir: string
  /** Takes whatever room is left, to the last byte. */
  fill(): void
  empty(): void
  remountReadOnly(): void
  remove(): void
}

/** Mounting needs root and, in a container, the right to mount. */
export function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'skein-mount-'))
  const isMounted = run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir])
  if (isMounted) run('umount', [dir])
  rmdirSync(dir)
  return isMounted
}

export function createTmpfs(megabytes: number): Tmpfs {
  const dir = mkdtempSync(join(tmpdir(), 'skein-disk-'))
  const filler = join(dir, 'filler')
  if (!run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir])) throw new Error(`cannot mount ${dir}`)
  return {
    dir,
    fill() {
      const file = openSync(filler, 'a')
      for (const size of [65_536, 4096, 1]) while (hasRoom(file, size));
      closeSync(file)
    },
    empty: () => rmSync(filler, { force: true }),
    remountReadOnly: () => void run('mount', ['-o', 'remount,ro', dir]),
    remove() {
      run('umount', [dir])
      rmdirSync(dir)
    },
  }
}

function hasRoom(file: number, size: number): boolean {
  try {
    writeSync(file, Buffer.alloc(size))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args).status === 0
}
