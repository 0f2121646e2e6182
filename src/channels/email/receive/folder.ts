import type { FetchMessageObject, FetchQueryObject, ImapFlow, MailboxObject } from 'imapflow'
import { createWake } from '../../../lib/time/wake.ts'

/** What is known of a mail before a byte of its body is asked for. */
export interface MailHead {
  uid: number
  /** As the server says. */
  size: number
  /** When the server got it; the mail's own date is what its sender says. */
  date: Date
  header: Buffer
}

/** One folder on one connection. Every call ends in time, or the connection does; then all of them reject. */
export interface Folder {
  readonly path: string
  /** "0" where the server promises nothing. */
  validity(): string
  /** The number that the next mail gets; undefined where the server does not say. */
  uidNext(): number | undefined
  /** What is there, ascending. */
  uidsFrom(first: number): Promise<number[]>
  uidsSince(date: Date): Promise<number[]>
  /** Undefined when the mail is gone. */
  head(uid: number): Promise<MailHead | undefined>
  /** At most so many bytes of it, from the first; undefined when the mail is gone. */
  source(head: MailHead, most: number): Promise<Buffer | undefined>
  /** Best effort: a folder may not take flags at all. */
  flag(uid: number, flags: string[]): Promise<void>
  /** Opens it anew: whatever the connection did not hear of shows then. */
  refresh(): Promise<void>
  /** Until the server tells of something, the time is over, or the connection is. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export interface FolderDeps {
  client: ImapFlow
  path: string
  /** Something is tried just now. */
  attempt(): void
  /** How long one call may take. */
  callMs: number
}

const HEADER_BYTES = 256 * 1024
/** In pieces, so that a slow line can be told from a dead one. */
const PIECE_BYTES = 256 * 1024
/** Rejects when the folder cannot be opened, with `mailboxMissing` where it is not there. */
export async function openFolder(deps: FolderDeps): Promise<Folder> {
  const { client, path } = deps
  const news = createWake()
  client.on('exists', news.ring)
  client.on('close', news.ring)
  let mailbox = await within(() => client.mailboxOpen(path))

  async function within<T>(call: () => Promise<T>): Promise<T> {
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
    const found = await within(() => client.search(query, { uid: true }))
    // It says false for a search that failed, as it does for one that found nothing.
    if (!Array.isArray(found)) throw new Error('the server does not search the folder')
    return found.filter((uid) => Number.isSafeInteger(uid) && uid > 0).toSorted((a, b) => a - b)
  }

  /** The server may tell of other mails in between. */
  async function fetch(uid: number, query: FetchQueryObject): Promise<FetchMessageObject[]> {
    const told = await within(() => client.fetchAll(String(uid), { ...query, uid: true }, { uid: true }))
    return told.filter((one) => one.uid === uid)
  }

  /** A server that stumbles must not be taken for one that has thrown it away. */
  async function gone(uid: number): Promise<undefined> {
    if ((await find({ uid: String(uid) })).includes(uid)) throw new Error('a mail is listed and not to be had')
  }

  return {
    path,
    validity: () => validityOf(mailbox),
    uidNext: () => mailbox.uidNext || undefined,
    // The range always holds the last mail, whatever its number.
    uidsFrom: async (first) => (await find({ uid: `${first}:*` })).filter((uid) => uid >= first),
    uidsSince: (date) => find({ since: date }),

    async head(uid) {
      const part = { key: 'HEADER', start: 0, maxLength: HEADER_BYTES }
      const told = await fetch(uid, { size: true, internalDate: true, bodyParts: [part] })
      const header = told.map(headerIn).find((one) => one !== undefined)
      if (!header) return await gone(uid)
      const size = told.find((one) => one.size !== undefined)?.size ?? 0
      const date = told.find(({ internalDate }) => internalDate instanceof Date)?.internalDate
      return { uid, size, date: date instanceof Date ? date : new Date(0), header }
    },

    async source({ uid, header }, most) {
      const pieces: Buffer[] = []
      for (let start = 0; start < most; ) {
        const maxLength = Math.min(PIECE_BYTES, most - start)
        const told = await fetch(uid, { source: { start, maxLength } })
        const piece = told.find(({ source }) => source !== undefined)?.source
        if (!piece && start === 0) return await gone(uid)
        if (piece) pieces.push(piece.subarray(0, maxLength))
        if (!piece || piece.length < maxLength) break
        start += maxLength
      }
      const source = Buffer.concat(pieces)
      if (source.length < Math.min(header.length, most)) throw new Error('a mail came without its end')
      return source
    },

    async flag(uid, flags) {
      const { permanentFlags, readOnly } = mailbox
      const takes = (flag: string) => !permanentFlags || permanentFlags.has('\\*') || permanentFlags.has(flag)
      const possible = readOnly ? [] : flags.filter(takes)
      if (possible.length > 0)
        await within(() => client.messageFlagsAdd(String(uid), possible, { uid: true, silent: true }))
    },

    async refresh() {
      mailbox = await within(() => client.mailboxOpen(path))
    },

    async wait(ms, signal) {
      // Ends when the next call is made; one that breaks takes the connection with it, and that rings.
      client.idle().catch(() => {})
      await news.wait(ms, signal)
      if (!client.usable && !signal.aborted) throw new Error('the connection was closed')
    },
  }
}

function validityOf({ uidValidity }: MailboxObject): string {
  return uidValidity ? String(uidValidity) : '0'
}

/** A part of it is told under a name of its own by some servers. */
function headerIn({ headers, bodyParts }: FetchMessageObject): Buffer | undefined {
  return headers ?? bodyParts?.values().next().value
}
