import { randomUUID } from 'node:crypto'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { childEnv } from '../../lib/child.ts'
import { findContainment, startTree, type Tree } from '../../lib/process-tree.ts'
import { parseJson } from '../../lib/text/json.ts'
import { createLineSplitter } from '../../lib/text/line-splitter.ts'

export interface Program {
  /** The program and its arguments. */
  command: readonly string[]
  /** The environment it gets before the configured additions. */
  env: NodeJS.ProcessEnv
  added: Record<string, string>
  messageBytes: number
}

/** How long a server may take to end. */
const GRACE_MS = 1000

/** Exchanges messages as lines with a process, which is ended together with all its descendants. */
export function createStdioTransport({ command, env, added, messageBytes }: Program): Transport {
  const [file = '', ...args] = command
  const closing = new AbortController()
  let tree: Tree | undefined
  let ended: Promise<void> | undefined
  let unasked = 0

  function end(): Promise<void> {
    closing.abort()
    ended ??= (tree?.end(GRACE_MS) ?? Promise.resolve()).then(() => {
      tree?.release()
      transport.onclose?.()
    })
    return ended
  }

  function fail(message: string): void {
    transport.onerror?.(new Error(message))
    void end()
  }

  function hear(lines: string[] | undefined): void {
    if (!lines || unasked > messageBytes) return fail('it sent more than it may')
    try {
      for (const line of lines) {
        const message = readMessage(line)
        // Many programs also print other output.
        if (message) transport.onmessage?.(message)
      }
    } catch {
      // Nested so deeply that it cannot be parsed.
      fail('it sent what cannot be read')
    }
  }

  const transport: Transport = {
    async start() {
      const own = { ...childEnv(env), ...ownPlace(env), ...added }
      const containment = await findContainment(own.PATH ?? '', closing.signal)
      if (closing.signal.aborted) throw new Error('it was called off')
      tree = startTree({ file, args, env: own }, `mcp.${randomUUID()}`, containment)
      const splitter = createLineSplitter(messageBytes)
      tree.stdout.on('data', (chunk: Buffer) => {
        unasked += chunk.length
        if (!closing.signal.aborted) hear(splitter.push(chunk))
      })
      // Nobody reads it, but a full pipe would block the program.
      tree.stderr.resume()
      void tree.exited.then((exit) => {
        if (!closing.signal.aborted) fail(`it ended (${'code' in exit ? exit.code : exit.signal})`)
      })
    },
    async send(message) {
      if (!tree || closing.signal.aborted) throw new Error('it is not running')
      unasked = 0
      tree.stdin.write(`${JSON.stringify(message)}\n`)
    },
    close: end,
  }
  return transport
}

type Message = Parameters<NonNullable<Transport['onmessage']>>[0]

/** Only a rough check; the SDK validates the message. */
function readMessage(line: string): Message | undefined {
  const value = parseJson(line)
  return typeof value === 'object' && value !== null && 'jsonrpc' in value ? (value as Message) : undefined
}

/** The variables with which a program of the owner finds its own settings. */
function ownPlace({ HOME, USER, LOGNAME, TMPDIR }: NodeJS.ProcessEnv): Record<string, string> {
  const said = Object.entries({ HOME, USER, LOGNAME, TMPDIR })
  return Object.fromEntries(said.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

interface HttpServer {
  url: string
  token: string | undefined
  /** The limit for one response after decompression. */
  messageBytes: number
}

/** `flooded` is called if a response is too long; the rest of it is ignored. */
export async function createHttpTransport(
  { url, token, messageBytes }: HttpServer,
  flooded: () => void,
): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } },
    async fetch(to, init) {
      // We expect no messages from the server, so no stream is kept open for them.
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
