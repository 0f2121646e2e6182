import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** A client as the CLI has one, without the wire. */
export async function connectMcp(handle: (request: Request) => Promise<Response>, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' })
  const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1:9/mcp'), {
    fetch: (url, init) => handle(new Request(url, init)),
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  // The SDK's own types disagree about an optional field under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

export const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text
