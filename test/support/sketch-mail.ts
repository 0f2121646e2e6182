import { createHash } from 'node:crypto'
import type { Channel, Inbox } from '../../src/channels/channel.ts'
import type { Delivery, Receipt, RouteFacts } from '../../src/domain/delivery.ts'
import { makeChatId } from '../../src/domain/ids.ts'
import type { InboundMessage } from '../../src/domain/message.ts'
import { createWaker, sleep } from '../../src/lib/time/timers.ts'

// A platform as mail is one, and a channel before it that knows nothing of the program but its contracts: a thread is made
// by headers that the route carries, anybody can write under any name, and we may write first.

export interface Mail {
  uid: number
  id: string
  from: string
  to: string[]
  subject: string
  references: string[]
  text: string
  /** Our own server says that the sender is who they say. */
  proven: boolean
}

/** The mailbox, and what we have sent out of it. */
export function createMailServer() {
  const inbox: Mail[] = []
  const sent: Omit<Mail, 'uid' | 'proven'>[] = []
  const changed = createWaker()
  let loses = false
  return {
    inbox,
    sent,
    changed,
    /** Somebody writes to us, in answer to one of ours or anew. */
    write(
      from: string,
      text: string,
      more: { to?: Pick<Mail, 'id' | 'references'>; cc?: string[]; forged?: true } = {},
    ): Mail {
      const uid = inbox.length + 1
      const references = more.to ? [...more.to.references, more.to.id] : []
      const headers = { id: `<m${uid}@x>`, from, to: [US, ...(more.cc ?? [])], subject: 'Hello', references }
      const mail = { uid, ...headers, text, proven: !more.forged }
      inbox.push(mail)
      changed.wake()
      return mail
    },
    loseAnswer: () => void (loses = true),
    submit(mail: Omit<Mail, 'uid' | 'proven'>): void {
      sent.push(mail)
      const lost = loses
      loses = false
      if (lost) throw new Error('the connection broke')
    },
  }
}

export type MailServer = ReturnType<typeof createMailServer>

const US = 'skein@house'
const place = { channel: 'email', account: US } as const

export interface SketchMail extends Channel {
  /** The server tells of the last mail once more. */
  rewind(): void
}

export function createSketchMail(server: MailServer): SketchMail {
  let attempted = 0
  let again = false

  function read(inbox: Inbox): void {
    const upTo = Number(inbox.cursor(place.channel, place.account, 'INBOX') ?? 0)
    const mails = server.inbox.filter(({ uid }) => uid > upTo || (again && uid === upTo))
    const last = mails.at(-1)
    if (last) inbox.accept(mails.map(toMessage), { ...place, stream: 'INBOX', value: String(last.uid) })
    again = false
  }

  return {
    name: 'email',
    manners: {
      textLimit: 100_000,
      commandPrefix: '!',
      dialect: 'markdown',
      streaming: 'none',
      reconcileAfterMs: 1000,
      // A server may be away over a weekend.
      retryForMs: 3 * 86_400_000,
    },
    async listen(inbox, signal) {
      while (!signal.aborted) {
        attempted = performance.now()
        try {
          read(inbox)
          await server.changed.wait(1000, signal)
        } catch {
          await sleep(5, signal)
        }
      }
    },
    async send(delivery): Promise<Receipt> {
      const { route, body: text } = delivery
      const { recipient, subject, references = '', root } = route.facts ?? {}
      if (!recipient || !subject) return { status: 'refused', reason: 'nobody said to whom it goes' }
      // The first mail of a thread that we open has the name that the thread was given.
      const isFirst = root !== undefined && server.sent.every(({ id }) => id !== root)
      const id = isFirst ? root : nameOf(delivery.key)
      const before = isFirst ? [] : references.split(' ').filter(Boolean)
      try {
        server.submit({ id, from: US, to: [recipient], subject, references: before, text })
        return { status: 'sent', remoteId: id }
      } catch (error) {
        return { status: 'unknown', reason: String(error) }
      }
    },
    // Nothing of what was sent is kept where we could look.
    reconcile: async () => ({ status: 'unknown' }),
    async open({ to, title, key }) {
      const root = nameOf(key)
      const facts = { recipient: to.id, subject: title, references: root, root }
      return { status: 'opened', route: { chat: makeChatId('email', root), facts } }
    },
    show() {},
    lastAttempt: () => attempted,
    async close() {},
    rewind() {
      again = true
      server.changed.wake()
    },
  }
}

function toMessage(mail: Mail): InboundMessage {
  const { id, from, to, subject, references, text, proven } = mail
  const facts: RouteFacts = {
    recipient: from,
    subject: subject.startsWith('Re: ') ? subject : `Re: ${subject}`,
    references: [...references, id].join(' '),
  }
  const replyTo = references.at(-1)
  return {
    kind: 'message',
    ...place,
    keys: [`email:${id}`],
    chat: makeChatId('email', references[0] ?? id),
    audience: to.length === 1 ? 'private' : 'group',
    chatTitle: subject,
    remoteId: id,
    sender: { channel: 'email', id: from },
    ...(!proven && { unproven: true }),
    senderName: from,
    at: new Date(),
    text,
    addressed: to[0] === US,
    ...(replyTo !== undefined && { replyTo }),
    facts,
    raw: JSON.stringify(mail),
  }
}

function nameOf(key: Delivery['key']): string {
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 16)}@house>`
}
