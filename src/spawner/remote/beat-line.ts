import { randomBytes } from 'node:crypto'
import { createOpener, createSealer, type Opener } from './sealed-line.ts'

/** The heartbeats between the daemon and one runner, encrypted. Only the newest one in each direction is kept in Redis. */
export interface BeatLine {
  seal(message: unknown): Buffer
  /** Undefined if it is not valid, or not newer than the last one. */
  open<T>(frame: Buffer, parse: (message: unknown) => T | undefined): T | undefined
}

const SALT_BYTES = 16

export function createBeatLine(runner: string, root: Buffer, own: 'daemon' | 'runner'): BeatLine {
  const [sends, receives] =
    own === 'daemon' ? (['to-runner', 'to-daemon'] as const) : (['to-daemon', 'to-runner'] as const)
  // Each start of a sender has a key of its own.
  const salt = randomBytes(SALT_BYTES)
  const name = { root, runner, line: 'beat' }
  const sealer = createSealer({ ...name, direction: sends, salt })
  const openers = new Map<string, Opener>()

  return {
    seal: (message) => Buffer.concat([salt, sealer.seal(message)]),
    open(frame, parse) {
      if (frame.length < SALT_BYTES) return undefined
      const otherSalt = frame.subarray(0, SALT_BYTES)
      const key = otherSalt.toString('hex')
      const known = openers.get(key)
      const opener = known ?? createOpener({ ...name, direction: receives, salt: otherSalt }, { maySkip: true })
      const opened = opener.open(frame.subarray(SALT_BYTES))
      const parsed = opened.kind === 'message' ? parse(opened.message) : undefined
      // Forged ones must not fill the memory.
      if (parsed !== undefined && !known) openers.set(key, opener)
      return parsed
    },
  }
}
