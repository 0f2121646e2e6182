import { z } from 'zod'
import type { RouteFacts } from '../../domain/delivery.ts'
import { asThreadToken, type ThreadToken } from './threads/message-ids.ts'

/** What an answer has to know about the mail it answers. It is stored with the route and only used by this channel. */
export interface MailFacts {
  /** The address of ours that the mail was sent to. */
  account: string
  /** The only recipient: the person who wrote. */
  to: string
  toName?: string | undefined
  /** The original subject without "Re:". */
  subject: string
  token: ThreadToken
  /** The id of the mail we answer; absent if we write first. */
  inReplyTo?: string | undefined
  /** All message ids of the thread so far, oldest first. */
  references: string[]
  /** The text we answer, for the quote. */
  quoted?: string | undefined
  /** When that text was written. */
  quotedAt?: Date | undefined
  /** The sender's offset from UTC in minutes; undefined if the mail does not say. */
  quotedZone?: number | undefined
  /** Saved in Drafts for the owner to send, whatever the account's mode. */
  draft?: true | undefined
  /** We started this thread for one purpose, such as the results of a job. */
  isOwnThread?: true | undefined
}

const facts = z.object({
  account: z.string(),
  to: z.string(),
  toName: z.string().optional(),
  subject: z.string(),
  token: z.string().transform((text, context) => {
    const token = asThreadToken(text)
    if (token) return token
    context.addIssue('no token of a thread')
    return z.NEVER
  }),
  inReplyTo: z.string().optional(),
  references: z.string().transform((ids) => ids.split(' ').filter(Boolean)),
  quoted: z.string().optional(),
  quotedAt: z.coerce.date().optional(),
  quotedZone: z.coerce.number().optional(),
  draft: yes(),
  isOwnThread: yes(),
})

function yes() {
  return z
    .literal('yes')
    .transform(() => true as const)
    .optional()
}

/** Undefined for a route of another channel. */
export function readFacts(route: { facts?: RouteFacts }): MailFacts | undefined {
  return facts.safeParse(route.facts).data
}

export function writeFacts(facts: MailFacts): RouteFacts {
  const { references, quotedAt, quotedZone, draft, isOwnThread, ...words } = facts
  const texts = {
    ...words,
    references: references.join(' '),
    quotedAt: quotedAt?.toISOString(),
    quotedZone: quotedZone?.toString(),
    draft: draft && 'yes',
    isOwnThread: isOwnThread && 'yes',
  }
  return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
