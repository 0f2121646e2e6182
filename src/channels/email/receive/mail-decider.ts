import { createHash } from 'node:crypto'
import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { AnyText, LocalizedText } from '../../../messages/localized.ts'
import type { Inbox } from '../../channel.ts'
import type { NamedAddress } from '../authority/addresses.ts'
import { type AutomaticMail, automaticReason, isOwnAddress, type OwnIdentity } from '../authority/automatic-mail.ts'
import type { DnsResolver } from '../authority/dns.ts'
import { readHeaders } from '../authority/headers.ts'
import { emailMessages } from '../email-messages.ts'
import { createThreadBook, type ThreadBook } from '../threads/thread-book.ts'
import { type FoundThread, findThread, separateThread } from '../threads/thread-finder.ts'
import { type Envelope, readEnvelope } from './envelope.ts'
import type { MailToRead } from './folder-reader.ts'
import { createHourlyAllowance, type HourlyAllowance } from './hourly-allowance.ts'
import { createMailFetch } from './mail-fetch.ts'
import type { MailFolder, MailHead } from './mail-folder.ts'
import { createSenderChecker } from './sender-checker.ts'

/** What to do with mail from strangers. */
export type StrangerPolicy = 'ignore' | 'notify' | 'draft'

export type Decision =
  | { what: 'nothing'; why: string }
  | { what: 'waits' }
  /** A copy of a mail we sent, or one that claims to be. */
  | { what: 'own' }
  /** A bounce of a mail we sent, or a notice that it is delayed. */
  | { what: 'returned'; source: Buffer }
  | ({ what: 'taken' } & AcceptedMail)

export interface AcceptedMail {
  envelope: Envelope
  messageId: string
  sender: { address: string; name: string }
  /**
   * `ours`: proven and allowed in. `participant`: somebody in a conversation of ours. `stranger`: anybody else; a
   * proven stranger may send an invitation code.
   */
  standing: 'ours' | 'participant' | 'stranger'
  isProven: boolean
  thread: FoundThread
  book: ThreadBook
  /** The whole mail or its beginning. */
  source: Buffer
}

export interface MailDeciderDeps {
  account: string
  /** More addresses that reach this mailbox. */
  aliases: string[]
  authservId?: string | undefined
  strangers: StrangerPolicy
  /** Shared by all mailboxes. */
  allowances: Allowances
  own: OwnIdentity
  seed: string
  resolve?: DnsResolver | undefined
  clock: Clock
  log: Log
  trouble(sentence: AnyText): void
}

export interface MailDecider {
  decide(inbox: Inbox, folder: MailFolder, head: MailHead, look: MailToRead, signal: AbortSignal): Promise<Decision>
}

/** The encoded size. What we keep is limited by the decoded size, which is about three quarters of this. */
export const MAX_FETCHED_BYTES = 64 * 1024 * 1024
/** For larger mails: the text usually comes first. */
const LARGE_MAIL_BEGINNING_BYTES = 2 * 1024 * 1024
/** How much is read of a stranger's mail. */
const MAX_STRANGER_BYTES = 64 * 1024
const MAX_BOUNCE_BYTES = 256 * 1024
const MAX_STRANGERS_PER_HOUR = 60
const MAX_PARTICIPANTS_PER_HOUR = 200
const MAX_BOUNCES_PER_HOUR = 60
const MAX_FORGED_PER_HOUR = 20
const DAY_MS = 86_400_000

/** Limits on what strangers can cost us. */
export interface Allowances {
  stranger: HourlyAllowance
  participant: HourlyAllowance
  returned: HourlyAllowance
  /** Large mails that claimed to be from somebody we know but turned out to be forged. */
  forged: HourlyAllowance
}

export function createAllowances(clock: Pick<Clock, 'mono'>): Allowances {
  return {
    stranger: createHourlyAllowance(clock, MAX_STRANGERS_PER_HOUR),
    participant: createHourlyAllowance(clock, MAX_PARTICIPANTS_PER_HOUR),
    returned: createHourlyAllowance(clock, MAX_BOUNCES_PER_HOUR),
    forged: createHourlyAllowance(clock, MAX_FORGED_PER_HOUR),
  }
}

/** Decides what to do with a mail, as far as possible before any of its body is fetched. */
export function createMailDecider(deps: MailDeciderDeps): MailDecider {
  const { account, authservId, strangers, allowances: allowed, own, clock, log } = deps
  const senderChecker = createSenderChecker({ authservId, resolve: deps.resolve, forged: allowed.forged, clock })
  let lastReportAt = Number.NEGATIVE_INFINITY

  /** Everybody in the mail except us. */
  function peopleIn({ from, to, cc }: Envelope): string[] {
    const all = [...from, ...to, ...cc].map(({ address }) => address)
    return [...new Set(all)].filter((address) => !isOwnAddress(address, own.addresses))
  }

  /** Somebody we know, in a mail that anybody could have forged. The owner should know why it was ignored. */
  function reportUnverified(address: string, reason: LocalizedText): void {
    log.info({ account, from: address, reason: reason.en }, 'a mail with an unverified sender was ignored')
    if (clock.mono() - lastReportAt < DAY_MS) return
    lastReportAt = clock.mono()
    const advice = authservId === undefined ? emailMessages.addAuthservId : emailMessages.checkAuthservId(authservId)
    deps.trouble(emailMessages.unverified(account, address, reason, advice))
  }

  function decideAutomatic(
    folder: MailFolder,
    head: MailHead,
    { kind, reason }: AutomaticMail,
  ): Decision | Promise<Decision> {
    if (kind === 'own') return { what: 'own' }
    return kind === 'bounce' ? decideBounce(folder, head) : { what: 'nothing', why: reason }
  }

  async function decideBounce(folder: MailFolder, head: MailHead): Promise<Decision> {
    const source = allowed.returned.take() ? await folder.source(head, MAX_BOUNCE_BYTES) : undefined
    return source ? { what: 'returned', source } : { what: 'nothing', why: 'too many mails came back' }
  }

  /** The threads the mail may belong to. */
  function threadsOf(inbox: Inbox, envelope: Envelope, messageId: string, from: string) {
    const book = createThreadBook(inbox, account)
    const finding = { account, seed: deps.seed, book }
    const recipients = [...envelope.to, ...envelope.cc, ...envelope.deliveredTo].map(({ address }) => address)
    const hints = { ...envelope, messageId, from, people: peopleIn(envelope), recipients, at: clock.now() }
    return {
      book,
      /** If it is really from its sender. */
      ifProven: () => findThread(hints, finding),
      /**
       * Message ids are known to everybody in a thread, and a subject to anybody. People we know can prove themselves,
       * so their unproven mails get a separate thread.
       */
      ifNot: (isListed: boolean) =>
        isListed ? separateThread(hints, finding) : findThread({ ...hints, subject: '' }, finding),
      /** Whether the sender is in a conversation together with somebody we know. */
      isIn({ token }: FoundThread): boolean {
        const people = book.people(token)
        return people.includes(from) && people.some((id) => inbox.knows({ channel: 'email', id }))
      },
    }
  }

  async function decidePersonal(
    inbox: Inbox,
    folder: MailFolder,
    { head, envelope, sender, isLast }: { head: MailHead; envelope: Envelope; sender: NamedAddress; isLast: boolean },
    signal: AbortSignal,
  ): Promise<Decision> {
    const isListed = inbox.knows({ channel: 'email', id: sender.address })
    const messageId = envelope.messageId ?? `<${digestOf(head)}@missing>`
    const threads = threadsOf(inbox, envelope, messageId, sender.address)
    const threadIfProven = threads.ifProven()
    const isCloser = isListed || threads.isIn(threadIfProven)
    const mail = createMailFetch(folder, head, isListed ? MAX_FETCHED_BYTES : MAX_STRANGER_BYTES)
    const mayFetch = () => isCloser || allowed.stranger.take()
    // Strangers' mails never wait, because only a few mails can.
    const mayWait = isCloser && !isLast
    const mailToCheck = { headers: envelope.headers, address: sender.address, mail, isListed, mayFetch, mayWait }
    const verdict = await senderChecker.check(mailToCheck, signal)
    if (verdict === 'later') return { what: 'waits' }

    const isProven = verdict.status === 'proven'
    const thread = isProven ? threadIfProven : threads.ifNot(isListed)
    const accepted = { envelope, messageId, sender, isProven, thread, book: threads.book }
    if (isProven && isListed) {
      const source = await (mail.isTooLarge ? mail.beginning(LARGE_MAIL_BEGINNING_BYTES) : mail.whole())
      return take({ ...accepted, standing: 'ours', source })
    }
    if (!isProven && isListed) reportUnverified(sender.address, verdict.reason)
    // For mere content the beginning is enough, whoever it claims to be from.
    const beginning = () => mail.beginning(MAX_STRANGER_BYTES)
    if (threads.isIn(thread)) {
      if (!mail.isFetched() && !allowed.participant.take()) return { what: 'nothing', why: 'too much from outsiders' }
      return take({ ...accepted, standing: 'participant', source: await beginning() })
    }
    if (!isProven && strangers === 'ignore') return { what: 'nothing', why: verdict.reason.en }
    if (!mail.isFetched() && !allowed.stranger.take()) return { what: 'nothing', why: 'too many strangers' }
    return take({ ...accepted, standing: 'stranger', source: await beginning() })
  }

  return {
    async decide(inbox, folder, head, { isLast }, signal) {
      const envelope = readEnvelope(readHeaders(head.header))
      const automatic = automaticReason(envelope.headers, own)
      const [sender] = envelope.from
      const isListed = sender !== undefined && inbox.knows({ channel: 'email', id: sender.address })
      if (automatic && !(automatic.isWeak && isListed)) return await decideAutomatic(folder, head, automatic)
      if (!sender) return { what: 'nothing', why: 'it has no sender' }
      const decision = await decidePersonal(inbox, folder, { head, envelope, sender, isLast }, signal)
      const isProvenPerson = decision.what === 'waits' || (decision.what === 'taken' && decision.standing === 'ours')
      return automatic && !isProvenPerson ? await decideAutomatic(folder, head, automatic) : decision
    },
  }
}

function take({ source, ...accepted }: Omit<AcceptedMail, 'source'> & { source: Buffer | undefined }): Decision {
  return source ? { what: 'taken', ...accepted, source } : { what: 'nothing', why: 'it is gone' }
}

function digestOf({ header }: MailHead): string {
  return createHash('sha256').update(header).digest('hex')
}
