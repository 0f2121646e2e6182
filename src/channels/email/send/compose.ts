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
  /** Of this installation and no other. */
  seed: string
  /** Whether the words that are answered stand below the answer. */
  quote: boolean
}

export interface Mail {
  messageId: string
  /** The whole mail, as it goes over the wire. */
  bytes: Buffer
}

/** By this header an installation knows its own mails, whoever sends them back. */
export function loopMark(seed: string): string {
  return createHash('sha256').update(`loop\n${seed}`).digest('hex').slice(0, 16)
}

/** The daemon speaking of itself: it goes where they wrote last, which is about something else. */
function isUnasked({ kind, task, route }: Delivery, { isOwnThread }: MailFacts): boolean {
  return kind === 'notice' && task === undefined && route.replyTo === undefined && !isOwnThread
}

/** Not even the id that names the thread: programs would show it among the mails of that. */
const unreferenced: ReturnType<typeof referencesOf> = { references: [] }

/** A mail by itself; its own id still says where an answer to it goes. */
function apart({ account, to, toName, token }: MailFacts): MailFacts {
  return { account, to, toName, token, subject: 'A notice from Skein', references: [] }
}

/**
 * The mail of a delivery. The same delivery is always the same bytes, in whatever process: a copy of it that arrives a
 * second time is then known for what it is. `most` bounds what hangs on it.
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
      // RFC 3834: whoever answers by themselves does not answer this.
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
    // Not to be guessed: who knows it could end a part from within, and begin another.
    baseBoundary: createHmac('sha256', seed).update(`boundary\n${delivery.key}`).digest('hex').slice(0, 32),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { messageId, bytes: await composer.compile().build() }
}
