import { createHash, createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Delivery } from '../../../domain/delivery.ts'
import { formatSize, type KnownFile } from '../../../domain/file.ts'
import { parseMarkdown } from '../../../lib/markdown.ts'
import { safeName } from '../../../lib/text/safe-name.ts'
import { channelMessages } from '../../../messages/channel-messages.ts'
import type { Language } from '../../../messages/languages.ts'
import type { LocalizedText } from '../../../messages/localized.ts'
import { escapeMarkdown } from '../../shared/markdown-text.ts'
import type { MailAccount } from '../account.ts'
import { emailMessages } from '../email-messages.ts'
import type { MailFacts } from '../mail-facts.ts'
import { readBody } from '../outbound.ts'
import { outboxMark, ownMessageId, plusAddress, threadIn } from '../threads/message-ids.ts'
import { cleanIds, limitReferences, replySubject, toDisplayName } from './header-text.ts'
import { appendToPage, renderHtml } from './mail-html.ts'
import { renderReplyQuote } from './reply-quote.ts'

export interface ComposeDeps {
  account: Pick<MailAccount, 'address' | 'displayName' | 'plusAddresses'>
  fileStore: Shelf
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

/** A notice refers to no mail, not even to the thread, because mail programs would then show it inside the thread. */
const unreferenced: ReturnType<typeof referencesOf> = { references: [] }

/** The facts for a mail of its own. Its id still shows where a reply belongs. */
function separateFacts({ account, to, toName, token }: MailFacts, language: Language): MailFacts {
  return { account, to, toName, token, subject: emailMessages.noticeSubject[language], references: [] }
}

/**
 * Composes the mail of a delivery. The same delivery always gives the same bytes, in any process, so that duplicates
 * can be recognized. `maxBytes` limits the attachments.
 */
export async function compose(
  deps: ComposeDeps,
  delivery: Delivery,
  route: MailFacts,
  maxBytes?: number,
): Promise<Mail> {
  const { account, seed } = deps
  const isApart = isUnasked(delivery, route)
  const facts = isApart ? separateFacts(route, delivery.language) : route
  const body = readBody(delivery.body)
  const { attached, missing } = await loadAttachments(delivery.files, deps.fileStore, maxBytes)
  const document = body.document && {
    name: body.document.name,
    type: 'text/markdown; charset=utf-8',
    content: Buffer.from(body.document.content),
  }
  const notes = missing.map((note) => `*(${escapeMarkdown(`${note[delivery.language]}.`)})*`)
  const quote = deps.quote ? renderReplyQuote(facts) : undefined
  const { inReplyTo, references } = isApart ? unreferenced : referencesOf(facts, account.address)
  const messageId = ownMessageId(facts.token, delivery.key, account.address)
  const from = { name: toDisplayName(account.displayName), address: account.address }
  const composer = new MailComposer({
    from,
    to: { name: toDisplayName(facts.toName ?? ''), address: facts.to },
    ...(account.plusAddresses && {
      replyTo: { name: from.name, address: plusAddress(account.address, facts.token) },
    }),
    subject: replySubject(facts.subject, inReplyTo !== undefined, delivery.language),
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
    text: `${[body.text.trimEnd(), ...notes, ...(quote ? [quote.text] : [])].filter(Boolean).join('\n\n')}\n`,
    html: appendToPage(
      body.html,
      [...notes.map((note) => renderHtml(parseMarkdown(note))), quote?.html ?? ''].filter(Boolean).join('\n'),
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

interface Shelf {
  path(hash: string): string
}

interface Attached {
  name: string
  type: string
  content: Buffer
}

/** In bytes. Many servers accept 25 MB, and encoding makes attachments a third larger. */
const MAX_ATTACHMENT_BYTES = 18 * 1024 * 1024

/** Loads the attachments. For each one left out it returns a note, because the text must not be lost. */
async function loadAttachments(
  files: KnownFile[],
  fileStore: Shelf,
  maxBytes = MAX_ATTACHMENT_BYTES,
): Promise<{ attached: Attached[]; missing: LocalizedText[] }> {
  const attached: Attached[] = []
  const missing: LocalizedText[] = []
  let room = maxBytes
  for (const { hash, name, type, bytes } of files) {
    const content = bytes <= room ? await readFile(fileStore.path(hash)).catch(() => undefined) : undefined
    if (content && content.length <= room) {
      attached.push({ name: safeName(name), type, content })
      room -= content.length
    } else {
      const why = bytes > room ? emailMessages.tooLargeToAttach(formatSize(bytes)) : channelMessages.fileGone
      missing.push(channelMessages.notAttached(safeName(name), why))
    }
  }
  return { attached, missing }
}

/** The References and In-Reply-To of our mail. */
function referencesOf(
  { account, token, inReplyTo, references }: MailFacts,
  address = account,
): { inReplyTo?: string; references: string[] } {
  const [answered] = cleanIds(inReplyTo === undefined ? [] : [inReplyTo])
  const others = references.filter((id) => id !== answered)
  const ids = limitReferences(cleanIds([...others, ...(answered === undefined ? [] : [answered])]))
  // Some relays replace message ids, and replies would then no longer name the thread. So our first reference is an id
  // that does. It belongs to no mail and is the same in all our mails of the thread, which also keeps them together
  // before anybody has answered.
  const isNamed = ids.some((id) => threadIn(id, address) === token)
  return {
    ...(answered === undefined ? {} : { inReplyTo: answered }),
    references: isNamed ? ids : [ownMessageId(token, 'thread', address), ...ids],
  }
}
