import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** A model behind an OpenAI-compatible API. It always says the same. */
export interface ModelServer {
  /** The section of the configuration for a provider called "box". */
  config: string
  close(): void
}

/** `pauseMs`: how long it waits between the first piece of its answer and the others. */
export async function startModel(pieces: readonly string[], pauseMs = 0): Promise<ModelServer> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await text(request)
    if (request.method === 'GET') {
      response.end(JSON.stringify({ data: [{ id: 'm' }] }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const [at, piece] of pieces.entries()) {
      response.write(chunk({ role: 'assistant', content: piece }, null))
      if (at === 0 && pauseMs > 0) await sleep(pauseMs)
    }
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    config: `[providers.box]\nkind = "openai-compatible"\nbase_url = "http://127.0.0.1:${port}/v1"\nwindow = 32000\nmodels = { general = "m" }\n`,
    close: () => server.close(),
  }
}

function chunk(delta: object, finish: string | null): string {
  const choice = { index: 0, delta, finish_reason: finish }
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [choice] })}\n\n`
}
