import type { Readable } from 'node:stream'
import {
  type CallLimits,
  createHttpClient,
  type HttpAnswer,
  NoAnswerError,
  type RequestBody,
} from '../../shared/http-client.ts'

export interface BotApiOptions {
  apiRoot: string
  token: string
}

/** The connection to one Bot API server. */
export interface BotApiConnection {
  post(method: string, body: RequestBody, limits: CallLimits): Promise<HttpAnswer>
  /** Resolves when the content starts to arrive. The limits apply until its end. */
  download(path: string, limits: CallLimits): Promise<Readable>
  close(): void
}

export function createBotApiConnection({ apiRoot, token }: BotApiOptions): BotApiConnection {
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
