import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

// SQLite's write-ahead log, read as its file format document describes it (https://sqlite.org/walformat.html): 32 bytes
// of header, then frames of 24 bytes and one page each. SQLite itself uses the frames up to the first one that does not
// verify and does not report the rest. That is right after a power cut, but it is silent loss if the file was damaged.

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const CHUNK_FRAMES = 256
const MAGIC = 0x377f0682
/** In the first page, which begins with the header of the database. */
export const USER_VERSION_OFFSET = 60

/** Identifies a log and how far it had grown. */
export interface LogMark {
  /** The first salt of the log without its checkpoint count. */
  lineage: number
  checkpoints: number
  /** The number of frames up to the last commit. */
  frames: number
}

export type LogReading =
  | { status: 'none' }
  /** The header is invalid. */
  | { status: 'unreadable' }
  /** `lives` has the user_version of every first page in it. */
  | { status: 'read'; mark: LogMark; isHarmed: boolean; lives: ReadonlySet<number> }

/**
 * How often SQLite restarted the log between two marks: each time it adds one to the first salt. The checkpoint count does
 * not say it, because each program that has the store open counts its own. Billions if the marks are of different logs.
 */
export function countRestarts(before: Omit<LogMark, 'frames'>, after: Omit<LogMark, 'frames'>): number {
  return (after.lineage + after.checkpoints - before.lineage - before.checkpoints) >>> 0
}

/** Reads the whole log and verifies every frame. SQLite holds no lock on this file, so it may be read at any time. */
export function readLog(file: string): LogReading {
  return withFile(file, (fd, size) => {
    const header = readHeader(fd)
    // A header without a frame holds no data, whether or not it was written completely.
    if (size < HEADER_BYTES + FRAME_HEADER_BYTES) return { status: 'none' }
    if (!header) return { status: 'unreadable' }
    const { frames, ...found } = verifyFrames(fd, size, header)
    return { status: 'read', ...found, mark: { ...markOf(header), frames } }
  })
}

/** Only identifies the log: cheap enough to be called all the time. */
export function identifyLog(file: string): Omit<LogMark, 'frames'> | undefined {
  const identified = withFile(file, (fd) => ({ status: 'found' as const, header: readHeader(fd) }))
  return identified.status === 'found' && identified.header ? markOf(identified.header) : undefined
}

interface Header {
  isLittle: boolean
  pageSize: number
  checkpoints: number
  salts: [number, number]
  sums: Sums
}

type Sums = [number, number]

function withFile<T>(file: string, read: (fd: number, size: number) => T): T | { status: 'none' } {
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { status: 'none' }
    throw error
  }
  try {
    return read(fd, fstatSync(fd).size)
  } finally {
    closeSync(fd)
  }
}

function readHeader(fd: number): Header | undefined {
  const bytes = Buffer.alloc(HEADER_BYTES)
  if (readSync(fd, bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined
  const magic = bytes.readUInt32BE(0)
  if (magic !== MAGIC && magic !== MAGIC + 1) return undefined
  const isLittle = magic === MAGIC
  const sums = sum(bytes.subarray(0, 24), [0, 0], isLittle)
  if (sums[0] !== bytes.readUInt32BE(24) || sums[1] !== bytes.readUInt32BE(28)) return undefined
  return {
    isLittle,
    sums,
    pageSize: bytes.readUInt32BE(8),
    checkpoints: bytes.readUInt32BE(12),
    salts: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
  }
}

function markOf({ salts, checkpoints }: Header): Omit<LogMark, 'frames'> {
  return { lineage: (salts[0] - checkpoints) >>> 0, checkpoints }
}

/**
 * Frames from before the last checkpoint follow the end and carry other salts. A power cut can spoil the last
 * transaction, which was never acknowledged; then at most one commit follows the first bad frame. Two commits mean that
 * the bad frame was good once, because the second is written only after the first is safe.
 */
function verifyFrames(fd: number, size: number, { pageSize, salts, sums: first, isLittle }: Header) {
  const step = FRAME_HEADER_BYTES + pageSize
  const count = Math.floor((size - HEADER_BYTES) / step)
  const chunk = Buffer.alloc(step * Math.min(count, CHUNK_FRAMES))
  let sums: Sums | undefined = first
  let frames = 0
  let commitsAfterBadFrame = 0
  const lives = new Set<number>()
  for (let at = 0; at < count; at += CHUNK_FRAMES) {
    const bytesRead = readSync(fd, chunk, 0, chunk.length, HEADER_BYTES + at * step)
    for (let start = 0; start + step <= bytesRead; start += step) {
      const frame = chunk.subarray(start, start + step)
      const isOurs = frame.readUInt32BE(8) === salts[0] && frame.readUInt32BE(12) === salts[1]
      if (sums) sums = isOurs ? verifyFrame(frame, sums, isLittle) : undefined
      if (sums && frame.readUInt32BE(0) === 1) lives.add(frame.readInt32BE(FRAME_HEADER_BYTES + USER_VERSION_OFFSET))
      if (!isOurs || frame.readUInt32BE(4) === 0) continue
      if (sums) frames = at + start / step + 1
      else commitsAfterBadFrame++
    }
  }
  return { frames, lives, isHarmed: commitsAfterBadFrame > 1 }
}

function verifyFrame(frame: Buffer, previousSums: Sums, isLittle: boolean): Sums | undefined {
  const sums = sum(frame.subarray(FRAME_HEADER_BYTES), sum(frame.subarray(0, 8), previousSums, isLittle), isLittle)
  return sums[0] === frame.readUInt32BE(16) && sums[1] === frame.readUInt32BE(20) ? sums : undefined
}

function sum(bytes: Buffer, [first, second]: Sums, isLittle: boolean): Sums {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let [a, b] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + view.getUint32(at, isLittle) + b) >>> 0
    b = (b + view.getUint32(at + 4, isLittle) + a) >>> 0
  }
  return [a, b]
}
