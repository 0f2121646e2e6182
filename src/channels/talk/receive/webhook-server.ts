import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Log } from '../../../lib/log.ts'
import { parseJson } from '../../../lib/text/json.ts'
import { untilAborted } from '../../../lib/time/timers.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { Inbox } from '../../channel.ts'
import { talkMessages } from '../talk-messages.ts'

export interface WebhookOptions {
  secret: string
  host: string
  port: number
}

export interface WebhookServerDeps extends WebhookOptions, SignatureOptions {
  account: string
  log: Log
  /** Checks for new messages at once. */
  hurry(): void
  trouble(sentence: AnyText): void
}

const MEMORY_NAME = 'webhook'
const MAX_BODY_BYTES = 256 * 1024
const MAX_CONNECTIONS = 50
const CALL_TIMEOUT_MS = 5000
const MAX_NONCES = 200

const replayState = z.object({ newest: z.number(), nonces: z.array(z.string()) })

/**
 * Receives the webhook calls of the server. A call only makes us look for new messages sooner; its content is not used.
 * To prevent replays, each call must name a newer message than all before it, and that is stored before we react.
 */
export function createWebhookServer(deps: WebhookServerDeps) {
  const { account, log } = deps

  function isFirst(inbox: Inbox, { random, message }: WebhookCall): boolean {
    const { newest, nonces } = readReplayState(inbox.memory('talk', account, MEMORY_NAME))
    if (message <= newest || nonces.includes(random)) return false
    const value = JSON.stringify({ newest: message, nonces: [...nonces, random].slice(-MAX_NONCES) })
    inbox.keep({ channel: 'talk', account, name: MEMORY_NAME, value })
    return true
  }

  async function answer(inbox: Inbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === 'POST' ? await readBody(request) : undefined
    const verdict = body ? verifyWebhook(request.headers, body, deps) : ({ status: 400 } as const)
    const status = 'status' in verdict ? verdict.status : isFirst(inbox, verdict.call) ? 200 : 409
    response.writeHead(status, { 'content-length': 0, connection: 'close' }).end()
    if (status === 200) deps.hurry()
  }

  return {
    /** Runs until the signal aborts. Without webhooks messages arrive all the same, a little later. */
    async run(inbox: Inbox, signal: AbortSignal): Promise<void> {
      // By default Node checks for slow requests only every 30 s. A few of them could block all connections for that
      // long.
      const limits = {
        requestTimeout: CALL_TIMEOUT_MS,
        headersTimeout: CALL_TIMEOUT_MS,
        connectionsCheckingInterval: 1000,
      }
      const server = createServer(limits, (request, response) => {
        answer(inbox, request, response).catch((error: unknown) => {
          log.warn({ err: error }, 'a webhook call of Talk failed')
          response.destroy()
        })
      })
      server.maxConnections = MAX_CONNECTIONS
      server.on('error', (error: NodeJS.ErrnoException) => {
        log.warn({ err: error }, 'the webhook server of Talk failed')
        deps.trouble(talkMessages.webhookUnavailable(`${deps.host}:${deps.port}`, error.code ?? error.message))
      })
      server.listen(deps.port, deps.host)
      await untilAborted(signal)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readReplayState(stored: string | undefined): z.infer<typeof replayState> {
  return replayState.safeParse(parseJson(stored)).data ?? { newest: 0, nonces: [] }
}

/**
 * The only things we trust in a webhook call: that something with this message id happened. Not what, and not by whom.
 */
interface WebhookCall {
  random: string
  message: number
}

interface SignatureOptions {
  secret: string
  /** The URL of our own server. Calls for other servers are rejected. */
  url: string
}

/** Either an accepted call, or the status to reject it with. */
type WebhookVerdict = { call: WebhookCall } | { status: 400 | 401 }

const MIN_RANDOM_CHARS = 32
const MAX_RANDOM_CHARS = 256
/** A new message has a new id. A reaction carries the id of an old message, so we leave reactions to the polls. */
const call = z.object({
  type: z.enum(['Create', 'Activity']),
  object: z.object({ id: z.coerce.number().int().positive() }),
})

/** Computes the signature over the raw bytes, because serializing the JSON again could change them. */
export function verifyWebhook(
  headers: IncomingHttpHeaders,
  body: Buffer,
  { secret, url }: SignatureOptions,
): WebhookVerdict {
  const random = headers['x-nextcloud-talk-random']
  const signature = headers['x-nextcloud-talk-signature']
  if (typeof random !== 'string' || typeof signature !== 'string') return { status: 401 }
  if (random.length < MIN_RANDOM_CHARS || random.length > MAX_RANDOM_CHARS) return { status: 401 }
  const expected = createHmac('sha256', secret).update(random).update(body).digest()
  const received = Buffer.from(signature, 'hex')
  if (signature.length !== expected.length * 2 || received.length !== expected.length) return { status: 401 }
  if (!timingSafeEqual(received, expected)) return { status: 401 }
  const backend = headers['x-nextcloud-talk-backend']
  if (typeof backend !== 'string' || normalizeUrl(backend) !== normalizeUrl(url)) return { status: 401 }
  const parsed = call.safeParse(parseJson(body.toString('utf8')))
  return parsed.success ? { call: { random, message: parsed.data.object.id } } : { status: 400 }
}

function normalizeUrl(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '').toLowerCase()
}
