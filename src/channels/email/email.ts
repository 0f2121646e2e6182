import type { ConnectionOptions } from 'node:tls'
import type { Delivery, Receipt, ReconcileResult } from '../../domain/delivery.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { ChannelMemory } from '../../domain/message.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Channel, Inbox } from '../channel.ts'
import type { ChannelFileStore } from '../shared/attachments.ts'
import type { MailAccount } from './account.ts'
import type { DnsResolver } from './authority/dns.ts'
import { afterAnswer, storedExchange } from './authority/machine-detection.ts'
import type { ReplyLimits } from './authority/reply-limits.ts'
import { emailMessages } from './email-messages.ts'
import { type MailFacts, readFacts } from './mail-facts.ts'
import { readBody, toParts } from './outbound.ts'
import { createFolderListener } from './receive/folder-listener.ts'
import { createAllowances, type StrangerPolicy } from './receive/mail-decider.ts'
import { createMailHandler, type EarlierTexts } from './receive/mail-handler.ts'
import { loopMark } from './send/compose.ts'
import { MAX_SMTP_CONNECTIONS } from './send/outgoing-mail.ts'
import { createSender } from './send/sender.ts'
import { openSeparateThread, openThread } from './send/thread-opening.ts'
import { threadIn } from './threads/message-ids.ts'
import { createThreadBook } from './threads/thread-book.ts'
import { createCredentials } from './wire/oauth.ts'

export interface EmailDeps {
  /** At least one. The first is used when we write to somebody first. */
  accounts: MailAccount[]
  strangers: StrangerPolicy
  /** Whether answers quote the mail they answer. */
  quote: boolean
  caps: ReplyLimits
  fileStore: ChannelFileStore
  /** Earlier messages of a thread, which are left out when quoted again. */
  saidIn(chat: ChatId): EarlierTexts
  /** Unique to this installation. */
  seed: string
  clock: Clock
  log: Log
  /** Tells the owner about problems only they can fix. */
  trouble(sentence: AnyText): void
  /** Resolves the keys of signatures; the resolver of this machine by default. */
  resolve?: DnsResolver
  /** The length of a second; shorter in tests. */
  secondMs?: number
  /** Additional root certificates, for a test server. */
  tls?: ConnectionOptions
  /** The limit for one call to a mail server. */
  callMs?: number
}

export interface EmailChannel extends Channel {
  /** Monotonic ms of the last complete read of the folder that was read least recently. */
  lastRoundTrip(): number | undefined
}

/** Below the 45 seconds after which the watchdog considers a loop dead. */
const CALL_TIMEOUT_MS = 40_000
const MAX_PARALLEL_SENDS = 8

/** Implements the channel contract with mailboxes. */
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
      keep: (value) => store([{ ...memory, value }]),
    })
    const imap = { server: account.imap, credential: credentials.get, log, ...(deps.tls && { tls: deps.tls }) }
    const handleMail = createMailHandler({
      ...deps,
      account: address,
      aliases: account.aliases,
      authservId: account.authservId,
      allowances,
      own,
    })
    const folders = account.folders.map((path) =>
      createFolderListener({
        account: address,
        path,
        imap,
        look: handleMail,
        clock,
        log,
        trouble: deps.trouble,
        loginRefused: credentials.refused,
        second: secondMs,
        callMs: deps.callMs ?? CALL_TIMEOUT_MS,
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

  /** A failing server of one account says nothing about the other accounts. */
  const onlyThisAccount = deps.accounts.length > 1 ? ({ alone: true } as const) : {}
  const folders = mailboxes.flatMap((mailbox) => mailbox.folders)

  function senderOf({ route }: Delivery) {
    const facts = readFacts(route)
    return mailboxes.find(({ account }) => account.address === facts?.account)?.sender
  }

  /** Some servers replace our message id. Replies will refer to the new one, so we remember it. */
  function rememberSent({ route, body }: Delivery, { remoteId }: { remoteId: string }): void {
    const facts = readFacts(route)
    if (!facts || !inbox) return
    const { account, token } = facts
    admit(facts)
    const exchange = storedExchange(inbox, account, token)
    store([exchange.memory(afterAnswer(exchange.read(), { text: readBody(body).text, at: clock.now().getTime() }))])
    if (threadIn(remoteId, account) !== undefined) return
    const about = { token, messageId: remoteId, subject: '', people: [], admitted: [], at: clock.now() }
    store(createThreadBook(inbox, account).remember(about))
  }

  /** People we write to may answer. */
  function admit({ account, token, to }: MailFacts): void {
    const memory = inbox && createThreadBook(inbox, account).admit(token, [to])
    store(memory ? [memory] : [])
  }

  /** A failure must not make a sent mail look unsent; its thread can be found in other ways too. */
  function store(memories: ChannelMemory[]): void {
    try {
      for (const memory of memories) inbox?.keep(memory)
    } catch (error) {
      log.warn({ err: error }, 'the memory of a mail thread could not be stored')
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
      showsAgain: true,
      ownThread: (route, about) => openSeparateThread(route, about, seed),
      // A server may take ten minutes to answer. Mails waiting for it must not occupy the slots of other channels.
      sendsAtOnce: Math.min(MAX_PARALLEL_SENDS, MAX_SMTP_CONNECTIONS * deps.accounts.length),
      // Providers save what they sent in Sent within a minute.
      reconcileAfterMs: 90 * secondMs,
      // A server may be down over a weekend.
      retryForMs: 72 * 3_600_000,
    },

    async listen(into, signal) {
      inbox = into
      await Promise.all(folders.map((folder) => folder.run(into, signal)))
    },

    async send(delivery, signal): Promise<Receipt> {
      const sender = senderOf(delivery)
      if (!sender) return { status: 'refused', reason: emailMessages.mailboxGone }
      const receipt = await sender.send(delivery, signal)
      if (receipt.status === 'sent') rememberSent(delivery, receipt)
      return receipt.status === 'retry' && receipt.away ? { ...receipt, ...onlyThisAccount } : receipt
    },

    async reconcile(delivery, signal): Promise<ReconcileResult> {
      const result = await senderOf(delivery)?.reconcile(delivery, signal)
      if (result?.status === 'sent') rememberSent(delivery, result)
      return result?.status === 'away' ? { ...result, ...onlyThisAccount } : (result ?? { status: 'unknown' })
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
