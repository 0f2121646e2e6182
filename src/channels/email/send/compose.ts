import { createHash, createHmac } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Delivery } from '../../../domain/delivery.ts'
import { parseMarkdown } from '../../../lib/markdown.ts'
import { escapeMarkdown } from '../../shared/answer-footer.ts'
import type { MailAccount } from '../account.ts'
import type { MailFacts } from '../facts.ts'
import { readParcel } from '../outbound.ts'
import { outboxMark, ownMessageId, plusAddress } from '../threads/own-id.ts'
import { gather, type Shelf } from './attachments.ts'
import { nameBeside, subjectOf } from './header-words.ts'
import { draw, withBelow } from './html.ts'
import { quoteOf } from './quoting.ts'
import { referencesOf } from './references.ts'

export interface ComposeDeps {
  account: Pick<MailAccount, 'address' | 'displayName' | 'plusAddresses'>
  shelf: Shelf
  /** Unique to this installation. */
  seed: string
  /** Whether answers quote the mail they answer. */
  quote: boolean
}

export interface Mail {
  messageId: string
  /** The complete mail as it is sent. */
  bytes: Buffer
}

/** The header value by which an installation recognizes its own mails. */
export function loopMark(seed: string): string {
  return createHash('sha256').update(`loop\n${seed}`).digest('hex').slice(0, 16)
}

/** A notice about the daemon itself. It goes to the thread in which they last wrote, which is about something else. */
function isUnasked({ kind, task, route }: Delivery, { isOwnThread }: MailFacts): boolean {
  return kind === 'notice' && task === undefined && route.replyTo === undefined && !isOwnThread
}

/** Not even the thread's own id, because programs would then show it inside the thread. */
const unreferenced: ReturnType<typeof referencesOf> = { references: [] }

/** A separate mail. Its id still shows where a reply belongs. */
function apart({ account, to, toName, token }: MailFacts): MailFacts {
  return { account, to, toName, token, subject: 'A notice from Skein', references: [] }
}

/**
 * Composes the mail of a delivery. The same delivery always gives the same bytes, in any process, so that duplicates
 * can be recognized. `most` limits the attachments.
 */
export async function compose(deps: ComposeDeps, delivery: Delivery, route: MailFacts, most?: number): Promise<Mail> {
  const { account, seed } = deps
  const isApart = isUnasked(delivery, route)
  const facts = isApart ? apart(route) : route
  const parcel = readParcel(delivery.body)
  const { attached, missing } = await gather(delivery.files, deps.shelf, most)
  const document = parcel.document && {
    name: parcel.document.name,
    type: 'text/markdown; charset=utf-8',
    content: Buffer.from(parcel.document.content),
  }
  const notes = missing.map((note) => `*(${escapeMarkdown(note)})*`)
  const quote = deps.quote ? quoteOf(facts) : undefined
  const { inReplyTo, references } = isApart ? unreferenced : referencesOf(facts, account.address)
  const messageId = ownMessageId(facts.token, delivery.key, account.address)
  const own = { name: nameBeside(account.displayName), address: account.address }
  const composer = new MailComposer({
    from: own,
    to: { name: nameBeside(facts.toName ?? ''), address: facts.to },
    ...(account.plusAddresses && {
      replyTo: { name: own.name, address: plusAddress(account.address, facts.token) },
    }),
    subject: subjectOf(facts.subject, inReplyTo !== undefined),
    messageId,
    date: delivery.at,
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    references,
    headers: {
      // RFC 3834: automatic responders must not answer this.
      'Auto-Submitted': delivery.kind === 'notice' || inReplyTo === undefined ? 'auto-generated' : 'auto-replied',
      'X-Auto-Response-Suppress': 'All',
      'X-Skein-Outbox': outboxMark(delivery.key),
      'X-Skein-Loop': loopMark(seed),
    },
    text: `${[parcel.text.trimEnd(), ...notes, ...(quote ? [quote.text] : [])].filter(Boolean).join('\n\n')}\n`,
    html: withBelow(
      parcel.html,
      [...notes.map((note) => draw(parseMarkdown(note))), quote?.html ?? ''].filter(Boolean).join('\n'),
    ),
    textEncoding: 'quoted-printable',
    attachments: [...(document ? [document] : []), ...attached].map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content,
      contentDisposition: 'attachment',
    })),
    // Not guessable: somebody who knows the boundary could end a part from within and start another.
    baseBoundary: createHmac('sha256', seed).update(`boundary\n${delivery.key}`).digest('hex').slice(0, 32),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { messageId, bytes: await composer.compile().build() }
}
