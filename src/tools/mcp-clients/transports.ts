import { randomUUID } from 'node:crypto'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { childEnv } from '../../lib/child.ts'
import { findContainment, startTree, type Tree } from '../../lib/process-tree.ts'
import { parseJson } from '../../lib/text/json.ts'
import { createLineSplitter } from '../../lib/text/line-splitter.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'

const problems = healthMessages.toolServerProblem

/** A failure of a server that we describe ourselves, for the owner and the model. */
export class ServerError extends Error {
  readonly text: LocalizedText

  constructor(text: LocalizedText) {
    super(text.en)
    this.text = text
  }
}

export interface Program {
  /** The program and its arguments. */
  command: readonly string[]
  /** The environment it gets before the configured additions. */
  env: NodeJS.ProcessEnv
  added: Record<string, string>
  messageBytes: number
}

/** How long a server may take to exit before it is killed. */
const EXIT_GRACE_MS = 1000

/** Exchanges messages as lines with a process, which is ended together with all its descendants. */
export function createStdioTransport({ command, env, added, messageBytes }: Program): Transport {
  const [file = '', ...args] = command
  const closing = new AbortController()
  let tree: Tree | undefined
  let ended: Promise<void> | undefined
  let bytesSinceLastRequest = 0

  function end(): Promise<void> {
    closing.abort()
    ended ??= (tree?.end(EXIT_GRACE_MS) ?? Promise.resolve()).then(() => {
      tree?.release()
      transport.onclose?.()
    })
    return ended
  }

  function fail(problem: LocalizedText): void {
    transport.onerror?.(new ServerError(problem))
    void end()
  }

  function receive(lines: string[] | undefined): void {
    if (!lines || bytesSinceLastRequest > messageBytes) return fail(problems.tooMuch)
    try {
      for (const line of lines) {
        const message = readMessage(line)
        // Many programs also print other output.
        if (message) transport.onmessage?.(message)
      }
    } catch {
      // The message is nested too deeply to be parsed.
      fail(problems.unreadable)
    }
  }

  const transport: Transport = {
    async start() {
      const programEnv = { ...childEnv(env), ...homeVariables(env), ...added }
      const containment = await findContainment(programEnv.PATH ?? '', closing.signal)
      if (closing.signal.aborted) throw new Error('the connection was cancelled')
      tree = startTree({ file, args, env: programEnv }, `mcp.${randomUUID()}`, containment)
      const splitter = createLineSplitter(messageBytes)
      tree.stdout.on('data', (chunk: Buffer) => {
        bytesSinceLastRequest += chunk.length
        if (!closing.signal.aborted) receive(splitter.push(chunk))
      })
      // We discard stderr, because a full pipe would block the program.
      tree.stderr.resume()
      void tree.exited.then((exit) => {
        if (!closing.signal.aborted) fail(problems.exited(String('code' in exit ? exit.code : exit.signal)))
      })
    },
    async send(message) {
      if (!tree || closing.signal.aborted) throw new Error('the server is not running')
      bytesSinceLastRequest = 0
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
function homeVariables({ HOME, USER, LOGNAME, TMPDIR }: NodeJS.ProcessEnv): Record<string, string> {
  const variables = Object.entries({ HOME, USER, LOGNAME, TMPDIR })
  return Object.fromEntries(variables.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

interface HttpServer {
  url: string
  token: string | undefined
  /** The limit for one response after decompression. */
  messageBytes: number
}

/** `onTooLong` is called if a response is too long; the rest of it is ignored. */
export async function createHttpTransport(
  { url, token, messageBytes }: HttpServer,
  onTooLong: () => void,
): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } },
    async fetch(to, init) {
      // We expect no messages from the server, so no stream is kept open for them.
      if (init?.method === 'GET') return new Response(null, { status: 405 })
      const { body, status, statusText, headers } = await fetch(to, init)
      return new Response(body && limitBody(body, messageBytes, onTooLong), { status, statusText, headers })
    },
  })
  // The SDK's own types disagree about an optional field under exactOptionalPropertyTypes.
  return transport as Transport
}

function limitBody(
  body: NonNullable<Response['body']>,
  maxBytes: number,
  onTooLong: () => void,
): ReadableStream<Uint8Array> {
  let size = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size <= maxBytes) return controller.enqueue(chunk)
      controller.error(new ServerError(problems.tooMuch))
      onTooLong()
    },
  })
  return body.pipeThrough(counter)
}
