import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { MailAccount } from '../../../../src/channels/email/account.ts'
import { type MailFacts, writeFacts } from '../../../../src/channels/email/mail-facts.ts'
import { toParts } from '../../../../src/channels/email/outbound.ts'
import { createSender, type SenderDeps } from '../../../../src/channels/email/send/sender.ts'
import { threadToken } from '../../../../src/channels/email/threads/message-ids.ts'
import type { Delivery } from '../../../../src/domain/delivery.ts'
import type { KnownFile } from '../../../../src/domain/file.ts'
import { makeChatId, rootLane } from '../../../../src/domain/ids.ts'
import { textIn } from '../../../../src/messages/localized.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { createTestClock } from '../../../support/test-clock.ts'

export const never = new AbortController().signal
export const minutes = (many: number) => many * 60_000
export const us = 'skein@example.org'
export const ana = 'ana@friends.test'
export const seed = 'the seed of this installation'
export const password = 'open-skein@example.org'

export interface Servers {
  smtp?: number
  imap?: number
}

export function accountWith({ smtp = 1, imap = 1 }: Servers, extra: Partial<MailAccount> = {}): MailAccount {
  return {
    address: us,
    aliases: [],
    displayName: 'Skein',
    imap: { host: '127.0.0.1', port: imap, security: 'plain' },
    smtp: { host: '127.0.0.1', port: smtp, security: 'plain' },
    login: { kind: 'password', user: us, password },
    folders: ['INBOX'],
    mode: 'send',
    sentCopy: 'none',
    receipts: false,
    plusAddresses: false,
    ...extra,
  }
}

/** The real sender, between the servers of a test. */
export function startSending(servers: Servers, extra: Partial<MailAccount> = {}, deps: Partial<SenderDeps> = {}) {
  const account = accountWith(servers, extra)
  const credential = async () => ({ user: us, password })
  const clock = createTestClock()
  const fileStore = createShelf()
  const troubles: string[] = []
  const refusals: string[] = []
  const start = () => {
    const sender = createSender({
      account,
      imap: { server: account.imap, credential, log: silentLog },
      credential,
      fileStore,
      seed,
      quote: true,
      loginRefused: () => refusals.push('refused'),
      clock,
      log: silentLog,
      trouble: (sentence) => troubles.push(textIn(sentence, 'en')),
      ...deps,
    })
    onTestFinished(() => sender.close())
    return sender
  }
  return { account, clock, fileStore, troubles, refusals, sender: start(), start }
}

/** A shelf in a folder of its own. */
export function createShelf() {
  const folder = mkdtempSync(join(tmpdir(), 'skein-shelf-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return {
    path: (hash: string) => join(folder, hash),
    put(name: string, content: string | Buffer, type: KnownFile['type'] = 'text/plain'): KnownFile {
      const hash = Buffer.from(name).toString('hex').slice(0, 64)
      writeFileSync(join(folder, hash), content)
      return { hash, name, bytes: Buffer.byteLength(content), type }
    },
  }
}

export const asked = '<first.mail@friends.test>'
export const token = threadToken(seed, us, asked)

export function factsOf(extra: Partial<MailFacts> = {}): MailFacts {
  return {
    account: us,
    to: ana,
    toName: 'Ana',
    subject: 'The weather',
    token,
    inReplyTo: asked,
    references: [],
    ...extra,
  }
}

let deliveries = 0

/** An answer, as the outbox would hand it over. */
export function delivery(text: string, facts: Partial<MailFacts> = {}, extra: Partial<Delivery> = {}): Delivery {
  const id = ++deliveries
  const chat = makeChatId('email', token)
  return {
    id,
    key: `task:${id}:g1:answer:0`,
    message: id,
    task: id,
    lane: rootLane(chat),
    route: { chat, facts: writeFacts(factsOf(facts)) },
    kind: 'reply',
    part: 0,
    at: new Date('2026-03-14T10:00:00Z'),
    body: toParts(text)[0] ?? '',
    buttons: [],
    files: [],
    attempt: 1,
    maybeRepeat: false,
    language: 'en',
    ...extra,
  }
}
