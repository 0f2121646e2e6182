import { Transform } from 'node:stream'

/** Counts the bytes that really arrive, because the size stated in a message is only the sender's claim. */
export function createByteLimit(maxBytes: number) {
  let seen = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > maxBytes) done(new Error('too large'))
      else done(null, chunk)
    },
  })
  return { stream, overflowed: () => seen > maxBytes }
}
