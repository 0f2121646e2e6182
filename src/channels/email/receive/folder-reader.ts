import { createHash } from 'node:crypto'
import { z } from 'zod'
import { NotStoredError } from '../../../domain/errors.ts'
import type { ChannelMemory, InboundEvent } from '../../../domain/message.ts'
import type { Log } from '../../../lib/log.ts'
import { parseJson } from '../../../lib/text/json.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Inbox } from '../../channel.ts'
import { createBatchStorage } from '../../shared/batch-storage.ts'
import type { MailFolder } from './mail-folder.ts'

/** The result of handling one mail. */
export type HandledMail =
  | { status: 'seen'; events: InboundEvent[]; kept: ChannelMemory[]; flags: string[]; raw: string }
  /** Its sender cannot be checked at the moment. */
  | { status: 'waits' }

export interface MailToRead {
  uid: number
  /** It has waited as long as it may: a doubt that remains is final. */
  isLast: boolean
  /** Ignore mails from before this time, because old mails look new after the UIDs changed. */
  notBefore: Date | undefined
}

export interface FolderReaderDeps {
  account: string
  path: string
  /** Changes nothing. The reader stores what it returns. */
  look(inbox: Inbox, folder: MailFolder, look: MailToRead, signal: AbortSignal): Promise<HandledMail>
  clock: Clock
  log: Log
  /** The length of a second; shorter in tests. */
  second: number
}

/** Reads a folder to its end, mail by mail, and stores each together with the new position. */
export interface FolderReader {
  /** `isSweep` also checks a little further back, and the waiting mails. */
  catchUp(inbox: Inbox, folder: MailFolder, isSweep: boolean, signal: AbortSignal): Promise<void>
  /** Call this after reconnecting: UIDs without a guarantee are only valid within one connection. */
  reconnected(): void
}

const HOUR_MS = 3_600_000
/**
 * How far before the last complete read we search by date: clocks differ, and servers use their own time zones for
 * days.
 */
const RESCAN_MS = 48 * HOUR_MS
const CLOCK_TOLERANCE_MS = HOUR_MS
const MINUTE_SECONDS = 60
const MAX_WAIT_MS = 4 * HOUR_MS
/** A mail that cannot be fetched is tried for longer, because the server may be repaired. */
const MAX_FAILING_MS = 24 * HOUR_MS
const FAILURES_BEFORE_WAITING = 3
const MAX_WAITING_MAILS = 200

export function createFolderReader({ account, path, look, clock, log, second }: FolderReaderDeps): FolderReader {
  const place = { channel: 'email', account } as const
  const beginKey = `begin:${path}`
  const batchStorage = createBatchStorage(place, clock, log)
  const failureCounts = new Map<number, number>()
  const retryAt = new Map<number, number>()
  let position: FolderPosition | undefined
  let isSaved = true
  let savedAt = clock.mono()
  let isTrusted = false

  function save(inbox: Inbox): void {
    if (!position || isSaved) return
    inbox.accept([], { ...place, stream: path, value: writePosition(position) })
    isSaved = true
    savedAt = clock.mono()
  }

  /** Old mails are not answered: a new folder starts from now. */
  async function startFolder(inbox: Inbox, folder: MailFolder): Promise<FolderPosition> {
    const next = folder.uidNext() ?? 1
    const existing = await folder.uidsFrom(Math.max(1, next - UID_OVERLAP))
    const newest = existing.at(-1)
    // By the server's clock, which may differ from ours: the newest existing mail is the last old one.
    const last = newest === undefined ? undefined : await folder.head(newest)
    const since = last ? last.date.getTime() + 1000 : clock.now().getTime() - CLOCK_TOLERANCE_MS
    const at = new Date(Math.min(clock.now().getTime(), since))
    const startPosition = positionAt(folder.validity(), Math.max(next - 1, newest ?? 0), existing, at)
    inbox.keep({ ...place, name: beginKey, value: writePosition(startPosition) })
    log.info({ account, folder: path }, 'a folder is read from now on')
    return startPosition
  }

  /** The UIDs have changed. We find the mails again by date, and recognize stored ones by their content. */
  async function rescan(inbox: Inbox, folder: MailFolder, before: FolderPosition): Promise<number[]> {
    log.warn({ account, folder: path }, 'the folder has new UIDs; its last days are read again')
    const uids = await folder.uidsSince(new Date(before.at.getTime() - RESCAN_MS))
    const first = uids[0] ?? folder.uidNext() ?? 1
    const oldUpTo = Math.max(uids.at(-1) ?? 0, (folder.uidNext() ?? 1) - 1)
    position = { validity: folder.validity(), uid: first - 1, at: before.at, gaps: [], waiting: [], oldUpTo }
    isSaved = false
    if (uids.length === 0) save(inbox)
    return uids
  }

  async function handleMail(inbox: Inbox, folder: MailFolder, mail: MailToRead, signal: AbortSignal): Promise<void> {
    let result: HandledMail
    try {
      result = await look(inbox, folder, mail, signal)
    } catch (error) {
      if (signal.aborted || error instanceof NotStoredError) throw error
      result = handleFailure(mail, error)
    }
    if (signal.aborted || !position) return
    const others = position.waiting.filter(({ uid }) => uid !== mail.uid)
    const since = position.waiting.find(({ uid }) => uid === mail.uid)?.since ?? clock.now()
    // So many cannot be individual problems. We stop here, so that nothing is lost.
    if (result.status === 'waits' && others.length >= MAX_WAITING_MAILS) throw new Error('too many mails wait already')
    const waiting = result.status === 'waits' ? [...others, { uid: mail.uid, since }] : others
    const next = { ...stepTo(position, mail.uid), waiting }
    if (result.status === 'waits') scheduleRetry(mail.uid, since)
    else if (result.events.length + result.kept.length > 0) {
      const { events, kept, raw } = result
      const cursor = { ...place, stream: path, value: writePosition(next) }
      const eventsWithRaw = events.map((event) => ({ event, raw }))
      batchStorage.store(inbox, eventsWithRaw, (stored) => inbox.accept(stored, cursor, kept))
    }
    isSaved = result.status === 'seen' && result.events.length + result.kept.length > 0
    position = next
    if (result.status === 'seen') retryAt.delete(mail.uid)
    failureCounts.delete(mail.uid)
    if (result.status === 'seen') await folder.flag(mail.uid, result.flags).catch(() => {})
  }

  /**
   * A mail that fails must not block the ones behind it. After some tries it waits, and in the end it is stored as
   * unreadable.
   */
  function handleFailure({ uid }: MailToRead, error: unknown): HandledMail {
    const count = (failureCounts.get(uid) ?? 0) + 1
    failureCounts.set(uid, count)
    const since = position?.waiting.find((mail) => mail.uid === uid)?.since
    if (since === undefined && count < FAILURES_BEFORE_WAITING) throw error
    if (since === undefined || clock.now().getTime() - since.getTime() < MAX_FAILING_MS) {
      log.warn({ err: error, account, folder: path, uid }, 'a mail could not be read and waits')
      return { status: 'waits' }
    }
    log.error({ err: error, account, folder: path, uid }, 'a mail could not be read and was given up')
    const raw = `${path} ${position?.validity} ${uid}`
    const key = `email:${account}:unread:${createHash('sha256').update(raw).digest('hex')}`
    const event: InboundEvent = { kind: 'unreadable', ...place, key, at: clock.now(), raw }
    return { status: 'seen', events: [event], kept: [], flags: [], raw }
  }

  function scheduleRetry(uid: number, since: Date): void {
    const waitedMs = clock.now().getTime() - since.getTime()
    retryAt.set(uid, clock.mono() + Math.min(30 * MINUTE_SECONDS * second, Math.max(MINUTE_SECONDS * second, waitedMs)))
  }

  /** A folder that was deleted and created again may start its UIDs at 1. `isFresh`: the folder was opened just now. */
  function hasNewUids({ validity, uid }: FolderPosition, folder: MailFolder, isFresh: boolean): boolean {
    const next = isFresh ? folder.uidNext() : undefined
    return validity !== folder.validity() || (validity === '0' && !isTrusted) || (next !== undefined && next <= uid)
  }

  return {
    async catchUp(inbox, folder, isSweep, signal) {
      const startPosition = readPosition(inbox.memory(place.channel, account, beginKey))
      position ??=
        readPosition(inbox.cursor(place.channel, account, path)) ?? startPosition ?? (await startFolder(inbox, folder))
      const isRescan = hasNewUids(position, folder, isSweep)
      const { uid: last, gaps } = position
      const uids = isRescan
        ? await rescan(inbox, folder, position)
        : await folder.uidsFrom(isSweep ? Math.max(1, last - UID_OVERLAP + 1) : last + 1)
      isTrusted = true
      const isDue = ({ uid }: { uid: number }) => (retryAt.get(uid) ?? 0) <= clock.mono()
      for (const { uid, since } of isSweep ? position.waiting.filter(isDue) : []) {
        if (signal.aborted) return
        const isLast = clock.now().getTime() - since.getTime() > MAX_WAIT_MS
        await handleMail(inbox, folder, { uid, isLast, notBefore: undefined }, signal)
      }
      const isNew = (uid: number) => isRescan || uid > last || gaps.includes(uid)
      for (const uid of uids.filter(isNew)) {
        if (signal.aborted) return
        const notBefore = uid <= position.oldUpTo ? oldestToRead(position, startPosition) : undefined
        await handleMail(inbox, folder, { uid, isLast: false, notBefore }, signal)
      }
      // Saved now and then even without new mail, so that less has to be read again if the UIDs change.
      if (clock.mono() - savedAt > HOUR_MS) isSaved = false
      position = { ...position, at: clock.now() }
      save(inbox)
    },
    reconnected() {
      isTrusted = false
    },
  }
}

/** When rereading, ignore mails from before we started with this folder. */
function oldestToRead({ at }: FolderPosition, startPosition: FolderPosition | undefined): Date {
  return new Date(Math.max(at.getTime() - RESCAN_MS, startPosition?.at.getTime() ?? 0))
}

/** How far a folder was read. */
export interface FolderPosition {
  /** UIDs are valid as long as this stays the same (UIDVALIDITY); "0" if the server guarantees nothing. */
  validity: string
  /** The highest UID we have handled. */
  uid: number
  /** When the folder was last read to its end. */
  at: Date
  /** Missing UIDs just below: some servers show a mail later than one that came after it. */
  gaps: number[]
  /** Mails whose sender could not be checked yet, and since when. */
  waiting: { uid: number; since: Date }[]
  /** Mails up to this UID were read again by date; 0 if that never happened. */
  oldUpTo: number
}

/** How many UIDs back a missing mail may still appear. */
const UID_OVERLAP = 50

const shape = z.object({
  validity: z.string(),
  uid: z.int(),
  at: z.coerce.date(),
  gaps: z.array(z.int()),
  waiting: z.array(z.object({ uid: z.int(), since: z.coerce.date() })),
  oldUpTo: z.int(),
})

export function writePosition(position: FolderPosition): string {
  return JSON.stringify(position)
}

/** Undefined if there is no valid position. */
export function readPosition(value: string | undefined): FolderPosition | undefined {
  return shape.safeParse(parseJson(value)).data
}

/** The position for a new folder or new UIDs: everything from now on. `there` are its last mails. */
export function positionAt(validity: string, uid: number, existing: number[], at: Date): FolderPosition {
  return { validity, uid, at, gaps: missingBelow(uid, new Set(existing)), waiting: [], oldUpTo: 0 }
}

/** The position after one more mail was handled. Skipped UIDs may still appear. */
export function stepTo(position: FolderPosition, uid: number): FolderPosition {
  if (uid <= position.uid) return { ...position, gaps: position.gaps.filter((gap) => gap !== uid) }
  const skipped = Array.from({ length: Math.min(UID_OVERLAP, uid - position.uid - 1) }, (_, back) => uid - 1 - back)
  const gaps = [...position.gaps, ...skipped.reverse()].filter((gap) => gap > uid - UID_OVERLAP)
  return { ...position, uid, gaps }
}

function missingBelow(uid: number, existing: ReadonlySet<number>): number[] {
  const first = Math.max(1, uid - UID_OVERLAP + 1)
  return Array.from({ length: Math.max(0, uid - first + 1) }, (_, step) => first + step).filter(
    (candidate) => !existing.has(candidate),
  )
}
