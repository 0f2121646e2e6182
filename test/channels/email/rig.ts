import { onTestFinished } from 'vitest'
import type { Inbox } from '../../../src/channels/channel.ts'
import type { MailAccount } from '../../../src/channels/email/account.ts'
import { createEmail, type EmailChannel, type EmailDeps } from '../../../src/channels/email/email.ts'
import type { InboundEvent, InboundMessage } from '../../../src/domain/message.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { textIn } from '../../../src/messages/localized.ts'
import type { Dovecot } from '../../peers/mail/dovecot.ts'
import { passwordOf } from '../../peers/mail/dovecot-config.ts'
import { silentLog } from '../../support/silent-log.ts'
import { createTestShelf } from '../telegram/rig.ts'

/** As whom our own server signs what it found out about a mail. */
export const AUTHSERV = 'mx.house.test'

let boxes = 0

/** A mailbox that nobody else has. */
export function newAddress(): string {
  return `skein${++boxes}@house.test`
}

export function accountAt(
  dovecot: Pick<Dovecot, 'ports'>,
  address: string,
  more: Partial<MailAccount> = {},
): MailAccount {
  const { host, imap } = dovecot.ports
  return {
    address,
    aliases: [],
    displayName: 'Skein',
    imap: { host, port: imap, security: 'plain' },
    smtp: { host, port: 9, security: 'plain' },
    login: { kind: 'password', user: address, password: passwordOf(address) },
    folders: ['INBOX'],
    mode: 'send',
    sentCopy: 'none',
    receipts: false,
    plusAddresses: true,
    authservId: AUTHSERV,
    ...more,
  }
}

export interface MailRig {
  channel: EmailChannel
  inbox: MemoryInbox
  troubles: string[]
  stop(): Promise<void>
}

/** The real channel before a real mailbox. */
export function startMail(
  accounts: MailAccount[],
  more: Partial<EmailDeps> = {},
  inbox = createMemoryInbox(),
  into: Inbox = inbox,
): MailRig {
  const troubles: string[] = []
  const stopping = new AbortController()
  const channel = createEmail({
    accounts,
    strangers: 'ignore',
    quote: true,
    caps: { perThread: 1000, perSender: 1000 },
    fileStore: createTestShelf(),
    saidIn: () => ({ stored: [], sent: [] }),
    seed: 'here',
    clock: systemClock,
    log: silentLog,
    trouble: (sentence) => troubles.push(textIn(sentence, 'en')),
    ...more,
  })
  const listening = channel.listen(into, stopping.signal)
  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    stopping.abort()
    await listening
    await channel.close()
  }
  onTestFinished(stop)
  return { channel, inbox, troubles, stop }
}

export interface MemoryInbox extends Inbox {
  events: InboundEvent[]
  duplicates: string[]
  messages(): InboundMessage[]
  texts(): string[]
  cursors: Map<string, string>
  memories: Map<string, string>
  /** Whom it lets in. */
  people: Set<string>
}

/** Keeps what the store would: what has a key that is known is one it has. */
export function createMemoryInbox(people = ['ana@friends.test']): MemoryInbox {
  const keys = new Set<string>()
  const inbox: MemoryInbox = {
    events: [],
    duplicates: [],
    cursors: new Map(),
    memories: new Map(),
    people: new Set(people),
    messages: () => inbox.events.filter((event) => event.kind === 'message'),
    texts: () => inbox.messages().map(({ text }) => text),
    accept(events, cursor, kept = []) {
      if (cursor) inbox.cursors.set(`${cursor.account} ${cursor.stream}`, cursor.value)
      for (const { account, name, value } of kept) inbox.memories.set(`${account} ${name}`, value)
      return events.map((event) => {
        if (event.kind === 'message') {
          if (event.keys.some((key) => keys.has(key))) {
            inbox.duplicates.push(event.text)
            return { status: 'duplicate', message: 0 }
          }
          for (const key of event.keys) keys.add(key)
        }
        inbox.events.push(event)
        return { status: 'stored', message: inbox.events.length, task: undefined }
      })
    },
    keep: (memory, events = []) => inbox.accept(events, undefined, [memory]),
    memory: (_channel, account, name) => inbox.memories.get(`${account} ${name}`),
    cursor: (_channel, account, stream) => inbox.cursors.get(`${account} ${stream}`),
    knows: ({ id }) => inbox.people.has(id),
    isWorkedOn: () => true,
    wasErased: () => false,
    languageIn: () => 'en',
  }
  return inbox
}

export interface Letter {
  from?: string
  to?: string
  subject?: string
  text?: string
  id?: string
  headers?: string[]
  /** Nobody vouches for it. */
  isUnproven?: true
}

let letters = 0

/** A mail as it lies in a mailbox, with what our own server found out about it. */
export function letter({ from = 'Ana <ana@friends.test>', to = 'skein@house.test', ...rest }: Letter): Buffer {
  const { subject = '', text = 'Hello', id = `<m${++letters}@friends.test>`, headers = [], isUnproven } = rest
  const domain = /@([^\s>]+)/.exec(from)?.[1]
  const result = isUnproven ? 'dmarc=fail' : 'dmarc=pass'
  return Buffer.from(
    [
      `Authentication-Results: ${AUTHSERV}; ${result} header.from=${domain}`,
      `From: ${from}`,
      `To: ${to}`,
      ...(subject === '' ? [] : [`Subject: ${subject}`]),
      `Date: ${new Date().toUTCString()}`,
      ...(id === '' ? [] : [`Message-ID: ${id}`]),
      ...headers,
      ...(headers.some((line) => /^content-type:/i.test(line)) ? [] : ['Content-Type: text/plain; charset=utf-8']),
      '',
      text,
      '',
    ].join('\r\n'),
  )
}
