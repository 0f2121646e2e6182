import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

// A line carries the messages of one turn, or the heartbeats of one process, in one direction. It has a key of its own,
// which is used by one sender only, so the counter of a message can serve as its nonce. The receiver takes messages in
// the order of their counters: whoever controls Redis can lose messages, but cannot forge, repeat or reorder them.

/** What the key of a line is derived from. Both ends must name the same line. */
export interface LineName {
  /** The secret that the daemon and this runner share. */
  root: Buffer
  runner: string
  /** The turn, or another purpose. */
  line: string
  direction: 'to-runner' | 'to-daemon'
  /** Random bytes of the sender or of the runner that took the turn, so that no two lines ever have the same key. */
  salt: Buffer
}

export interface Sealer {
  /** The next message of the line, encrypted. */
  seal(message: unknown): Buffer
}

export type Opened =
  | { kind: 'message'; message: unknown }
  /** It is a message of this line, but one before it is missing. */
  | { kind: 'gap' }
  /** It is not a message of this line, or it was received before. */
  | { kind: 'refused' }

export interface Opener {
  open(frame: Buffer): Opened
}

const CIPHER = 'aes-256-gcm'
const COUNTER_BYTES = 8
const TAG_BYTES = 16

export function createSealer(name: LineName): Sealer {
  const key = keyOf(name)
  const context = contextOf(name)
  let next = 0n
  return {
    seal(message) {
      const counter = Buffer.alloc(COUNTER_BYTES)
      counter.writeBigUInt64BE(next++)
      const cipher = createCipheriv(CIPHER, key, nonceOf(counter)).setAAD(Buffer.concat([context, counter]))
      const encrypted = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()])
      return Buffer.concat([counter, encrypted, cipher.getAuthTag()])
    },
  }
}

/** `maySkip`: messages may be missing, as with heartbeats, of which only the newest is kept. */
export function createOpener(name: LineName, { maySkip = false } = {}): Opener {
  const key = keyOf(name)
  const context = contextOf(name)
  let expected = 0n
  return {
    open(frame) {
      if (frame.length < COUNTER_BYTES + TAG_BYTES) return { kind: 'refused' }
      const counter = frame.subarray(0, COUNTER_BYTES)
      const number = counter.readBigUInt64BE()
      const text = number < expected ? undefined : decrypt(key, context, counter, frame)
      if (text === undefined) return { kind: 'refused' }
      if (number > expected && !maySkip) return { kind: 'gap' }
      expected = number + 1n
      return { kind: 'message', message: JSON.parse(text) }
    },
  }
}

function decrypt(key: Buffer, context: Buffer, counter: Buffer, frame: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, nonceOf(counter), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.concat([context, counter]))
    .setAuthTag(frame.subarray(-TAG_BYTES))
  try {
    const text = decipher.update(frame.subarray(COUNTER_BYTES, -TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function keyOf(name: LineName): Buffer {
  return Buffer.from(hkdfSync('sha256', name.root, name.salt, contextOf(name), 32))
}

function contextOf({ runner, line, direction }: LineName): Buffer {
  return Buffer.from(JSON.stringify(['skein', runner, line, direction]))
}

function nonceOf(counter: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(12 - COUNTER_BYTES), counter])
}
