import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'

export interface ResponseBody {
  bytes: Buffer
  /** There was more than the requested size. */
  isCut: boolean
}

/** The encodings we can decompress, as sent to a server. */
export const ENCODINGS = 'gzip, br'

/**
 * The decompressed content, up to this many bytes; undefined for an encoding that we did not ask for. Bytes are counted
 * after decompression, so a compression bomb costs no more than any other content. Rejects if the response breaks off.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<ResponseBody | undefined> {
  const content = decompress(response)
  if (!content) return undefined
  // One growing buffer, because a million chunks of one byte would use a hundred times their content.
  let bytes = Buffer.allocUnsafe(Math.min(maxBytes, INITIAL_BUFFER_BYTES))
  let size = 0
  for await (const piece of content as AsyncIterable<Buffer>) {
    const copied = Math.min(piece.length, maxBytes - size)
    if (size + copied > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(bytes.length * 2, size + copied)))
      bytes.copy(larger, 0, 0, size)
      bytes = larger
    }
    piece.copy(bytes, size, 0, copied)
    size += copied
    if (copied < piece.length) return { bytes, isCut: true }
  }
  return { bytes: bytes.subarray(0, size), isCut: false }
}

const INITIAL_BUFFER_BYTES = 64 * 1024

function decompress(response: IncomingMessage): Readable | undefined {
  const decoder = decoderFor(response.headers['content-encoding']?.trim().toLowerCase())
  if (decoder === 'none') return response
  // If either stream breaks, the reader of the other gets the error.
  return decoder && pipeline(response, decoder, () => {})
}

function decoderFor(encoding: string | undefined) {
  switch (encoding) {
    case undefined:
    case '':
    case 'identity':
      return 'none'
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip()
    case 'br':
      return createBrotliDecompress()
  }
  return undefined
}

/** Reads a response as JSON. Throws if it is not JSON or too large. */
export async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const result = await reader?.read()
    if (!result || result.done) break
    const chunk = result.value as Uint8Array
    bytes += chunk.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw new Error(`the answer is larger than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
