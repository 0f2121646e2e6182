import type { Readable } from 'node:stream'
import { type Answer, type Body, type CallLimits, createHttp, NoAnswerError } from '../../shared/http.ts'

export interface WireOptions {
  apiRoot: string
  token: string
}

/** The connection to one Bot API server. */
export interface Wire {
  post(method: string, body: Body, limits: CallLimits): Promise<Answer>
  /** Resolves when the content starts to arrive. The limits apply until its end. */
  download(path: string, limits: CallLimits): Promise<Readable>
  close(): void
}

export function createWire({ apiRoot, token }: WireOptions): Wire {
  const http = createHttp(apiRoot)
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
