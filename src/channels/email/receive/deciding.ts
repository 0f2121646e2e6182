import { createHash } from 'node:crypto'
import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Inbox } from '../../channel.ts'
import { automaticReason, isOwnAddress, type Own } from '../authority/automatic.ts'
import type { DnsResolver } from '../authority/dns.ts'
import { headerValues, readHeaders } from '../authority/headers.ts'
import { judgeSender, type Verdict } from '../authority/sender.ts'
import { isStamped } from '../authority/stamp.ts'
import { type FoundThread, findThread, separateThread } from '../threads/finding.ts'
import { createThreadBook, type ThreadBook } from '../threads/thread-book.ts'
import { type Allowance, createAllowance } from './allowance.ts'
import { type Envelope, readEnvelope } from './envelope.ts'
import type { Folder, MailHead } from './folder.ts'
import type { Look } from './reader.ts'

/** What becomes of mail from people who are not let in. */
export type Strangers = 'ignore' | 'notify' | 'draft'

/** What becomes of a mail. */
export type Decision =
  | { what: 'nothing'; why: string }
  | { what: 'waits' }
  /** A copy of one that we sent, or what says so. */
  | { what: 'own' }
  /** One that we sent came back, or is late. */
  | { what: 'returned'; source: Buffer }
  | ({ what: 'taken' } & Taken)

export interface Taken {
  envelope: Envelope
  messageId: string
  sender: { address: string; name: string }
  /**
   * `ours`: proven, and let in. `participant`: somebody who belongs to a conversation of ours. `stranger`: anybody else;
   * a proven one may bring a code.
   */
  standing: 'ours' | 'participant' | 'stranger'
  isProven: boolean
  thread: FoundThread
  book: ThreadBook
  /** The whole of it, or its beginning; undefined where it is too large to be fetched. */
  source: Buffer | undefined
}

export interface DecidingDeps {
  account: string
  authservId?: string | undefined
  strangers: Strangers
  /** Of all mailboxes together. */
  allowances: Allowances
  own: Own
  seed: string
  resolve?: DnsResolver | undefined
  clock: Clock
  log: Log
  trouble(sentence: string): void
}

export interface Deciding {
  decide(inbox: Inbox, folder: Folder, head: MailHead, look: Look, signal: AbortSignal): Promise<Decision>
}

export const LARGEST_MAIL = 25 * 1024 * 1024
/** What is read of a mail from somebody who is not let in. */
const STRANGERS_BYTES = 64 * 1024
const RETURNED_BYTES = 256 * 1024
const STRANGERS_AN_HOUR = 60
const PARTICIPANTS_AN_HOUR = 200
const RETURNED_AN_HOUR = 60
const DAY_MS = 86_400_000

/** What people cost whom nobody let in. */
export interface Allowances {
  stranger: Allowance
  participant: Allowance
  returned: Allowance
}

export function createAllowances(clock: Pick<Clock, 'mono'>): Allowances {
  return {
    stranger: createAllowance(clock, STRANGERS_AN_HOUR),
    participant: createAllowance(clock, PARTICIPANTS_AN_HOUR),
    returned: createAllowance(clock, RETURNED_AN_HOUR),
  }
}

/** Who it is is decided before a byte of what they wrote is fetched, as far as it can be told from the outside. */
export function createDeciding(deps: DecidingDeps): Deciding {
  const { account, authservId, strangers, allowances: allowed, own, clock, log } = deps
  let toldOfDoubt = Number.NEGATIVE_INFINITY

  /** Who is in it beside us. */
  function peopleIn({ from, to, cc }: Envelope): string[] {
    const all = [...from, ...to, ...cc].map(({ address }) => address)
    return [...new Set(all)].filter((address) => !isOwnAddress(address, own.addresses))
  }

  /** An address that is on the list, and a mail that anybody could have written: whoever set it up wants to know why. */
  function tellOfDoubt(address: string, reason: string): void {
    log.info({ account, from: address, reason }, 'a mail that nobody can vouch for was left alone')
    if (clock.mono() - toldOfDoubt < DAY_MS) return
    toldOfDoubt = clock.mono()
    deps.trouble(sentences.doubt(account, address, reason, authservId))
  }

  return {
    async decide(inbox, folder, head, { isLast }, signal) {
      const headers = readHeaders(head.header)
      const envelope = readEnvelope(headers)
      const automatic = automaticReason(headers, own)
      if (automatic?.kind === 'own') return { what: 'own' }
      if (automatic?.kind === 'bounce') {
        const source = allowed.returned.take() ? await folder.source(head, RETURNED_BYTES) : undefined
        return source ? { what: 'returned', source } : { what: 'nothing', why: 'too many mails came back' }
      }
      if (automatic) return { what: 'nothing', why: automatic.reason }

      const [claimed] = envelope.from
      if (!claimed) return { what: 'nothing', why: 'it has no sender' }
      const isListed = inbox.knows({ channel: 'email', id: claimed.address })
      const book = createThreadBook(inbox, account)
      const messageId = envelope.messageId ?? `<${digestOf(head)}@missing>`
      const hints = { ...envelope, messageId, from: claimed.address, people: peopleIn(envelope), at: clock.now() }
      const recipients = [...envelope.to, ...envelope.cc, ...envelope.deliveredTo].map(({ address }) => address)
      const finding = { account, seed: deps.seed, book }
      const found = findThread({ ...hints, recipients }, finding)
      const isParticipant = isIn(claimed.address, book.people(found.token), inbox)

      const most = isListed ? LARGEST_MAIL : STRANGERS_BYTES
      let source: Buffer | undefined
      const fetch = async () => (source ??= await folder.source(head, most))
      /** Its own signature needs every byte of it; what has none, or is too large for who they are, is not fetched for it. */
      async function judge(): Promise<Verdict> {
        const by = { ...(authservId === undefined ? {} : { authservId }), now: clock.now() }
        const injected = deps.resolve ? { resolve: deps.resolve } : {}
        const isCheckable = headerValues(headers, 'dkim-signature').length > 0 && head.size <= most
        const isUnjudged = authservId === undefined || !isStamped(headers, authservId)
        const isWorthIt = isUnjudged && isCheckable && (isListed || isParticipant || allowed.stranger.take())
        const whole = isWorthIt ? await fetch() : undefined
        const verdict = await judgeSender({ headers, ...(whole && { source: whole }) }, { ...by, ...injected }, signal)
        // Its head was fetched by itself, and need not be that of the mail whose signature holds.
        const isOther = verdict.status === 'proven' && verdict.address !== claimed?.address
        return isOther ? { status: 'unproven', name: '', reason: 'its headers are not what was signed' } : verdict
      }

      /** Ids are known to those who are in a thread, and a subject to anybody; who is one of ours can prove it. */
      function unprovenThread(): FoundThread {
        const named = { ...hints, recipients }
        return isListed ? separateThread(named, finding) : findThread({ ...named, subject: '' }, finding)
      }

      const verdict = await judge()
      // Strangers do not wait: there is room for some mails only.
      const mayWait = (isListed || isParticipant) && !isLast
      if (verdict.status === 'unproven' && verdict.isTemporary && mayWait) return { what: 'waits' }
      const isProven = verdict.status === 'proven'
      const thread = isProven ? found : unprovenThread()
      const taken = { envelope, messageId, sender: { ...claimed }, isProven, thread, book }
      if (isProven && isListed) {
        const isTooLarge = head.size > LARGEST_MAIL
        return take({ ...taken, standing: 'ours', source: isTooLarge ? undefined : await fetch() }, isTooLarge)
      }
      if (verdict.status === 'unproven' && isListed) tellOfDoubt(claimed.address, verdict.reason)
      // Of what is only content a beginning is enough, whoever it claims to be from.
      const beginning = async () => source?.subarray(0, STRANGERS_BYTES) ?? (await folder.source(head, STRANGERS_BYTES))
      if (isIn(claimed.address, book.people(thread.token), inbox)) {
        if (!source && !allowed.participant.take()) return { what: 'nothing', why: 'too much from outsiders' }
        return take({ ...taken, standing: 'participant', source: await beginning() })
      }
      if (!isProven && strangers === 'ignore') return { what: 'nothing', why: verdict.reason }
      if (!source && !allowed.stranger.take()) return { what: 'nothing', why: 'too many strangers' }
      return take({ ...taken, standing: 'stranger', source: await beginning() })
    },
  }
}

function take(taken: Taken, isTooLarge = false): Decision {
  if (!taken.source && !isTooLarge) return { what: 'nothing', why: 'it is gone' }
  return { what: 'taken', ...taken }
}

/** Somebody in a conversation that one of ours is in, too. */
function isIn(address: string, people: string[], inbox: Inbox): boolean {
  return people.includes(address) && people.some((id) => inbox.knows({ channel: 'email', id }))
}

function digestOf({ header }: MailHead): string {
  return createHash('sha256').update(header).digest('hex')
}

const sentences = {
  doubt(account: string, address: string, reason: string, authservId: string | undefined) {
    const advice =
      authservId === undefined
        ? 'If it was, their provider does not sign its mail (DKIM), or your own server checks it and says so: then put the name it signs with into email.authserv_id; "skein doctor" tells what it saw'
        : `If it was, look whether email.authserv_id ("${authservId}") is still the name your server signs with; "skein doctor" tells what it saw`
    return `A mail to ${account} says that it is from ${address}, but nobody can tell whether it is (${reason}), so I did not act on it. ${advice}. I tell you of such mails once a day at most.`
  },
}
