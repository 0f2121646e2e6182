import type { FetchMessageObject, FetchQueryObject, ImapFlow, MailboxObject } from 'imapflow'
import { createWaker } from '../../../lib/time/timers.ts'

/** What we know about a mail before its body is fetched. */
export interface MailHead {
  uid: number
  /** According to the server. */
  size: number
  /** When the server received it. The Date header is only the sender's claim. */
  date: Date
  header: Buffer
}

/** One folder on one connection. A call that takes too long closes the connection, and then all calls reject. */
export interface MailFolder {
  readonly path: string
  /** "0" if the server does not guarantee stable UIDs. */
  validity(): string
  /** The UID of the next mail; undefined if the server does not say. */
  uidNext(): number | undefined
  /** The existing UIDs, ascending. */
  uidsFrom(first: number): Promise<number[]>
  uidsSince(date: Date): Promise<number[]>
  /** Undefined if the mail is gone. */
  head(uid: number): Promise<MailHead | undefined>
  /** At most `maxBytes` bytes from the beginning; undefined if the mail is gone. */
  source(head: MailHead, maxBytes: number): Promise<Buffer | undefined>
  /** Best effort: a folder may not allow flags. */
  flag(uid: number, flags: string[]): Promise<void>
  /** Opens the folder again, to see changes the connection was not told about. */
  refresh(): Promise<void>
  /** Waits until the server reports something, the time is over, or the connection closes. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export interface FolderDeps {
  client: ImapFlow
  path: string
  /** Called before each attempt. */
  attempt(): void
  /** The limit for one call. */
  callMs: number
}

const MAX_HEADER_BYTES = 256 * 1024
/** In pieces, so that a slow connection can be told from a dead one. */
const PIECE_BYTES = 256 * 1024
/** Rejects if the folder cannot be opened, with `mailboxMissing` if it does not exist. */
export async function openFolder(deps: FolderDeps): Promise<MailFolder> {
  const { client, path } = deps
  const news = createWaker()
  client.on('exists', news.wake)
  client.on('close', news.wake)
  let mailbox = await withTimeout(() => client.mailboxOpen(path))

  async function withTimeout<T>(call: () => Promise<T>): Promise<T> {
    deps.attempt()
    if (!client.usable) throw new Error('the connection is closed')
    const timer = setTimeout(() => client.close(), deps.callMs)
    try {
      return await call()
    } finally {
      clearTimeout(timer)
    }
  }

  async function find(query: Parameters<ImapFlow['search']>[0]): Promise<number[]> {
    const uids = await withTimeout(() => client.search(query, { uid: true }))
    // imapflow returns false both for a failed search and for one without results.
    if (!Array.isArray(uids)) throw new Error('the server does not search the folder')
    return uids.filter((uid) => Number.isSafeInteger(uid) && uid > 0).toSorted((a, b) => a - b)
  }

  /** The server may report other mails in between. */
  async function fetch(uid: number, query: FetchQueryObject): Promise<FetchMessageObject[]> {
    const fetched = await withTimeout(() => client.fetchAll(String(uid), { ...query, uid: true }, { uid: true }))
    return fetched.filter((item) => item.uid === uid)
  }

  /** Makes sure that a failing server is not mistaken for a deleted mail. */
  async function confirmGone(uid: number): Promise<undefined> {
    if ((await find({ uid: String(uid) })).includes(uid))
      throw new Error('the server lists a mail but does not return it')
  }

  return {
    path,
    validity: () => validityOf(mailbox),
    uidNext: () => mailbox.uidNext || undefined,
    // An IMAP range such as "100:*" always includes the last mail, whatever its UID.
    uidsFrom: async (first) => (await find({ uid: `${first}:*` })).filter((uid) => uid >= first),
    uidsSince: (date) => find({ since: date }),

    async head(uid) {
      const part = { key: 'HEADER', start: 0, maxLength: MAX_HEADER_BYTES }
      const fetched = await fetch(uid, { size: true, internalDate: true, bodyParts: [part] })
      const header = fetched.map(headerIn).find((item) => item !== undefined)
      if (!header) return await confirmGone(uid)
      const size = fetched.find((item) => item.size !== undefined)?.size ?? 0
      const date = fetched.find(({ internalDate }) => internalDate instanceof Date)?.internalDate
      return { uid, size, date: date instanceof Date ? date : new Date(0), header }
    },

    async source({ uid, header }, maxBytes) {
      const pieces: Buffer[] = []
      for (let start = 0; start < maxBytes; ) {
        const maxLength = Math.min(PIECE_BYTES, maxBytes - start)
        const fetched = await fetch(uid, { source: { start, maxLength } })
        const piece = fetched.find(({ source }) => source !== undefined)?.source
        if (!piece && start === 0) return await confirmGone(uid)
        if (piece) pieces.push(piece.subarray(0, maxLength))
        if (!piece || piece.length < maxLength) break
        start += maxLength
      }
      const source = Buffer.concat(pieces)
      if (source.length < Math.min(header.length, maxBytes)) throw new Error('the server returned only part of a mail')
      return source
    },

    async flag(uid, flags) {
      const { permanentFlags, readOnly } = mailbox
      const isAccepted = (flag: string) => !permanentFlags || permanentFlags.has('\\*') || permanentFlags.has(flag)
      const possible = readOnly ? [] : flags.filter(isAccepted)
      if (possible.length > 0)
        await withTimeout(() => client.messageFlagsAdd(String(uid), possible, { uid: true, silent: true }))
    },

    async refresh() {
      mailbox = await withTimeout(() => client.mailboxOpen(path))
    },

    async wait(ms, signal) {
      // Ends with the next call. If it fails, the connection closes, which wakes us.
      client.idle().catch(() => {})
      await news.wait(ms, signal)
      if (!client.usable && !signal.aborted) throw new Error('the connection was closed')
    },
  }
}

function validityOf({ uidValidity }: MailboxObject): string {
  return uidValidity ? String(uidValidity) : '0'
}

/** Some servers return the header under another name. */
function headerIn({ headers, bodyParts }: FetchMessageObject): Buffer | undefined {
  return headers ?? bodyParts?.values().next().value
}
