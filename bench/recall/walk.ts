import { join } from 'node:path'
import { parseChatId } from '../../src/domain/ids.ts'
import type { Person } from '../../src/domain/person.ts'
import type { Database } from '../../src/store/database.ts'
import { importLines } from '../../src/store/messages/import-messages.ts'
import { openStore } from '../../src/store/open-store.ts'
import { ensureOwner } from '../../src/store/people/people.ts'
import { createImporter } from '../../src/tasks/intake/importer.ts'
import { withScratch } from '../scratch.ts'
import { benchConfig } from './context.ts'
import type { RecallQuestion, RecallSet } from './data.ts'

/** What is done with a question once everything that had been said before it is in the store. */
export type Ask = (question: RecallQuestion) => void

/** Chat by chat and in the order of time: each question sees what had been said when it was asked, and no more. */
export async function walk(
  set: RecallSet,
  every: number,
  begin: (db: Database, owner: Person) => Ask | Promise<Ask>,
): Promise<void> {
  await withScratch(async (dir) => {
    const store = openStore(join(dir, 'store'))
    const owner = ensureOwner(store.db, 'Ana', new Date())
    const ask = await begin(store.db, owner)
    let now = new Date(0)
    const importer = createImporter({
      db: store.db,
      clock: { now: () => now, mono: () => performance.now() },
      owner,
      config: () => benchConfig,
      scrub: (text) => text,
    })
    for (const [chat, lines] of set.chats) {
      let there = 0
      for (const question of askedIn(set, chat).filter((_, at) => at % every === 0)) {
        const until = lines.findLastIndex(({ id }) => id <= question.after) + 1
        now = new Date(question.at)
        const { signal } = new AbortController()
        await importLines(toStream(lines.slice(there, until)), { write: importer.write, signal })
        // As a daemon that was there all along would have: what is over is summed up, without a model.
        while (importer.settle());
        there = Math.max(there, until)
        ask(question)
      }
    }
    store.close()
  })
}

function askedIn(set: RecallSet, chat: string): RecallQuestion[] {
  return set.questions
    .filter((question) => question.chat === chat)
    .map((question) => ({ ...question, chat: parseChatId(chat) ?? `web:${chat}` }))
    .sort((a, b) => (a.after < b.after ? -1 : a.after > b.after ? 1 : 0))
}

async function* toStream(lines: { line: string }[]): AsyncGenerator<string[]> {
  yield lines.map(({ line }) => line)
}
