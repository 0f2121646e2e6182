import { join } from 'node:path'
import { openStore } from '../src/store/open-store.ts'
import { ensureOwner } from '../src/store/people/people.ts'
import type { TypedRequest } from '../src/tasks/recall/typed-candidates.ts'
import { createTypedSearch } from '../src/tasks/recall/typed-search.ts'
import { describeTimes, judge, ms, print, quantile } from './figures.ts'
import { sayForYears } from './said-years.ts'
import { createSampleLines } from './sample-lines.ts'
import { withScratch } from './scratch.ts'

const MESSAGES = 1_000_000
const CHATS = 5000
const QUESTIONS = 40
const GOAL_MS = 150
const FOUND = 30

const narrowed: [name: string, filter: Partial<TypedRequest>][] = [
  ['everything', {}],
  ['a month', { from: new Date('2018-03-01'), until: new Date('2018-04-01') }],
  ['three years', { from: new Date('2016-03-01'), until: new Date('2019-03-01') }],
  ['a person who said half of it', { person: 'Ana' }],
  ['a channel with nothing', { channel: 'talk' }],
  ['files', { withFiles: true }],
]

/**
 * What each letter costs while somebody types a search among a million messages in 5,000 chats, wide and narrowed. The
 * words are by turns common, mixed and all but unique. `--messages N` takes fewer.
 */
export async function benchSearch(options: string[] = []): Promise<void> {
  const messages = Number(options[options.indexOf('--messages') + 1]) || MESSAGES
  await withScratch((dir) => {
    const store = openStore(join(dir, 'store'))
    const { db } = store
    const sample = createSampleLines(7)
    sayForYears(db, { messages, chats: CHATS }, sample)
    const owner = ensureOwner(db, 'Ana', new Date())
    const reader = { personId: owner.id, chat: undefined, everywhere: true }
    const search = createTypedSearch(db)
    const typed = Array.from({ length: QUESTIONS }, (_, n) =>
      sample
        .question(n)
        .split(' ')
        .slice(0, 1 + (n % 4))
        .join(' '),
    )
    // The first pay for compiling the code, whatever is stored.
    for (const words of typed) search({ words }, reader, FOUND)
    const all = narrowed.flatMap(([name, filter]) => {
      const took = typed.flatMap((words) =>
        Array.from({ length: words.length }, (_, at) => {
          const began = performance.now()
          search({ words: words.slice(0, at + 1), ...filter }, reader, FOUND)
          return performance.now() - began
        }),
      )
      print(`a letter, ${name}`, describeTimes(took))
      return took
    })
    const p95 = quantile(all, 0.95)
    judge(`p95 among ${messages.toLocaleString('en')} in ${CHATS.toLocaleString('en')} chats`, ms(p95), {
      says: `under ${GOAL_MS} ms`,
      met: p95 < GOAL_MS,
    })
    store.close()
  })
}
