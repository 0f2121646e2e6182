import { Transform } from 'node:stream'

/** The size in the message is what the sender says; this is what came. */
export function createMeter(most: number) {
  let seen = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > most) done(new Error('too large'))
      else done(null, chunk)
    },
  })
  return { stream, overflowed: () => seen > most }
}
