import { z } from 'zod'
import type { RouteFacts } from '../../domain/delivery.ts'
import { asThreadToken, type ThreadToken } from './threads/own-id.ts'

/** What an answer needs to know of the mail that it answers; travels with the route, and nobody else reads it. */
export interface MailFacts {
  /** Which of our addresses was written to. */
  account: string
  /** The one to whom it goes: who wrote, and nobody else. */
  to: string
  toName?: string | undefined
  /** As it was written there, without any "Re:". */
  subject: string
  token: ThreadToken
  /** The id of what is answered; none where we write first. */
  inReplyTo?: string | undefined
  /** Every id of the thread so far, the oldest first. */
  references: string[]
  /** The words that are answered, to be quoted below. */
  quoted?: string | undefined
  /** When those were written. */
  quotedAt?: Date | undefined
  /** How many minutes the clock of whoever wrote them is ahead of UTC; undefined where their mail does not say. */
  quotedZone?: number | undefined
  /** It lies in Drafts until the owner sends it, whatever is usual for the account. */
  draft?: true | undefined
  /** We began the thread, for something that has it to itself. */
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

/** Undefined for a route that was not made here. */
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
