import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { formatSizeEnglish, type NamedFile } from '../../../domain/file.ts'
import { type ChatId, makeChatId } from '../../../domain/ids.ts'
import type { ChannelMemory, InboundEvent, InboundMessage } from '../../../domain/message.ts'
import type { Inbox } from '../../channel.ts'
import type { ChannelFileStore } from '../../shared/attachments.ts'
import { noteOtherDaemon } from '../../shared/other-daemon.ts'
import { isOwnAddress } from '../authority/automatic-mail.ts'
import { readBounce } from '../authority/bounce.ts'
import { afterMail, storedExchange } from '../authority/machine-detection.ts'
import { limitReplies, type ReplyLimits, readReplyHistory, writeReplyHistory } from '../authority/reply-limits.ts'
import { emailMessages } from '../email-messages.ts'
import { isLongQuote, QUOTE_FILE, toInbound } from '../inbound.ts'
import { readBody } from '../outbound.ts'
import { type ReadMail, readMail } from '../read/read-mail.ts'
import { bareSubject } from '../send/header-text.ts'
import { ownMessageId, threadIn } from '../threads/message-ids.ts'
import type { FolderReaderDeps, HandledMail } from './folder-reader.ts'
import { type AcceptedMail, createMailDecider, MAX_FETCHED_BYTES, type MailDeciderDeps } from './mail-decider.ts'
import type { MailFolder, MailHead } from './mail-folder.ts'

/** Earlier messages of a thread. */
export interface EarlierTexts {
  stored: string[]
  /** The bodies of our deliveries. */
  sent: string[]
}

export interface MailHandlerDeps extends MailDeciderDeps {
  fileStore: ChannelFileStore
  saidIn(chat: ChatId): EarlierTexts
  caps: ReplyLimits
}

/** An IMAP keyword that people can see in their own programs. */
const DONE_FLAG = '$SkeinDone'
const SEEN_FLAG = '\\Seen'

/** Turns one mail of a folder into the events to store. Changes nothing except stored files. */
export function createMailHandler(deps: MailHandlerDeps): FolderReaderDeps['look'] {
  const { account, aliases, own, strangers, fileStore, caps, clock, log } = deps
  const place = { channel: 'email', account } as const
  const decider = createMailDecider(deps)

  async function handleAccepted(
    inbox: Inbox,
    folder: MailFolder,
    head: MailHead,
    mail: AcceptedMail,
    isOld: boolean,
  ): Promise<HandledMail> {
    const read = await readMail(mail.source, { earlier: earlierTexts(mail) })
    const { token } = mail.thread
    // Our mails carry their thread in the id, however old they are. The id that names the thread itself belongs to no
    // mail.
    const replyTo = mail.envelope.inReplyTo.find((id) =>
      threadIn(id, account) === token ? id !== ownMessageId(token, 'thread', account) : mail.book.ofId(id) === token,
    )
    const parts = { account, aliases, own: own.addresses, strangers, head, taken: mail, replyTo }
    if (inbox.wasErased(toInbound({ ...parts, files: [], read }))) return { ...nothingToStore, flags: [DONE_FLAG] }
    const isFetchedWhole = head.size <= MAX_FETCHED_BYTES
    const files = mail.standing === 'ours' && isFetchedWhole ? await storeFiles(read) : { kept: [], lines: [] }
    const readWithNotes = { ...read, notes: [...read.notes, ...notesOnLeftOut(mail, head, read), ...files.lines] }
    const event = toInbound({ ...parts, files: files.kept, read: readWithNotes })
    const { paced, kept } =
      isOld && mail.book.ofId(mail.messageId) ? { paced: event, kept: [] } : limitPace(inbox, event, mail)
    const remembered = isRemembered(mail, paced) ? remember(mail) : []
    const otherDaemonSigns = noticeOtherDaemon(inbox, mail)
    return {
      status: 'seen',
      events: [paced],
      kept: [...kept, ...remembered, ...otherDaemonSigns],
      flags: [SEEN_FLAG, DONE_FLAG],
      raw: paced.raw,
    }
  }

  function earlierTexts({ thread }: AcceptedMail): string[] {
    if (thread.isNew) return []
    const { stored, sent } = deps.saidIn(makeChatId('email', thread.token))
    return [...stored, ...sent.map((body) => readBody(body).text)]
  }

  /** Stores the attachments, and the quoted text if it is too long to be shown. */
  async function storeFiles({ attachments, quoted }: ReadMail): Promise<{ kept: NamedFile[]; lines: string[] }> {
    const all = isLongQuote(quoted) ? [...attachments, { name: QUOTE_FILE, content: Buffer.from(quoted) }] : attachments
    const kept: NamedFile[] = []
    const lines: string[] = []
    for (const { name, content } of all) {
      const file = await fileStore.put(Readable.from([content]), name)
      if ('tooLarge' in file) lines.push(`[${name} is too large to be kept]`)
      else kept.push(file)
    }
    return { kept, lines }
  }

  /** Above the limit a mail is stored but not answered. */
  function limitPace(inbox: Inbox, event: InboundMessage, { standing, thread }: AcceptedMail) {
    const isStop = /^!stop\b/i.test(event.text)
    if (standing !== 'ours' || !event.addressed || isStop) return { paced: event, kept: [] }
    const names = { thread: `pace:thread:${thread.token}`, sender: `pace:sender:${event.sender.id}` }
    const read = (name: string) => readReplyHistory(inbox.memory(place.channel, account, name))
    const now = clock.now().getTime()
    const next = limitReplies({ thread: read(names.thread), sender: read(names.sender) }, caps, now)
    const histories: ChannelMemory[] = (['thread', 'sender'] as const).map((of) => {
      return { ...place, name: names[of], value: writeReplyHistory(next[of]) }
    })
    const exchange = storedExchange(inbox, account, thread.token)
    const verdict = afterMail(exchange.read(), { text: event.text, at: event.at.getTime() })
    const remembered = exchange.memory(verdict.exchange)
    if (next.say === 'answer' && verdict.isMachine) {
      if (verdict.isFoundOut) deps.trouble(emailMessages.machine(event.sender.id, about(event)))
      return { paced: { ...event, addressed: false }, kept: [remembered] }
    }
    const kept = [...histories, remembered]
    if (next.say === 'answer') return { paced: event, kept }
    if (next.say === 'quiet') return { paced: { ...event, addressed: false }, kept }
    deps.trouble(emailMessages.tooManyMails(event.sender.id, about(event)))
    return { paced: { ...event, refusal: emailMessages.tooManyHere }, kept }
  }

  function remember({ book, thread, messageId, envelope, sender, standing, isProven }: AcceptedMail): ChannelMemory[] {
    // An unproven mail with a copied id or subject could pull later replies into its own thread.
    if (!isProven) return [book.admit(thread.token, [sender.address])].filter((memory) => memory !== undefined)
    const { from, to, cc, subject } = envelope
    const all = [...from, ...to, ...cc].map(({ address }) => address)
    const people = [...new Set(all)].filter((address) => !isOwnAddress(address, own.addresses))
    // Everybody in a mail of somebody we know belongs to the thread. Nobody else can add people.
    const admitted = standing === 'ours' ? [sender.address, ...people] : [sender.address]
    const about = { token: thread.token, messageId, subject: bareSubject(subject), people, admitted, at: clock.now() }
    return book.remember(about)
  }

  /**
   * Somebody we know replies to a mail whose id has our format and address, in a thread we never wrote in. So another
   * Skein uses this mailbox, or did so before. The owner is told once; Health and `doctor` use what is stored.
   */
  function noticeOtherDaemon(inbox: Inbox, { standing, envelope, book }: AcceptedMail): ChannelMemory[] {
    if (standing !== 'ours') return []
    const tokens = envelope.inReplyTo.map((id) => threadIn(id, account))
    if (!tokens.some((token) => token !== undefined && book.people(token).length === 0)) return []
    const { isNews, kept } = noteOtherDaemon(inbox, place, clock.now())
    if (isNews) deps.trouble(emailMessages.otherDaemon(account))
    return kept
  }

  /** We remember a stranger only if they may be answered. */
  function isRemembered({ standing, isProven }: AcceptedMail, { text }: InboundMessage): boolean {
    return standing !== 'stranger' || strangers === 'draft' || (isProven && /^[!/]start\b/i.test(text))
  }

  /** Anybody could write such a mail, but nobody else knows the id of ours. */
  async function handleBounce(source: Buffer): Promise<HandledMail> {
    const bounce = await readBounce(source)
    const token = bounce?.messageId === undefined ? undefined : threadIn(bounce.messageId, account)
    if (!bounce?.messageId || !token || (bounce.action !== 'failed' && bounce.action !== 'delayed'))
      return { ...nothingToStore, flags: [DONE_FLAG] }
    const { messageId: remoteId, recipient: to, status, action } = bounce
    // Only once, because the recipient could repeat the report again and again.
    const key = createHash('sha256').update([remoteId, action].join('\n')).digest('hex')
    const event: InboundEvent = {
      kind: 'bounce',
      chat: makeChatId('email', token),
      remoteId,
      to,
      reason: bounce.reason.includes(status) ? bounce.reason : `${status} ${bounce.reason}`,
      isDelay: action === 'delayed',
      key: `email:${account}:returned:${key}`,
      at: clock.now(),
    }
    return { ...nothingToStore, events: [event], flags: [SEEN_FLAG, DONE_FLAG], raw: source.toString('latin1') }
  }

  return async (inbox, folder, look, signal) => {
    const head = await folder.head(look.uid)
    // The mail was moved or deleted meanwhile.
    if (!head || (look.notBefore && head.date < look.notBefore)) return nothingToStore
    const decision = await decider.decide(inbox, folder, head, look, signal)
    switch (decision.what) {
      case 'waits':
        return { status: 'waits' }
      case 'nothing':
        log.debug({ account, uid: look.uid, why: decision.why }, 'a mail was ignored')
        return { ...nothingToStore, flags: [DONE_FLAG] }
      case 'own':
        // Whether a mail was sent is looked up in the mailbox itself. Anybody could forge this copy, so it is not
        // stored.
        return { ...nothingToStore, flags: [SEEN_FLAG, DONE_FLAG] }
      case 'returned':
        return await handleBounce(decision.source)
      case 'taken':
        return await handleAccepted(inbox, folder, head, decision, look.notBefore !== undefined)
    }
  }
}

const nothingToStore: Extract<HandledMail, { status: 'seen' }> = {
  status: 'seen',
  events: [],
  kept: [],
  flags: [],
  raw: '',
}

/** Notes for the model if only the beginning was fetched, or no attachments. */
function notesOnLeftOut({ standing, source }: AcceptedMail, { size }: MailHead, { attachments }: ReadMail): string[] {
  if (standing === 'ours') return size > MAX_FETCHED_BYTES ? notesOnSize(size, attachments) : []
  const files = attachments.map(({ name }) => `[${name} was not fetched: its sender has not been let in]`)
  const isCut = source.length < Math.min(size, MAX_FETCHED_BYTES)
  return [...files, ...(isCut ? ['[the rest was not fetched: its sender has not been let in]'] : [])]
}

function notesOnSize(size: number, attachments: ReadMail['attachments']): string[] {
  const names = attachments.map(({ name }) => name).join(', ')
  const limit = formatSizeEnglish(MAX_FETCHED_BYTES)
  return [
    `[files were left out${names === '' ? '' : ` (${names})`}: the mail has ${formatSizeEnglish(size)}, and at most ${limit} of a mail are fetched]`,
  ]
}

/** The title of the thread, for a notice to the owner. */
function about({ chatTitle }: InboundMessage): string {
  return chatTitle === undefined ? '' : ` (“${chatTitle}”)`
}
