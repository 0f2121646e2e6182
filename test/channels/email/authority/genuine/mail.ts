import type { DnsResolver } from '../../../../../src/channels/email/authority/dns.ts'
import type { Post } from '../post.ts'

/** A mail that somebody of ours really sent, as it lies in our mailbox. */
export interface Genuine {
  what: string
  mail: Post
  address: string
  authservId?: string
  resolve?: DnsResolver
}

export function received(by: string, from = 'out.example.org'): string {
  return `Received: from ${from} (${from} [198.51.100.7])\r\n\tby ${by} with ESMTPS id 4Xyz for <skein@home.example>;\r\n\tMon, 16 Nov 2026 11:59:30 +0000 (UTC)`
}

export const ana = 'Ana Example <ana@example.org>'
