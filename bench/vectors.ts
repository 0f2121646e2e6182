import { join } from 'node:path'
import { type ChatId, makeChatId } from '../src/domain/ids.ts'
import { type Meaning, onlyIn } from '../src/domain/recall.ts'
import type { Database } from '../src/store/database.ts'
import { importMessages } from '../src/store/messages/import-messages.ts'
import { openStore } from '../src/store/open-store.ts'
import { ensureOwner } from '../src/store/people/people.ts'
import { beginVectors, keepVectors, nextUnembedded } from '../src/store/recall/vector-index.ts'
import { createVectorLookup } from '../src/store/recall/vectors.ts'
import { describeTimes, print } from './figures.ts'
import { withScratch } from './scratch.ts'

const LINES = 200_000
const NUMBERS = 512
const QUESTIONS = 40

/** What looking for a meaning costs in a large chat. Random directions: the worst there is to tell apart. */
export async function benchVectors(): Promise<void> {
  await withScratch((dir) => {
    const store = openStore(join(dir, 'store'))
    const chat = makeChatId('web', 'years')
    fill(store.db, chat)
    const bytes = store.db.raw.prepare("SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'message_vector%'").pluck().get()
    print(`vectors of ${LINES.toLocaleString('en')} lines`, `${(Number(bytes) / LINES).toFixed(0)} bytes a line`)
    const { nearest, likeness } = createVectorLookup(store.db)
    const bounds = { most: 150, asOf: new Date() }
    const ids = Array.from({ length: 1100 }, (_, n) => LINES - n * 3)
    print('the nearest 150', describeTimes(timed(() => nearest(onlyIn(chat), randomMeaning(), bounds))))
    print('how alike 1,100 lines are', describeTimes(timed(() => likeness(randomMeaning(), ids))))
    store.close()
  })
}

function fill(db: Database, chat: ChatId): void {
  const owner = ensureOwner(db, 'Ana', new Date())
  beginVectors(db, 'random')
  for (let first = 0; first < LINES; first += 2000) {
    const lines = Array.from({ length: 2000 }, (_, n) => ({
      chat,
      id: String(first + n),
      at: new Date(Date.UTC(2020, 0, 1) + (first + n) * 60_000),
      from: 'Ana',
      role: 'human' as const,
      text: `line ${first + n}`,
      replyTo: undefined,
      topic: undefined,
    }))
    importMessages(db, lines, { owner, now: new Date() })
    const rows = nextUnembedded(db, lines.length)
    keepVectors(db, 'random', rows, rows.map(randomMeaning))
  }
}

function randomMeaning(): Meaning {
  return { model: 'random', vector: Float32Array.from({ length: NUMBERS }, () => Math.random() - 0.5) }
}

function timed(work: () => unknown): number[] {
  work()
  return Array.from({ length: QUESTIONS }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
}
