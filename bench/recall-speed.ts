import { join } from 'node:path'
import { type ChatId, makeChatId } from '../src/domain/ids.ts'
import { importMessages } from '../src/store/messages/import-messages.ts'
import { openStore } from '../src/store/open-store.ts'
import { ensureOwner } from '../src/store/people/people.ts'
import { describeTimes, judge, ms, print, quantile, times } from './figures.ts'
import { createContextFor } from './recall-context.ts'
import { createSampleLines } from './sample-lines.ts'
import { withScratch } from './scratch.ts'

const FEW = 100_000
const MANY = 1_000_000
const QUESTIONS = 300
const BUDGET = 30_000
const GOAL_MS = 60
const GOAL = 2

/** What finding the right lines costs when there are ten times as many, and every other one holds the same words. */
export async function benchRecallSpeed(): Promise<void> {
  const few = await withScratch((dir) => measure(join(dir, 'few'), FEW))
  const many = await withScratch((dir) => measure(join(dir, 'many'), MANY))
  const [p95Few, p95Many] = [quantile(few, 0.95), quantile(many, 0.95)]
  judge('assembly, p95 at 1 million', ms(p95Many), { says: `at most ${GOAL_MS} ms`, met: p95Many <= GOAL_MS })
  judge('against 100 thousand', times(p95Many / p95Few), { says: `at most ${GOAL}`, met: p95Many / p95Few <= GOAL })
}

function measure(dir: string, messages: number): number[] {
  const store = openStore(dir)
  const chat = makeChatId('web', 'years')
  const sample = createSampleLines(7)
  const began = performance.now()
  liveYears(store.db, chat, messages, sample)
  const seconds = (performance.now() - began) / 1000
  const bytes = store.db.raw.prepare("SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'message_word%'").pluck().get()
  print(
    `import ${messages.toLocaleString('en')} messages`,
    `${Math.round(messages / seconds)} a second, index ${(Number(bytes) / messages).toFixed(0)} bytes a message`,
  )
  const contextFor = createContextFor(store.db, ensureOwner(store.db, 'Ana', new Date()))
  const at = new Date(timeOf(messages) + 86_400_000).toISOString()
  const ask = (text: string) => contextFor({ id: '', chat, after: '', at, from: 'Ana', text, category: '' }, BUDGET)
  // The first questions pay for compiling the code and for a heap of its size, whatever is stored.
  for (let n = 0; n < QUESTIONS; n++) ask(sample.question(n))
  const before = process.memoryUsage().rss
  const took = Array.from({ length: QUESTIONS }, (_, n) => {
    const question = sample.question(n)
    const asked = performance.now()
    ask(question)
    return performance.now() - asked
  })
  const grown = (process.memoryUsage().rss - before) / 1_000_000
  print(
    `assembly among ${messages.toLocaleString('en')}`,
    `${describeTimes(took)}; resident memory grew by ${grown.toFixed(0)} MB over ${QUESTIONS} questions`,
  )
  store.close()
  return took
}

const START = Date.UTC(2016, 0, 1)
const STEP_MS = 5 * 60_000
const BATCH = 2000

/** Twelve lines, then a silence that begins another conversation. */
function timeOf(n: number): number {
  return START + n * STEP_MS + Math.floor(n / 12) * 40 * 60_000
}

function liveYears(
  db: ReturnType<typeof openStore>['db'],
  chat: ChatId,
  messages: number,
  sample: ReturnType<typeof createSampleLines>,
) {
  const owner = ensureOwner(db, 'Ana', new Date())
  for (let first = 0; first < messages; first += BATCH) {
    const lines = Array.from({ length: Math.min(BATCH, messages - first) }, (_, n) => {
      const i = first + n
      const at = new Date(timeOf(i))
      const role = i % 2 === 0 ? ('human' as const) : ('bot' as const)
      return {
        chat,
        id: String(i),
        at,
        from: role === 'bot' ? 'Skein' : 'Ana',
        role,
        text: sample.line(),
        replyTo: undefined,
        topic: undefined,
      }
    })
    importMessages(db, lines, { owner, now: new Date() })
  }
}
