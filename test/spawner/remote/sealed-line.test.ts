import { randomBytes, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOpener, createSealer, type LineName } from '../../../src/spawner/remote/sealed-line.ts'

const root = randomBytes(32)
const salt = randomBytes(16)
const name: LineName = { root, runner: 'attic', line: 'turn 1', direction: 'to-daemon', salt }
const messages = Array.from({ length: 10 }, (_, number) => ({ t: 'event', number }))

test('messages arrive in order and as they were sent', () => {
  const sealer = createSealer(name)
  const opener = createOpener(name)
  for (const message of messages) expect(opener.open(sealer.seal(message))).toEqual({ kind: 'message', message })
})

test('a missing message is noticed with the next one', () => {
  const sealer = createSealer(name)
  const opener = createOpener(name)
  const [first, , third] = messages.map((message) => sealer.seal(message))
  expect(opener.open(first as Buffer).kind).toBe('message')
  expect(opener.open(third as Buffer)).toEqual({ kind: 'gap' })
})

test('of heartbeats only newer ones are accepted', () => {
  const sealer = createSealer(name)
  const opener = createOpener(name, { maySkip: true })
  const frames = messages.map((message) => sealer.seal(message))
  expect(opener.open(frames[4] as Buffer).kind).toBe('message')
  expect(opener.open(frames[4] as Buffer).kind).toBe('refused')
  expect(opener.open(frames[3] as Buffer).kind).toBe('refused')
  expect(opener.open(frames[9] as Buffer).kind).toBe('message')
})

test('a sealed message shows nothing of its content', () => {
  const secret = 'the words of the person'
  expect(createSealer(name).seal({ text: secret }).includes(secret)).toBe(false)
})

/** Every way in which whoever controls Redis could try to make the receiver take something. */
const attacks: Record<string, (frames: readonly Buffer[]) => Buffer[]> = {
  'forged without a key': (frames) => [forge(frames[0] as Buffer)],
  'replayed after it was received': ([first, second]) => [first, second, first, second].slice(2) as Buffer[],
  truncated: (frames) => [(frames[2] as Buffer).subarray(0, randomInt((frames[2] as Buffer).length))],
  'with one bit changed': (frames) => [withBitChanged(frames[2] as Buffer)],
  'before the one that precedes it': (frames) => [frames[3 + randomInt(6)] as Buffer],
  'of another runner': () => [foreign({ runner: 'cellar' })],
  'of another turn': () => [foreign({ line: 'turn 2' })],
  'of the other direction': () => [foreign({ direction: 'to-runner' })],
  'of an earlier attempt at the same turn': () => [foreign({ salt: randomBytes(16) })],
  'of another installation': () => [foreign({ root: randomBytes(32) })],
}

test.each(Object.entries(attacks))('a message %s is never accepted', (_, attack) => {
  for (let times = 0; times < 100; times++) {
    const sealer = createSealer(name)
    const frames = messages.map((message) => sealer.seal(message))
    const opener = createOpener(name)
    for (const frame of frames.slice(0, 2)) expect(opener.open(frame).kind).toBe('message')
    for (const frame of attack(frames)) expect(opener.open(frame).kind).not.toBe('message')
    // The real next one still is.
    expect(opener.open(frames[2] as Buffer)).toEqual({ kind: 'message', message: messages[2] })
  }
})

function foreign(change: Partial<LineName>): Buffer {
  const sealer = createSealer({ ...name, ...change })
  sealer.seal({})
  sealer.seal({})
  return sealer.seal({ t: 'event', number: 2 })
}

/** The right counter, and random bytes of the right length. */
function forge(frame: Buffer): Buffer {
  const forged = randomBytes(frame.length)
  forged.writeBigUInt64BE(2n)
  return forged
}

function withBitChanged(frame: Buffer): Buffer {
  const changed = Buffer.from(frame)
  const at = randomInt(changed.length)
  changed[at] = (changed[at] as number) ^ (1 << randomInt(8))
  return changed
}
