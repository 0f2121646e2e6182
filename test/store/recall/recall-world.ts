import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ChatId, type Lane, localOwner, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import type { Database } from '../../../src/store/database.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import type { IndexedLine } from '../../../src/store/messages/message-indexer.ts'
import { insertMessage, type NewMessage } from '../../../src/store/messages/messages.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { ensureOwner } from '../../../src/store/people/people.ts'
import { placeStore } from '../../support/template-store.ts'

export const noon = new Date('2026-03-01T12:00:00Z')

export interface RecallWorld {
  db: Database
  chat: ChatId
  lane: Lane
  owner: { id: number; name: string }
  /** A line so many minutes after noon. */
  say(minutes: number, text: string, extra?: Partial<NewMessage>, file?: (line: IndexedLine) => void): number
}

/** A real store with one chat in it. */
export function createRecallWorld(): RecallWorld {
  const dir = mkdtempSync(join(tmpdir(), 'skein-recall-'))
  placeStore(dir)
  const store = openStore(dir)
  onTestFinished(() => {
    store.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const { db } = store
  const chat = makeChatId('web', 'one')
  const lane = rootLane(chat)
  const owner = ensureOwner(db, 'Ana', noon)
  ensureChat(db, { id: chat, title: 'One', audience: 'private', owner: localOwner, personId: owner.id }, noon)
  ensureLane(db, lane, chat)
  return {
    db,
    chat,
    lane,
    owner,
    say(minutes, text, extra = {}, file) {
      const at = new Date(noon.getTime() + minutes * 60_000)
      const row = {
        chat,
        lane,
        author: 'human',
        kind: 'conversation',
        origin: 'chat',
        trust: 'owner',
        name: 'Ana',
        at,
        receivedAt: at,
        text,
        ...extra,
      } as const
      return insertMessage(db, row, [], file)
    },
  }
}
