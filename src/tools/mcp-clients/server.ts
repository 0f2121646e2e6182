import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { z } from 'zod'
import type { Log } from '../../lib/log.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { AnyText } from '../../messages/localized.ts'
import { readOffers, requestOptions, type ServerLimits, type ServerTool } from './offers.ts'
import { createHttpTransport, createStdioTransport } from './transports.ts'

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
  offers(signal: AbortSignal): Promise<readonly ServerTool[] | undefined>
  /** Never rejects. */
  call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<{ text: string; failed: boolean }>
  close(): Promise<void>
}

/** A connection with the tools it offers. */
interface Link {
  client: Client
  offers: readonly ServerTool[]
}

export function createServer(settings: ServerSettings, deps: ServerDeps): McpServer {
  const { limits, clock, log } = deps
  const { name } = settings
  const closing = new AbortController()
  let link: Link | undefined
  let connecting: Promise<Link | undefined> | undefined
  let failures = 0
  let notBefore = 0
  let isTold = false

  /** One attempt at a time, and not immediately after a failure. */
  function connect(): Promise<Link | undefined> {
    if (link) return Promise.resolve(link)
    if (closing.signal.aborted || clock.mono() < notBefore) return Promise.resolve(undefined)
    connecting ??= open()
      .then(keep, lose)
      .finally(() => {
        connecting = undefined
      })
    return connecting
  }

  async function open(): Promise<Link> {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
    const client = new Client({ name: 'skein', version: '1' })
    let why: Error | undefined
    client.onerror = (error) => {
      why = error
    }
    // A server that does not respond is abandoned, whatever it has sent by then.
    const late = AbortSignal.any([closing.signal, AbortSignal.timeout(limits.connectMs)])
    try {
      await client.connect(await transport(client), requestOptions(limits.connectMs, late))
      const offers = client.getServerCapabilities()?.tools ? await readOffers(client, settings.tools, limits, late) : []
      client.onclose = () => lost(client, why)
      return { client, offers }
    } catch (error) {
      await client.close().catch(() => {})
      throw why ?? error
    }
  }

  async function transport(client: Client) {
    const { messageBytes } = limits
    const { command, env: added, url, token } = settings
    if (url !== undefined) return await createHttpTransport({ url, token, messageBytes }, () => void client.close())
    return createStdioTransport({ command: command ?? [], env: deps.env, added, messageBytes })
  }

  function keep(made: Link): Link | undefined {
    if (closing.signal.aborted) {
      void made.client.close().catch(() => {})
      return undefined
    }
    log.info({ server: name, tools: made.offers.length }, 'a server of tools is connected')
    link = made
    return made
  }

  function lose(error: unknown): undefined {
    if (closing.signal.aborted) return undefined
    notBefore = clock.mono() + (limits.pausesMs[Math.min(failures, limits.pausesMs.length - 1)] ?? 0)
    failures++
    log.warn({ server: name, why: reasonOf(error) }, 'a server of tools is not there')
    if (!isTold) deps.trouble(`I work without the tools of the server ${name}: ${reasonOf(error)}.`)
    isTold = true
    return undefined
  }

  function lost(client: Client, why: Error | undefined): void {
    if (link?.client !== client) return
    link = undefined
    lose(why ?? new Error('it closed the connection'))
  }

  async function ask({ client }: Link, tool: string, input: Record<string, unknown>, signal: AbortSignal) {
    const request = { method: 'tools/call' as const, params: { name: tool, arguments: input } }
    const result = await client.request(request, callResult, requestOptions(limits.callMs, signal))
    failures = 0
    return { text: resultText(result, limits.resultChars), failed: result.isError === true }
  }

  return {
    async offers(signal) {
      const found = await within(connect(), limits.patienceMs, signal)
      return found?.offers
    },

    async call(tool, input, signal) {
      const found = await within(connect(), limits.connectMs, signal)
      if (!found)
        return failed(`The server ${name} is not available now. Continue without it, and say what you could not do.`)
      try {
        return await ask(found, tool, input, signal)
      } catch (error) {
        if (signal.aborted) return failed('It was cancelled.')
        // The server has lost our session and has done nothing.
        if (isForgotten(error)) {
          link = undefined
          await found.client.close().catch(() => {})
          const again = await connect()
          if (again) return await ask(again, tool, input, signal).catch((err: unknown) => failed(sentenceOf(err)))
        }
        return failed(sentenceOf(error))
      }
    },

    async close() {
      closing.abort()
      await connecting
      await link?.client.close().catch(() => {})
      link = undefined
    },
  }

  function sentenceOf(error: unknown): string {
    return `${name} failed: ${reasonOf(error)}. It is unknown whether it had any effect.`
  }
}

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

function isForgotten(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 404
}

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const plain = said.replace(/^MCP error -?\d+: /, '').replace(/\s+/g, ' ')
  return truncate(plain.trim().replace(/\.$/, ''), 300)
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
function resultText({ content, structuredContent }: z.infer<typeof callResult>, most: number): string {
  const parts = content.map(blockText)
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent))
  const text = parts.join('\n').toWellFormed()
  return text === '' ? '[It said nothing.]' : truncate(text, most)
}

function blockText(given: unknown): string {
  const { data } = block.safeParse(given)
  if (!data) return '[something that cannot be read]'
  const { type, text, name, uri, mimeType, resource } = data
  if (type === 'text') return text ?? ''
  if (type === 'resource' && resource?.text !== undefined) return resource.text
  const what = [type, name, uri ?? resource?.uri, mimeType ?? resource?.mimeType].filter(Boolean).join(', ')
  return truncate(`[${what}: not shown]`, 500)
}
