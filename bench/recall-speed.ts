import { join } from 'node:path'
import { systemClock } from '../src/lib/time/clock.ts'
import { openStore } from '../src/store/open-store.ts'
import { ensureOwner } from '../src/store/people/people.ts'
import { createPreview } from '../src/tasks/context/preview.ts'
import { createSearch } from '../src/tasks/recall/search.ts'
import { createCalibration } from './calibration.ts'
import { describeTimes, judge, ms, print, quantile, times } from './figures.ts'
import { benchConfig } from './recall/context.ts'
import { chatOf, sayForYears, timeOf } from './said-years.ts'
import { createSampleLines } from './sample-lines.ts'
import { withScratch } from './scratch.ts'

const FEW = 100_000
const MANY = 1_000_000
const FEW_CHATS = 5
const MANY_CHATS = 5000
const QUESTIONS = 300
const BUDGET = 30_000
const GOAL_MS = 60
const GOAL = 2
const CHATS_GOAL = 1.25

/**
 * What finding the right lines costs when there are ten times as many, and every other one holds the same words; and when
 * as many are in a thousand times as many chats. Every figure stands beside a loop that is always the same, and ratios are
 * of figures divided by it. `--chats` and `--messages` measure one of the two, `--messages N` among N and a tenth of that,
 * `--questions N` asks fewer.
 */
export async function benchRecallSpeed(options: string[] = []): Promise<void> {
  const numberAfter = (name: string) => Number(options[options.indexOf(name) + 1]) || undefined
  const questions = options.includes('--questions') ? (numberAfter('--questions') ?? QUESTIONS) : QUESTIONS
  const most = options.includes('--messages') ? (numberAfter('--messages') ?? MANY) : MANY
  const run = (messages: number, chats: number) =>
    withScratch((dir) => measure(join(dir, 'store'), { messages, chats, questions }))
  if (!options.includes('--chats')) {
    const [few, many] = [await run(Math.round(most / 10), 1), await run(most, 1)]
    const [p95Few, p95Many] = [quantile(few.assembly, 0.95), quantile(many.assembly, 0.95)]
    judge(`assembly, p95 at ${most.toLocaleString('en')}`, ms(p95Many), {
      says: `at most ${GOAL_MS} ms`,
      met: p95Many <= GOAL_MS,
    })
    const ratio = p95Many / many.loop / (p95Few / few.loop)
    judge('against a tenth of that', times(ratio), { says: `at most ${GOAL}`, met: ratio <= GOAL })
  }
  if (!options.includes('--messages')) {
    const [few, many] = [await run(FEW, FEW_CHATS), await run(FEW, MANY_CHATS)]
    for (const part of ['assembly', 'search'] as const) {
      for (const share of [0.5, 0.95]) {
        const [one, other] = [quantile(few[part], share) / few.loop, quantile(many[part], share) / many.loop]
        const says = `at most ${CHATS_GOAL}`
        judge(`${part}, p${share * 100}, ${MANY_CHATS} chats against ${FEW_CHATS}`, times(other / one), {
          says,
          met: other / one <= CHATS_GOAL,
        })
      }
    }
  }
}

interface Measured {
  assembly: number[]
  search: number[]
  /** What the loop took beside them. */
  loop: number
}

interface Size {
  messages: number
  chats: number
  questions: number
}

function measure(dir: string, { messages, chats, questions }: Size): Measured {
  const store = openStore(dir)
  const { db } = store
  const sample = createSampleLines(7)
  const began = performance.now()
  sayForYears(db, { messages, chats }, sample)
  const seconds = (performance.now() - began) / 1000
  const bytes = db.raw.prepare("SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'message_word%'").pluck().get()
  const among = `${messages.toLocaleString('en')} in ${chats === 1 ? 'one chat' : `${chats} chats`}`
  print(
    `import ${among}`,
    `${Math.round(messages / seconds)} a second, index ${(Number(bytes) / messages).toFixed(0)} bytes a message`,
  )
  const owner = ensureOwner(db, 'Ana', new Date())
  // What was said elsewhere is looked at too.
  const config = { ...benchConfig, conversation: { ...benchConfig.conversation, sharedHistory: true } }
  const preview = createPreview({
    db,
    config: () => config,
    person: owner,
    brain: { name: 'claude', model: undefined },
  })
  const chat = chatOf(0)
  const search = createSearch(db, systemClock, () => 'UTC')
  const at = new Date(timeOf(messages) + 86_400_000)
  const calibration = createCalibration()
  const ask = (text: string, budget = BUDGET) => preview({ chat, at, from: 'Ana', text, budget })
  const find = (text: string) => search({ personId: owner.id, chat, task: 0, everywhere: true }, text, 20)
  const timed = (work: (text: string) => unknown) =>
    Array.from({ length: questions }, (_, n) => {
      const question = sample.question(n)
      calibration.run()
      const [asked, used] = [performance.now(), process.cpuUsage()]
      work(question)
      const { user, system } = process.cpuUsage(used)
      return { took: performance.now() - asked, used: (user + system) / 1000 }
    })
  // The first questions pay for compiling the code and for a heap of its size, whatever is stored.
  for (let n = 0; n < questions; n++) ask(sample.question(n))
  const before = process.memoryUsage().rss
  const assembly = timed((text) => ask(text))
  const grown = (process.memoryUsage().rss - before) / 1_000_000
  const usual = timed((text) => ask(text, config.conversation.maxTokens))
  const found = timed(find)
  const loop = calibration.usual()
  print(
    `assembly among ${among}`,
    `${describeTimes(tookOf(assembly))}; of the processor ${describeTimes(assembly.map(({ used }) => used))}; resident memory grew by ${grown.toFixed(0)} MB over ${questions} questions`,
  )
  print('the same with max_tokens as it comes', describeTimes(tookOf(usual)))
  print(`search among ${among}`, `${describeTimes(tookOf(found))}; the loop beside them ${ms(loop)}`)
  store.close()
  return { assembly: tookOf(assembly), search: tookOf(found), loop }
}

function tookOf(asked: { took: number }[]): number[] {
  return asked.map(({ took }) => took)
}
