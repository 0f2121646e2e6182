import { type ImapDoor, type ImapLine, type ImapSession, openSession } from './imap-session.ts'
import { type ReadPart, readMime } from './mime.ts'

/** A mail as its reader finds it. */
export interface SeenMail extends ReadPart {
  folder: string
  uid: number
  flags: string[]
  bytes: Buffer
}

/** One person's mailbox, through a mail client. Each call is a connection of its own, so that none is in the way. */
export interface Mailbox {
  address: string
  folders(): Promise<string[]>
  mails(folder?: string): Promise<SeenMail[]>
  /** Only how many: quick, also for thousands. */
  count(folder?: string): Promise<number>
  append(folder: string, bytes: Buffer, flags?: string[]): Promise<void>
  move(uid: number, from: string, to: string): Promise<void>
  flag(uid: number, flags: string[], folder?: string): Promise<void>
  expunge(uid: number, folder?: string): Promise<void>
  create(folder: string): Promise<void>
  remove(folder: string): Promise<void>
  rename(folder: string, name: string): Promise<void>
}

export function createMailbox(door: ImapDoor): Mailbox {
  async function visit<T>(act: (session: ImapSession) => Promise<T>): Promise<T> {
    const session = await openSession(door)
    try {
      return await act(session)
    } finally {
      session.close()
    }
  }
  const inFolder = <T>(folder: string, act: (session: ImapSession) => Promise<T>) =>
    visit(async (session) => {
      await session.command(`SELECT ${quote(folder)}`)
      return await act(session)
    })
  const order = (command: string) => visit(async (session) => void (await session.command(command)))

  return {
    address: door.user,
    folders: () => visit(async (session) => (await session.command('LIST "" "*"')).map(nameIn).sort()),
    mails: (folder = 'INBOX') =>
      inFolder(folder, async (session) => {
        const lines = await session.command('UID FETCH 1:* (UID FLAGS BODY.PEEK[])')
        return lines.filter(({ literals }) => literals.length > 0).map((line) => toMail(folder, line))
      }),
    count: (folder = 'INBOX') =>
      visit(async (session) => {
        const lines = await session.command(`STATUS ${quote(folder)} (MESSAGES)`)
        return Number(/MESSAGES (\d+)/.exec(lines.map(({ text }) => text).join())?.[1])
      }),
    append: (folder, bytes, flags = []) =>
      visit(async (session) => void (await session.command(`APPEND ${quote(folder)} (${flags.join(' ')}) `, bytes))),
    move: (uid, from, to) =>
      inFolder(from, async (session) => void (await session.command(`UID MOVE ${uid} ${quote(to)}`))),
    flag: (uid, flags, folder = 'INBOX') =>
      inFolder(folder, async (session) => void (await session.command(`UID STORE ${uid} +FLAGS (${flags.join(' ')})`))),
    expunge: (uid, folder = 'INBOX') =>
      inFolder(folder, async (session) => {
        await session.command(`UID STORE ${uid} +FLAGS (\\Deleted)`)
        await session.command(`UID EXPUNGE ${uid}`)
      }),
    create: (folder) => order(`CREATE ${quote(folder)}`),
    remove: (folder) => order(`DELETE ${quote(folder)}`),
    rename: (folder, name) => order(`RENAME ${quote(folder)} ${quote(name)}`),
  }
}

/** The address in a header, without the name beside it. */
export function addressIn(header = ''): string {
  return /<([^>]+)>/.exec(header)?.[1] ?? header
}

function toMail(folder: string, { text, literals: [bytes = Buffer.alloc(0)] }: ImapLine): SeenMail {
  const flags = /FLAGS \(([^)]*)\)/.exec(text)?.[1] ?? ''
  const uid = Number(/UID (\d+)/.exec(text)?.[1])
  return { ...readMime(bytes), folder, uid, flags: flags.split(' ').filter(Boolean), bytes }
}

function nameIn({ text }: ImapLine): string {
  return /"?([^"]+)"?$/.exec(text.replace(/^.*"\/" /, ''))?.[1] ?? text
}

function quote(name: string): string {
  return `"${name.replace(/["\\]/g, '\\$&')}"`
}
