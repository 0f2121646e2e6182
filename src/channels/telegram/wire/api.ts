import type { Readable } from 'node:stream'
import type { ApiError, Message } from 'grammy/types'
import { Api, GrammyError, type RawApi } from 'grammy/web'
import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'
import {
  type CallLimits,
  createHttpClient,
  type HttpAnswer,
  NoAnswerError,
  type RequestBody,
} from '../../shared/http-client.ts'

// The web build has no transport of its own. The Node build brings four libraries that we would never call.

/**
 * The typed Bot API. Calls reject with GrammyError (the platform refused) or NoAnswerError. Neither contains the token.
 */
export interface TelegramApi {
  /** The numeric part of the token, which is our user id. */
  account: string
  methods: RawApi
  /** Returns the original text, because intake stores the updates unchanged. */
  poll(ask: PollRequest, limits: CallLimits): Promise<string>
  upload(
    method: UploadMethod,
    fields: Record<string, unknown>,
    file: UploadContent,
    signal: AbortSignal,
  ): Promise<Message>
  download(path: string, signal: AbortSignal, deadlineMs: number): Promise<Readable>
  close(): void
}

export interface PollRequest {
  offset?: number
  limit: number
  timeout: number
  allowed_updates: readonly string[]
}

export type UploadMethod = 'sendDocument' | 'sendPhoto' | 'sendVoice' | 'sendAudio' | 'sendVideo' | 'sendAnimation'

export interface UploadContent {
  field: string
  content: Blob
  name: string
}

// A short limit on sends would not make them faster, only leave more outcomes unknown.
const SEND_TIMEOUT_MS = 75_000
const CALL_TIMEOUT_MS = 30_000
const INDICATOR_TIMEOUT_MS = 10_000
const indicatorMethods = new Set(['sendMessageDraft', 'sendChatAction', 'setMessageReaction', 'answerCallbackQuery'])

/** Opens no connection before the first call. */
export function createTelegramApi(options: BotApiOptions): TelegramApi {
  // A hanging poll must not occupy a connection that a send could use.
  const polling = createBotApiConnection(options)
  const calling = createBotApiConnection(options)
  const never = new AbortController().signal

  const api = new Api(options.token)
  // We replace grammY's transport, so its own network code and HttpError are never used.
  api.config.use(async (_prev, method, payload, signal) => {
    const callSignal = (signal ?? never) as AbortSignal
    const { status, text } = await calling.post(method, payload, { deadlineMs: deadlineOf(method), signal: callSignal })
    return readAnswer(method, status, text) as never
  })

  return {
    account: options.token.split(':', 1)[0] ?? '',
    methods: api.raw,
    async poll(ask, limits) {
      const { status, text } = await polling.post('getUpdates', { ...ask }, limits)
      if (status !== 200) unwrap('getUpdates', readAnswer('getUpdates', status, text))
      return text
    },
    async upload(method, fields, file, signal) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) {
        if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
      }
      form.append(file.field, file.content, file.name)
      const { status, text } = await calling.post(method, form, { deadlineMs: SEND_TIMEOUT_MS * 2, signal })
      return unwrap(method, readAnswer(method, status, text)) as Message
    },
    download: (path, signal, deadlineMs) => calling.download(path, { deadlineMs, signal }),
    close() {
      polling.close()
      calling.close()
    },
  }
}

/** grammY declares its own signal type with the same shape. */
export function abortable(signal: AbortSignal) {
  return signal as never
}

function deadlineOf(method: string): number {
  if (indicatorMethods.has(method)) return INDICATOR_TIMEOUT_MS
  return method.startsWith('send') ? SEND_TIMEOUT_MS : CALL_TIMEOUT_MS
}

const answers = z.union([
  z.object({ ok: z.literal(true), result: z.unknown().refine((result) => result !== undefined) }),
  z.object({
    ok: z.literal(false),
    error_code: z.number(),
    description: z.string().catch('no reason given'),
    parameters: z
      .object({
        retry_after: z.number().optional().catch(undefined),
        migrate_to_chat_id: z.number().optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  }),
])
type ApiAnswer = z.infer<typeof answers>

const sentMessage = z.object({ message_id: z.number() })
/** What we read of the results. A server of one's own, or what stands before it, may answer with something else. */
const results: Record<string, z.ZodType> = {
  getMe: z.object({ id: z.number(), first_name: z.string(), username: z.string().optional() }),
  getFile: z.object({ file_path: z.string().optional() }),
  getMyCommands: z.array(z.object({ command: z.string(), description: z.string() })),
  getWebhookInfo: z.object({ url: z.string() }),
  getChat: z.object({ id: z.number(), type: z.enum(['private', 'group', 'supergroup', 'channel']) }),
  sendMessage: sentMessage,
  sendDocument: sentMessage,
  sendPhoto: sentMessage,
  sendVoice: sentMessage,
  sendAudio: sentMessage,
  sendVideo: sentMessage,
  sendAnimation: sentMessage,
}

/** If a proxy answers in HTML, only the status is usable. */
function readAnswer(method: string, status: number, text: string): ApiAnswer {
  const parsed = answers.safeParse(parseJson(text))
  if (parsed.success) {
    const isReadable = !parsed.data.ok || (results[method]?.safeParse(parsed.data.result).success ?? true)
    if (isReadable) return parsed.data
  }
  if (status < 400) throw new NoAnswerError(method, 'the answer could not be read', true)
  return { ok: false, error_code: status, description: `HTTP ${status}` }
}

function unwrap(method: string, answer: ApiAnswer): unknown {
  if (answer.ok) return answer.result
  throw new GrammyError(`Call to '${method}' failed!`, answer as ApiError, method, {})
}

export interface BotApiOptions {
  apiRoot: string
  token: string
}

/** The connection to one Bot API server. */
interface BotApiConnection {
  post(method: string, body: RequestBody, limits: CallLimits): Promise<HttpAnswer>
  /** Resolves when the content starts to arrive. The limits apply until its end. */
  download(path: string, limits: CallLimits): Promise<Readable>
  close(): void
}

function createBotApiConnection({ apiRoot, token }: BotApiOptions): BotApiConnection {
  const http = createHttpClient(apiRoot)
  return {
    post: (method, body, limits) => http.call({ what: method, path: `/bot${token}/${method}`, body }, limits),
    async download(path, limits) {
      const response = await http.open({ what: 'file', path: `/file/bot${token}/${encodeURI(path)}` }, limits)
      if (response.statusCode === 200) return response
      response.resume()
      throw new NoAnswerError('file', `the server said ${response.statusCode}`, true)
    },
    close: http.close,
  }
}
