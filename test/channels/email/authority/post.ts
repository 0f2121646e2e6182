import { readHeaders } from '../../../../src/channels/email/authority/headers.ts'
import {
  type SenderVerdict,
  type VerificationOptions,
  verifySender,
} from '../../../../src/channels/email/authority/sender-verification.ts'

/** A mail as it is written down: each header is whole, with its folds. */
export interface Post {
  headers: string[]
  body: string
}

export const now = new Date('2026-11-16T12:00:00Z')

export function post(from: string, more: Partial<Post> & { subject?: string; to?: string } = {}): Post {
  const { subject = 'The heating', to = 'Skein <skein@home.example>', headers = [], body = 'Is it on?\r\n' } = more
  return {
    headers: [
      ...headers,
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      'Date: Mon, 16 Nov 2026 11:59:00 +0000',
      'Message-ID: <one@mail.example>',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
    ],
    body,
  }
}

/** Written above what is there, as every server does. */
export function above({ headers, body }: Post, ...lines: string[]): Post {
  return { headers: [...lines, ...headers], body }
}

export function bytesOf({ headers, body }: Post): Buffer {
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${body}`)
}

/** Nobody is asked for a name but whom the test gives. */
export function judge(mail: Post | Buffer, by: Omit<VerificationOptions, 'now'>): Promise<SenderVerdict> {
  const source = Buffer.isBuffer(mail) ? mail : bytesOf(mail)
  const resolve = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
  return verifySender({ headers: readHeaders(source), source }, { now, resolve, ...by }, new AbortController().signal)
}
