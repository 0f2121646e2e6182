import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ChatId, type Lane, makeChatId, rootLane } from '../../src/domain/ids.ts'
import type { Person } from '../../src/domain/person.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { ensurePlace } from '../../src/store/messages/chats.ts'
import { insertMessage } from '../../src/store/messages/messages.ts'
import { ensureOwner } from '../../src/store/people/people.ts'
import { insertJob, type Job, type NewJob } from '../../src/store/schedule/jobs.ts'
import { placeStore } from '../support/template-store.ts'
import { createTestClock, type TestClock } from '../support/test-clock.ts'

/** A store with an owner in it, and a clock. */
export interface StoreWorld {
  db: Database
  clock: TestClock
  owner: Person
  /** A private chat of the owner's on the page, or one of the given address. */
  chat(name: string, title?: string, address?: { channel: 'telegram'; id: string }): { chat: ChatId; lane: Lane }
  say(lane: Lane, text: string, more?: Partial<Parameters<typeof insertMessage>[1]>): number
  job(values: Partial<NewJob>): Job
}

export function createStoreWorld(): StoreWorld {
  const folder = mkdtempSync(join(tmpdir(), 'skein-scheduler-'))
  const db = openDatabase(placeStore(folder))
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const clock = createTestClock()
  const owner = ensureOwner(db, 'Ana', clock.now())
  const chats = new Map<Lane, ChatId>()
  return {
    db,
    clock,
    owner,
    chat(name, title = name, address) {
      const chat = makeChatId(address?.channel ?? 'web', name)
      const lane = rootLane(chat)
      const audience = { audience: 'private', owner: address ?? { channel: 'web', id: 'owner' } } as const
      ensurePlace(db, { id: chat, title, ...audience }, lane, clock.now())
      chats.set(lane, chat)
      return { chat, lane }
    },
    say(lane, text, more = {}) {
      const at = clock.now()
      return insertMessage(db, {
        chat: chats.get(lane) ?? makeChatId('web', 'nowhere'),
        lane,
        author: 'human',
        name: 'Ana',
        kind: 'conversation',
        origin: 'chat',
        trust: 'owner',
        personId: owner.id,
        at,
        receivedAt: at,
        text,
        ...more,
      })
    },
    job: (values) =>
      insertJob(
        db,
        {
          kind: 'reminder',
          source: 'person',
          name: 'a job',
          personId: owner.id,
          chat: null,
          lane: null,
          route: null,
          destinations: [],
          due: { kind: 'once', at: 0 },
          timezone: 'UTC',
          text: 'call mum',
          options: {},
          nextAt: null,
          ...values,
        },
        clock.now(),
      ),
  }
}
