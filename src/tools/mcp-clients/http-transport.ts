import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

export interface Address {
  url: string
  token: string | undefined
  /** Of one answer, unpacked. */
  messageBytes: number
}

/** `flooded` is called where an answer has no end; nobody hears more of it. */
export async function createHttpTransport(
  { url, token, messageBytes }: Address,
  flooded: () => void,
): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } },
    async fetch(to, init) {
      // We wait for nothing that we did not ask for, so no stream is held open for it.
      if (init?.method === 'GET') return new Response(null, { status: 405 })
      const { body, ...response } = partsOf(await fetch(to, init))
      return new Response(body && bounded(body, messageBytes, flooded), response)
    },
  })
  // The SDK's own types disagree about an optional field under exactOptionalPropertyTypes.
  return transport as Transport
}

function partsOf({ body, status, statusText, headers }: Response) {
  return { body, status, statusText, headers }
}

function bounded(body: NonNullable<Response['body']>, most: number, flooded: () => void): ReadableStream<Uint8Array> {
  let size = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size <= most) return controller.enqueue(chunk)
      controller.error(new Error('it sent more than it may'))
      flooded()
    },
  })
  return body.pipeThrough(counter)
}
