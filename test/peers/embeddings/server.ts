import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { vectorOf } from './meaning-space.ts'

/** What becomes of one request. The last of a script repeats for ever. */
export type Reply =
  | { kind: 'vectors'; dimension?: number }
  /** In another order than they were asked in; each says which it is. */
  | { kind: 'shuffled' }
  | { kind: 'status'; status: number; retryAfter?: number }
  /** Takes the request and never answers. */
  | { kind: 'silence' }
  | { kind: 'text'; text: string }
  /** One vector of another dimension among the others. */
  | { kind: 'uneven' }
  | { kind: 'fewer' }
  | { kind: 'zeros' }
  /** Never stops sending. */
  | { kind: 'endless' }
  /** Sends the caller, with its key, elsewhere. */
  | { kind: 'redirect'; to: string }
  /** 400 for every request with a text that holds this. */
  | { kind: 'picky'; word: string }

export interface EmbeddingsServer {
  /** Up to, and without, `/embeddings`. */
  url: string
  /** The texts of each request. */
  requests: string[][]
  /** What was wrong with a request, in words: a client that keeps to the protocol leaves it empty. */
  faults: string[]
  script(...replies: Reply[]): void
  /** Resolves when that many requests have come in. */
  received(count: number): Promise<void>
  close(): Promise<void>
}

const bodySchema = z.strictObject({
  model: z.literal('peer-model'),
  input: z.array(z.string().min(1).max(2000)).min(1).max(64),
  encoding_format: z.literal('float'),
})

const DIMENSION = 60

/** An embeddings service of the OpenAI kind on loopback, strict about what it is asked. */
export async function startEmbeddings({ apiKey }: { apiKey?: string } = {}): Promise<EmbeddingsServer> {
  const requests: string[][] = []
  const faults: string[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let replies: Reply[] = [{ kind: 'vectors' }]

  const server = createServer((request, response) => {
    void readBody(request).then((raw) => {
      const problem = problemOf(request, apiKey)
      if (problem) return refuse(response, faults, problem)
      const body = bodySchema.safeParse(JSON.parse(raw))
      if (!body.success) return refuse(response, faults, { status: 400, says: z.prettifyError(body.error) })
      requests.push(body.data.input)
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
      answer(replies.length > 1 ? replies.shift() : replies[0], body.data.input, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    faults,
    script(...next) {
      replies = next
    },
    received: (count) =>
      new Promise((resolve) => (requests.length >= count ? resolve() : waiting.push({ count, resolve }))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Problem {
  status: number
  says: string
}

function problemOf({ method, url, headers }: IncomingMessage, apiKey: string | undefined): Problem | undefined {
  if (method !== 'POST' || url !== '/v1/embeddings') return { status: 404, says: `${method} ${url}` }
  if (headers['content-type'] !== 'application/json') return { status: 415, says: `type ${headers['content-type']}` }
  if (headers.authorization === (apiKey && `Bearer ${apiKey}`)) return undefined
  return { status: 401, says: 'the key is not ours' }
}

function refuse(response: ServerResponse, faults: string[], { status, says }: Problem): void {
  faults.push(says)
  // Services quote what they were sent, the key included.
  response
    .writeHead(status)
    .end(JSON.stringify({ error: { message: `${says} ${String(response.req.headers.authorization)}` } }))
}

function answer(reply: Reply | undefined, texts: string[], response: ServerResponse): void {
  const json = (rows: { index: number; embedding: number[] }[]) => {
    const data = rows.map((row) => ({ object: 'embedding', ...row }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ object: 'list', model: 'peer-model', data, usage: { prompt_tokens: 1 } }))
  }
  const rows = (dimension = DIMENSION) => texts.map((text, index) => ({ index, embedding: vectorOf(text, dimension) }))
  switch (reply?.kind) {
    case undefined:
      return json(rows())
    case 'vectors':
      return json(rows(reply.dimension))
    case 'shuffled':
      return json(rows().toReversed())
    case 'fewer':
      return json(rows().slice(1))
    case 'zeros':
      return json(texts.map((_, index) => ({ index, embedding: Array<number>(DIMENSION).fill(0) })))
    case 'uneven':
      return json(rows().map((row, place) => (place === 0 ? { ...row, embedding: vectorOf('x', 12) } : row)))
    case 'status':
      response.writeHead(
        reply.status,
        reply.retryAfter === undefined ? {} : { 'retry-after': String(reply.retryAfter) },
      )
      return void response.end(`no: ${String(response.req.headers.authorization)} ${texts.join()}`)
    case 'redirect':
      return void response.writeHead(307, { location: reply.to }).end()
    case 'text':
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(reply.text)
    case 'picky':
      if (!texts.some((text) => text.includes(reply.word))) return json(rows())
      return void response.writeHead(400).end()
    case 'silence':
      return
    case 'endless':
      return flood(response)
  }
}

function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024, '[1,')
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', pour)
  }
  response.on('error', () => {})
  pour()
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
