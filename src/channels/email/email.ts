import type { ConnectionOptions } from 'node:tls'
import type { Delivery, Found, Receipt } from '../../domain/delivery.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { ChannelMemory } from '../../domain/message.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Channel, Inbox } from '../channel.ts'
import type { ChannelShelf } from '../shared/attachments.ts'
import type { MailAccount } from './account.ts'
import type { DnsResolver } from './authority/dns.ts'
import { afterAnswer } from './authority/exchange.ts'
import type { Caps } from './authority/pacing.ts'
import { type MailFacts, readFacts } from './facts.ts'
import { readParcel, toParts } from './outbound.ts'
import { createAllowances, type Strangers } from './receive/deciding.ts'
import { createListening } from './receive/listening.ts'
import { createLooking, type SaidInThread } from './receive/looking.ts'
import { loopMark } from './send/compose.ts'
import { besideThread, openThread } from './send/opening.ts'
import { SENDS_AT_ONCE } from './send/outgoing.ts'
import { createSender } from './send/sender.ts'
import { exchangeOf } from './threads/exchange-book.ts'
import { threadIn } from './threads/own-id.ts'
import { createThreadBook } from './threads/thread-book.ts'
import { createCredentials } from './wire/oauth.ts'

export interface EmailDeps {
  /** At least one; the first is whom we write from when nobody wrote before. */
  accounts: MailAccount[]
  strangers: Strangers
  /** Whether the words that are answered stand below the answer. */
  quote: boolean
  caps: Caps
  shelf: ChannelShelf
  /** What was said in a thread: quoted again, it is left out. */
  saidIn(chat: ChatId): SaidInThread
  /** Of this installation and no other. */
  seed: string
  clock: Clock
  log: Log
  /** Tells the owner what only they can put right. */
  trouble(sentence: string): void
  /** Who is asked for the keys of signatures; the resolver of the machine unless given. */
  resolve?: DnsResolver
  /** How long a second of waiting takes; shorter in tests. */
  secondMs?: number
  /** Roots beside the usual ones, for a server in a test. */
  tls?: ConnectionOptions
  /** How long one call to a mail server may take. */
  callMs?: number
}

export interface EmailChannel extends Channel {
  /** Monotonic ms of when the folder that was longest not read to its end was. */
  lastRoundTrip(): number | undefined
}

/** Below the 45 seconds after which a loop that tries nothing counts as dead. */
const CALL_MS = 40_000
const MOST_SENDS = 8

/** Joins mailboxes to the contract of a channel. */
export function createEmail(deps: EmailDeps): EmailChannel {
  const { clock, log, seed, secondMs = 1000 } = deps
  const own = {
    addresses: deps.accounts.flatMap(({ address, aliases }) => [address, ...aliases]),
    loopMark: loopMark(seed),
  }
  const allowances = createAllowances(clock)
  let inbox: Inbox | undefined
  const mailboxes = deps.accounts.map(openMailbox)

  function openMailbox(account: MailAccount) {
    const { address } = account
    const memory = { channel: 'email', account: address, name: 'refresh-token' } as const
    const credentials = createCredentials({
      login: account.login,
      clock,
      kept: () => inbox?.memory(memory.channel, address, memory.name),
      keep: (value) => keep([{ ...memory, value }]),
    })
    const imap = { server: account.imap, credential: credentials.get, log, ...(deps.tls && { tls: deps.tls }) }
    const looking = createLooking({
      ...deps,
      account: address,
      aliases: account.aliases,
      authservId: account.authservId,
      allowances,
      own,
    })
    const folders = account.folders.map((path) =>
      createListening({
        ...deps,
        account: address,
        path,
        imap,
        look: looking,
        loginRefused: credentials.refused,
        second: secondMs,
        callMs: deps.callMs ?? CALL_MS,
      }),
    )
    const sender = createSender({
      ...deps,
      account,
      imap,
      credential: credentials.get,
      loginRefused: credentials.refused,
      secondMs,
    })
    return { account, folders, sender }
  }

  /** The servers of one account say nothing about those of another. */
  const apart = deps.accounts.length > 1 ? ({ alone: true } as const) : {}
  const folders = mailboxes.flatMap((mailbox) => mailbox.folders)

  function senderOf({ route }: Delivery) {
    const facts = readFacts(route)
    return mailboxes.find(({ account }) => account.address === facts?.account)?.sender
  }

  /** Some servers give our mails ids of their own: an answer will name that one. */
  function note({ route, body }: Delivery, { remoteId }: { remoteId: string }): void {
    const facts = readFacts(route)
    if (!facts || !inbox) return
    const { account, token } = facts
    admit(facts)
    const talk = exchangeOf(inbox, account, token)
    keep([talk.memory(afterAnswer(talk.read(), { text: readParcel(body).text, at: clock.now().getTime() }))])
    if (threadIn(remoteId, account) !== undefined) return
    const about = { token, messageId: remoteId, subject: '', people: [], admitted: [], at: clock.now() }
    keep(createThreadBook(inbox, account).remember(about))
  }

  /** Whom we write to may answer. */
  function admit({ account, token, to }: MailFacts): void {
    const memory = inbox && createThreadBook(inbox, account).admit(token, [to])
    keep(memory ? [memory] : [])
  }

  /** Worth having, and no reason to say that a mail did not leave: there are other ways to find its thread. */
  function keep(memories: ChannelMemory[]): void {
    try {
      for (const memory of memories) inbox?.keep(memory)
    } catch (error) {
      log.warn({ err: error }, 'what is known of a mail could not be kept')
    }
  }

  return {
    name: 'email',
    manners: {
      textLimit: 500_000,
      commandPrefix: '!',
      dialect: 'markdown',
      streaming: 'none',
      parts: toParts,
      ownThread: (route, about) => besideThread(route, about, seed),
      // A server may take ten minutes for its answer: what waits for its turn must not take the places of other channels.
      sendsAtOnce: Math.min(MOST_SENDS, SENDS_AT_ONCE * deps.accounts.length),
      // Providers put what they sent into Sent within a minute.
      reconcileAfterMs: 90 * secondMs,
      // A server may be away over a weekend.
      retryForMs: 72 * 3_600_000,
    },

    async listen(into, signal) {
      inbox = into
      await Promise.all(folders.map((folder) => folder.run(into, signal)))
    },

    async send(delivery, signal): Promise<Receipt> {
      const sender = senderOf(delivery)
      if (!sender) return { status: 'refused', reason: 'the mailbox it was to leave from is not configured any more' }
      const receipt = await sender.send(delivery, signal)
      if (receipt.status === 'sent') note(delivery, receipt)
      return receipt.status === 'retry' && receipt.away ? { ...receipt, ...apart } : receipt
    },

    async reconcile(delivery, signal): Promise<Found> {
      const found = await senderOf(delivery)?.reconcile(delivery, signal)
      if (found?.status === 'sent') note(delivery, found)
      return found?.status === 'away' ? { ...found, ...apart } : (found ?? { status: 'unknown' })
    },

    async open(opening) {
      const account = deps.accounts[0]?.address ?? ''
      const opened = openThread(opening, { account, seed })
      const facts = opened.status === 'opened' ? readFacts(opened.route) : undefined
      if (facts) admit(facts)
      return opened
    },

    show() {},
    lastAttempt: () => Math.min(...folders.map((folder) => folder.lastAttempt())),
    lastRoundTrip() {
      const times = folders.map((folder) => folder.lastRoundTrip())
      return times.some((time) => time === undefined) ? undefined : Math.min(...times.map((time) => time ?? 0))
    },
    async close() {
      await Promise.all(mailboxes.map(({ sender }) => sender.close()))
    },
  }
}
