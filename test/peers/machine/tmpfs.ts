import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk of one's own, which a test can fill. */
export interface Tmpfs {
  dir: string
  /** Takes whatever room is left, to the last byte or but for a few megabytes. */
  fill(butMegabytes?: number): void
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
    fill(butMegabytes = 0) {
      const file = openSync(filler, 'a')
      const isFilled = () => freeBytes(dir) <= butMegabytes * 1024 * 1024
      while (!isFilled() && hasRoom(file));
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

function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

function hasRoom(file: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(4096)) > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args).status === 0
}
