import { talkOptions } from '../../channels/talk/from-config.ts'
import { openRoomHistory, type PastMessage, ROOM_PREFIX } from '../../channels/talk/receive/room-history.ts'
import { talkChat } from '../../channels/talk/wire/room.ts'
import { createTalkClient } from '../../channels/talk/wire/talk-client.ts'
import type { Config } from '../../config/config.ts'
import { UsageError } from '../../domain/errors.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { importMessages as messages } from '../../messages/import-messages.ts'
import type { Database } from '../../store/database.ts'
import type { ParsedLine } from '../../store/messages/import-messages.ts'
import { laneOfRemote } from '../../store/messages/messages.ts'
import { findOwner, ownAccounts } from '../../store/people/people.ts'
import { lineOf } from '../../tasks/intake/import-formats/import-format.ts'
import type { ImportInput } from '../../tasks/intake/import-formats/import-input.ts'

export interface TalkHistoryDeps {
  config: Config
  clock: Clock
  signal: AbortSignal
  /** Reads from the store, if there is one. */
  read<T>(query: (db: Database) => T): T
  secondMs?: number
}

/** The room that somebody wants to import instead of a file. */
export function talkRoomIn(path: string): string | undefined {
  return path.startsWith(ROOM_PREFIX) ? path.slice(ROOM_PREFIX.length) : undefined
}

export const talkRoomExample = `${ROOM_PREFIX}Roof`

/**
 * The past of a Talk room as something to import, read with the account of the daemon. It becomes a chat of its own,
 * without the messages that the daemon received from the room.
 */
export async function openTalkHistory(room: string, deps: TalkHistoryDeps): Promise<ImportInput> {
  const { config, clock, signal, read, secondMs } = deps
  const options = talkOptions(config, '')
  if (!options) throw new UsageError(messages.noTalk)
  const owners = read((db) => (findOwner(db) ? ownAccounts(db, 'talk') : []))
  if (owners.length === 0) throw new UsageError(messages.ownerNotOnTalk)
  const seconds = secondMs === undefined ? {} : { secondMs }
  const client = createTalkClient({ ...options, clock, ...seconds })
  const opened = await openRoomHistory(room, { client, readers: owners, signal, ...seconds })
  if (opened.status === 'refused') throw new UsageError(opened.reason)
  const { token, title } = opened.history
  const withoutKnown = (page: (PastMessage | undefined)[]) => {
    const isKnown = (db: Database, id: string) => laneOfRemote(db, talkChat(token), id) !== undefined
    return read((db) => page.map((message) => (message && !isKnown(db, message.id) ? message : undefined)))
  }
  const toLine = (message: PastMessage): ParsedLine | undefined => {
    const { id, at, sender, text } = message
    const isOwners = sender !== undefined && owners.includes(sender.id)
    const author = sender ? { from: sender.name, isOwners } : { from: config.talk.user ?? '', role: 'bot' as const }
    const chat = { program: 'talk', id: token, title }
    return lineOf({ chat, id, at, ...author, text }, messages.places.messageOf(Number(id), title), clock.now())
  }
  return {
    formats: ['Nextcloud Talk'],
    hasNames: false,
    files: 1,
    otherFiles: 0,
    bytes: undefined,
    bytesRead: () => 0,
    async *read() {
      for await (const page of opened.history.read())
        yield withoutKnown(page).map((message) => message && toLine(message))
    },
  }
}
