import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { z } from 'zod'
import type { Log } from '../../lib/log.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { listServerTools, requestOptions, type ServerLimits, type ServerTool } from './server-tools.ts'
import { createHttpTransport, createStdioTransport, ServerError } from './transports.ts'

/** One configured server: a program or an address. */
export interface ServerSettings {
  name: string
  command?: readonly string[] | undefined
  env: Record<string, string>
  url?: string | undefined
  token?: string | undefined
  /** The server's names of the tools that may be used; all by default. */
  tools?: readonly string[] | undefined
}

export interface ServerDeps {
  limits: ServerLimits
  /** The daemon's environment. */
  env: NodeJS.ProcessEnv
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  /** Tells the owner. */
  trouble(sentence: AnyText): void
}

export interface McpServer {
  /** Undefined while it is not connected. Never rejects. */
  tools(signal: AbortSignal): Promise<readonly ServerTool[] | undefined>
  /** Never rejects. */
  call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<{ text: string; failed: boolean }>
  close(): Promise<void>
}

/** A connection with the tools of its server. */
interface Connection {
  client: Client
  tools: readonly ServerTool[]
  /** The server said that its tools have changed. */
  isOutdated: boolean
}

export function createServer(settings: ServerSettings, deps: ServerDeps): McpServer {
  const { limits, clock, log } = deps
  const { name } = settings
  const closing = new AbortController()
  let connection: Connection | undefined
  let connecting: Promise<Connection | undefined> | undefined
  let failures = 0
  let notBefore = 0
  let isOwnerTold = false

  /** One attempt at a time, and not immediately after a failure. */
  function connect(): Promise<Connection | undefined> {
    if (connection) return Promise.resolve(connection)
    if (closing.signal.aborted || clock.mono() < notBefore) return Promise.resolve(undefined)
    connecting ??= open()
      .then(adopt, noteFailure)
      .finally(() => {
        connecting = undefined
      })
    return connecting
  }

  async function open(): Promise<Connection> {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
    const client = new Client({ name: 'skein', version: '1' })
    let why: Error | undefined
    client.onerror = (error) => {
      why = error
    }
    // A server that does not respond is abandoned, whatever it has sent by then.
    const timeout = AbortSignal.any([closing.signal, AbortSignal.timeout(limits.connectMs)])
    try {
      await client.connect(await transport(client), requestOptions(limits.connectMs, timeout))
      const opened: Connection = { client, tools: await readTools(client, timeout), isOutdated: false }
      client.fallbackNotificationHandler = async ({ method }) => {
        opened.isOutdated ||= method === 'notifications/tools/list_changed'
      }
      client.onclose = () => handleClose(client, why)
      return opened
    } catch (error) {
      await client.close().catch(() => {})
      throw why ?? error
    }
  }

  async function readTools(client: Client, signal: AbortSignal): Promise<readonly ServerTool[]> {
    if (!client.getServerCapabilities()?.tools) return []
    return await listServerTools(client, settings.tools, limits, signal)
  }

  /** Once for each list, however often the server says it. If that fails, what it offered before stays. */
  async function refreshTools(open: Connection, signal: AbortSignal): Promise<void> {
    open.isOutdated = false
    const timeout = AbortSignal.any([closing.signal, signal, AbortSignal.timeout(limits.patienceMs)])
    try {
      open.tools = await readTools(open.client, timeout)
    } catch (error) {
      open.isOutdated = true
      log.warn(
        { server: name, why: textIn(describeError(error), 'en') },
        'the tools of an MCP server were not read again',
      )
    }
  }

  async function transport(client: Client) {
    const { messageBytes } = limits
    const { command, env: added, url, token } = settings
    if (url !== undefined) return await createHttpTransport({ url, token, messageBytes }, () => void client.close())
    return createStdioTransport({ command: command ?? [], env: deps.env, added, messageBytes })
  }

  function adopt(opened: Connection): Connection | undefined {
    if (closing.signal.aborted) {
      void opened.client.close().catch(() => {})
      return undefined
    }
    log.info({ server: name, tools: opened.tools.length }, 'an MCP server is connected')
    connection = opened
    return opened
  }

  function noteFailure(error: unknown): undefined {
    if (closing.signal.aborted) return undefined
    notBefore = clock.mono() + (limits.pausesMs[Math.min(failures, limits.pausesMs.length - 1)] ?? 0)
    failures++
    const reason = describeError(error)
    log.warn({ server: name, why: textIn(reason, 'en') }, 'an MCP server is not available')
    if (!isOwnerTold) deps.trouble(healthMessages.toolServerUnavailable(name, reason))
    isOwnerTold = true
    return undefined
  }

  function handleClose(client: Client, why: Error | undefined): void {
    if (connection?.client !== client) return
    connection = undefined
    noteFailure(why ?? new ServerError(healthMessages.toolServerProblem.closed))
  }

  async function callTool({ client }: Connection, tool: string, input: Record<string, unknown>, signal: AbortSignal) {
    const request = { method: 'tools/call' as const, params: { name: tool, arguments: input } }
    const result = await client.request(request, callResult, requestOptions(limits.callMs, signal))
    failures = 0
    return { text: resultText(result, limits.resultChars), failed: result.isError === true }
  }

  return {
    async tools(signal) {
      const open = await within(connect(), limits.patienceMs, signal)
      if (open?.isOutdated) await refreshTools(open, signal)
      return open?.tools
    },

    async call(tool, input, signal) {
      const open = await within(connect(), limits.connectMs, signal)
      if (!open)
        return failed(`The server ${name} is not available now. Continue without it, and say what you could not do.`)
      try {
        return await callTool(open, tool, input, signal)
      } catch (error) {
        if (signal.aborted) return failed('It was cancelled.')
        // The server has lost our session and has done nothing.
        if (isSessionLost(error)) {
          connection = undefined
          await open.client.close().catch(() => {})
          const reopened = await connect()
          if (reopened)
            return await callTool(reopened, tool, input, signal).catch((err: unknown) =>
              failed(describeFailedCall(err)),
            )
        }
        return failed(describeFailedCall(error))
      }
    },

    async close() {
      closing.abort()
      await connecting
      await connection?.client.close().catch(() => {})
      connection = undefined
    },
  }

  function describeFailedCall(error: unknown): string {
    return `${name} failed: ${textIn(describeError(error), 'en')}. It is unknown whether it had any effect.`
  }
}

const MAX_REASON_CHARS = 300
const MAX_NOTE_CHARS = 500

/** Undefined if it takes longer; the work continues anyway. */
async function within<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T | undefined> {
  const done = new AbortController()
  try {
    return (await Promise.race([work, sleep(ms, AbortSignal.any([signal, done.signal]))])) ?? undefined
  } finally {
    done.abort()
  }
}

function failed(text: string): { text: string; failed: boolean } {
  return { text, failed: true }
}

function isSessionLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 404
}

function describeError(error: unknown): AnyText {
  if (error instanceof ServerError) return error.text
  const message = error instanceof Error ? error.message : String(error)
  const plain = message.replace(/^MCP error -?\d+: /, '').replace(/\s+/g, ' ')
  return truncate(plain.trim().replace(/\.$/, ''), MAX_REASON_CHARS)
}

const callResult = z.object({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
})

const block = z.object({
  type: z.string(),
  text: z.string().optional(),
  name: z.string().optional(),
  uri: z.string().optional(),
  mimeType: z.string().optional(),
  resource: z
    .object({ uri: z.string().optional(), text: z.string().optional(), mimeType: z.string().optional() })
    .optional(),
})

/** The model reads the text of a result, and for anything else a note that it was there. */
function resultText({ content, structuredContent }: z.infer<typeof callResult>, maxChars: number): string {
  const parts = content.map(blockText)
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent))
  const text = parts.join('\n').toWellFormed()
  return text === '' ? '[The result is empty.]' : truncate(text, maxChars)
}

function blockText(content: unknown): string {
  const { data } = block.safeParse(content)
  if (!data) return '[content that cannot be read]'
  const { type, text, name, uri, mimeType, resource } = data
  if (type === 'text') return text ?? ''
  if (type === 'resource' && resource?.text !== undefined) return resource.text
  const what = [type, name, uri ?? resource?.uri, mimeType ?? resource?.mimeType].filter(Boolean).join(', ')
  return truncate(`[${what}: not shown]`, MAX_NOTE_CHARS)
}
