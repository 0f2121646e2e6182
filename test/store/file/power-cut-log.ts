import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** What a program asked of the disk, and what it told the world, in the order it happened. */
export type Step =
  | { kind: 'write'; file: string; offset: number; data: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'sync'; file: string }
  | { kind: 'unlink'; file: string }
  /** From here on the world believes that this many messages are safe. */
  | { kind: 'acknowledge'; messages: number }

/** The arguments that make strace write such a log. */
export function straceArgs(log: string): string[] {
  // Newer machines, arm64 among them, have no unlink and no rename of the old kind: "?" asks for them where they are.
  const calls = 'trace=pwrite64,pwritev,fsync,fdatasync,ftruncate,?unlink,unlinkat,?rename,renameat,write'
  return ['-y', '-xx', '-s', '70000', '-o', log, '-e', calls]
}

/** Only database and journals count; the shared memory beside them is rebuilt at every open and never trusted. */
export function readLog(log: string, store: string): Step[] {
  return readFileSync(log, 'latin1')
    .split('\n')
    .map((line) => toStep(line, store))
    .filter((step) => step !== undefined)
}

const call = /^(\w+)\((?:(\d+)<([^>]*)>)?(.*)\) = (\d+)$/

function toStep(line: string, store: string): Step | undefined {
  const [, name, fd, path = '', rest = '', result] = call.exec(line) ?? []
  const [first, second] = rest.split(', ').filter(Boolean)
  const removed = name === 'unlink' ? first : name === 'unlinkat' ? second : undefined
  const file = basename(bytes(removed ?? path).toString())
  if (name === 'write' && fd === '1') return { kind: 'acknowledge', messages: Number(bytes(first).toString()) }
  const isSync = name === 'fsync' || name === 'fdatasync'
  const isOurs = ['', '-wal', '-journal'].some((suffix) => file === store + suffix)
  // A directory's sync is what makes an unlink last.
  if (!isOurs) return isSync ? { kind: 'sync', file: '' } : undefined
  if (isSync) return { kind: 'sync', file }
  if (removed) return { kind: 'unlink', file }
  if (name === 'ftruncate') return { kind: 'truncate', file, size: Number(first) }
  if (name !== 'pwrite64') throw new Error(`the replay does not know ${name}; teach it`)
  const data = bytes(first)
  if (data.length !== Number(second) || data.length !== Number(result))
    throw new Error(`a write was logged short: ${name}`)
  return { kind: 'write', file, data, offset: Number(rest.slice(rest.lastIndexOf(', ') + 2)) }
}

function bytes(text = ''): Buffer {
  return Buffer.from(text.replaceAll('\\x', '').replaceAll('"', ''), 'hex')
}
