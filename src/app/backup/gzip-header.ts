import { ArchiveRefusal } from './archive-refusal.ts'

// gzip protects the content with a checksum, but not its own header. Two of its bytes differ between systems, so we
// write one header everywhere and accept no other: then every changed byte of an archive is noticed.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

export async function* withFixedHeader(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of chunks) {
    // zlib writes its header in one piece.
    if (isFirst) header.copy(chunk)
    isFirst = false
    yield chunk
  }
}

/** Passes the chunks on, and throws if they do not begin with our header. */
export async function* assertHeader(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of chunks) {
    for (let i = 0; at < header.length && i < chunk.length; i++, at++)
      if (chunk[i] !== header[at]) throw new ArchiveRefusal('damaged')
    yield chunk
  }
}
