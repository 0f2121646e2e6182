import { setMaxListeners } from 'node:events'
import type { ConnectionOptions } from 'node:tls'
import type { Delivery, Found, Receipt } from '../../../domain/delivery.ts'
import type { Log } from '../../../lib/log.ts'
import { truncate } from '../../../lib/text/text.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Credential, MailAccount } from '../account.ts'
import { type MailFacts, readFacts } from '../facts.ts'
import { outboxMark, ownMessageId, plusAddress } from '../threads/own-id.ts'
import type { ImapDeps } from '../wire/imap.ts'
import type { Shelf } from './attachments.ts'
import { compose } from './compose.ts'
import { asSent } from './draft-bytes.ts'
import { findDraft, type Lying, layDraft, removeDraft } from './drafts.ts'
import { inOneLine, isAddress } from './header-words.ts'
import { lookUp, type Wanted } from './look-up.ts'
import type { Outcome } from './outcome.ts'
import { createReceipts } from './receipts.ts'
import { createSentCopies } from './sent-copy.ts'
import { submit } from './submit.ts'
import { createTurns } from './turns.ts'

export interface SenderDeps {
  account: MailAccount
  imap: ImapDeps
  /** Asked at every login. */
  credential(signal: AbortSignal): Promise<Credential>
  shelf: Shelf
  /** Of this installation and no other. */
  seed: string
  /** Whether the words that are answered stand below the answer. */
  quote: boolean
  clock: Pick<Clock, 'mono'>
  log: Log
  /** Tells the owner what only they can put right. */
  trouble(sentence: string): void
  /** Roots beside the usual ones, for a server in a test. */
  tls?: ConnectionOptions
  /** How long a second of waiting takes; shorter in tests. */
  secondMs?: number
}

export interface Sender {
  send(delivery: Delivery, signal: AbortSignal): Promise<Receipt>
  reconcile(delivery: Delivery, signal: AbortSignal): Promise<Found>
  close(): Promise<void>
}

/** Connections to the server: some count them, and each needs a login. */
const MOST_AT_ONCE = 3

/** Lets answers leave from one mailbox, or lays them into its Drafts. */
export function createSender(deps: SenderDeps): Sender {
  const { account, imap, log } = deps
  const receipts = createReceipts(deps)
  const copies = createSentCopies(deps)
  const turns = createTurns(MOST_AT_ONCE)
  const closed = new AbortController()
  setMaxListeners(0, closed.signal)

  async function send(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    const facts = readFacts(delivery.route)
    if (!facts) return { status: 'refused', reason: 'it does not say to whom it goes' }
    if (!isAddress(facts.to)) return { status: 'refused', reason: 'it goes to no mail address' }
    if (delivery.approved) return await sendDraft(delivery, facts, signal)
    if (isDraft(delivery, facts)) return await lay(delivery, facts, signal)
    // Whoever is not let in hears nothing of us that nobody has read.
    if (facts.draft) return { status: 'refused', reason: 'it goes to somebody who is not let in' }
    return await sendAnswer(delivery, facts, signal)
  }

  async function sendAnswer(delivery: Delivery, facts: MailFacts, signal: AbortSignal): Promise<Receipt> {
    const mail = await compose(deps, delivery, facts)
    const whole = await hand(mail.bytes, facts, signal)
    if (whole.status !== 'too large' || delivery.files.length === 0) return settle(delivery, facts, whole)
    // The words must not be lost with the files.
    const words = await compose(deps, delivery, facts, 0)
    return settle(delivery, facts, await hand(words.bytes, facts, signal), 0)
  }

  function hand(bytes: Buffer, { to }: MailFacts, signal: AbortSignal): Promise<Outcome> {
    const own = account.plusAddresses ? plusAddress(account.address, 'sent') : account.address
    const mail = { from: account.address, to, copies: account.receipts ? [own] : [], bytes }
    return turns.take(() => submit({ ...deps, server: account.smtp }, mail, signal, closed.signal))
  }

  function settle(delivery: Delivery, facts: MailFacts, outcome: Outcome, most?: number): Receipt {
    if (outcome.status !== 'accepted') return receipts.failed(outcome, delivery.attempt)
    receipts.accepted()
    const wanted = wantedOf(delivery, facts)
    const bytes = async () => (await compose(deps, delivery, facts, most)).bytes
    if (account.sentCopy === 'append') copies.keep({ ...wanted, bytes })
    return { status: 'sent', remoteId: outcome.serverMessageId ?? wanted.messageId }
  }

  /** Done again it finds what lies there already. */
  async function lay(delivery: Delivery, facts: MailFacts, signal: AbortSignal): Promise<Receipt> {
    const { bytes } = await compose(deps, delivery, facts)
    const wanted = wantedOf(delivery, facts)
    try {
      const folder = await layDraft(imap, { ...wanted, bytes }, signal)
      return {
        status: 'drafted',
        remoteId: wanted.messageId,
        where: `${folder} of ${account.address}`,
        to: facts.to,
      }
    } catch (error) {
      return unreached(error)
    }
  }

  /** What lies in Drafts now goes: somebody may have put it right. */
  async function sendDraft(delivery: Delivery, facts: MailFacts, signal: AbortSignal): Promise<Receipt> {
    const wanted = wantedOf(delivery, facts)
    let lying: Lying
    try {
      lying = await findDraft(imap, wanted, signal)
    } catch (error) {
      return unreached(error)
    }
    if (lying.status === 'sent') return lying
    if (lying.status === 'gone') return { status: 'refused', reason: 'it is no longer in Drafts' }
    const { bytes, messageId } = asSent(lying.bytes, wanted)
    const outcome = await hand(bytes, facts, signal)
    if (outcome.status !== 'accepted') return receipts.failed(outcome, delivery.attempt)
    receipts.accepted()
    // First the copy: with it, it can be said of the mail that it went, also when the draft is gone.
    const left = { ...wanted, messageId, bytes: async () => bytes }
    const kept = account.sentCopy === 'append' ? copies.keepNow(left, signal) : Promise.resolve()
    await kept
      .then(() => removeDraft(imap, wanted, signal))
      .catch((err: unknown) => {
        log.warn({ err }, 'a draft that was sent could not be tidied away')
        if (account.sentCopy === 'append') copies.keep(left)
      })
    return { status: 'sent', remoteId: outcome.serverMessageId ?? messageId }
  }

  function wantedOf({ key, at }: Delivery, { token }: MailFacts): Wanted {
    return { messageId: ownMessageId(token, key, account.address), mark: outboxMark(key), at }
  }

  /** What the daemon itself has to say, a notice about a draft above all, is for whoever is let in. */
  function isDraft({ kind }: Delivery, facts: MailFacts): boolean {
    return kind === 'reply' && (account.mode === 'draft' || facts.draft === true)
  }

  return {
    send,
    async reconcile(delivery, signal) {
      const facts = readFacts(delivery.route)
      // What was never sent is not there; and a draft is looked for before it is laid.
      if (!facts || (isDraft(delivery, facts) && !delivery.approved)) return { status: 'absent' }
      return await lookUp(deps, wantedOf(delivery, facts), signal)
    },
    async close() {
      closed.abort()
      await copies.close()
    },
  }
}

/** Nothing was sent; what was begun in the mailbox is found there the next time. */
function unreached(error: unknown): Receipt {
  const words = error instanceof Error ? error.message : String(error)
  return { status: 'retry', reason: `the mailbox is not reached: ${truncate(inOneLine(words), 300)}`, away: true }
}
