import { parseArgs } from 'node:util'
import { createRandom } from '../../test/support/seeded.ts'
import { german } from '../eval/kinds/german.ts'
import { storeConversation } from '../eval/store.ts'
import { judge, print } from '../figures.ts'
import { withScratch } from '../scratch.ts'
import { createOpeningFor } from './context.ts'
import { readRecallSets } from './data.ts'
import { type NeedsNothing, needsNothing, needsNothingInGerman } from './needs-nothing.ts'
import { walk } from './walk.ts'

const GOAL_MEAN = 350
const GOAL_P95 = 1500

/** Nobody's chats are in German, so they are those of the evaluation (docs/evaluation.md). */
const GERMAN_CHATS = 3
const GERMAN_CHAT = { conversations: GERMAN_CHATS, days: 60, exchangesPerDay: 7, questions: 20 }

/** Every so many of the messages are asked at one question: all of them are asked several times in the course of a set. */
const TURNS = 16

/**
 * How many tokens of the past (layers 3 to 6) are shown, a day after the last line, for messages that need none. Those in the
 * language of the past are the hard ones, so English has its own line. Those kept out of tuning are counted apart.
 */
export async function benchRecallUnrelated(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, every: { type: 'string' } } })
  await benchGermanChats()
  if (values.data === undefined) return print('left out', 'needs --data DIR with messages, questions and gold')
  for (const set of readRecallSets(values.data)) {
    const measured: Measured[] = []
    let turn = 0
    await walk(set, Number(values.every ?? 8), (db, owner) => {
      const openingFor = createOpeningFor(db, owner)
      return (question) => {
        turn += 1
        for (const { language, text, isForTuning } of needsNothing.filter((_, at) => at % TURNS === turn % TURNS)) {
          const at = new Date(Date.parse(question.at) + DAY_MS).toISOString()
          const { context } = openingFor({ ...question, text, at })
          measured.push({ language, isForTuning, tokens: context.length / CHARS_PER_TOKEN })
        }
      }
    })
    report(`${set.name}, all languages`, measured)
    report(`${set.name}, kept out of tuning`, keptOut(measured))
    report(
      `${set.name}, English, kept out of tuning`,
      keptOut(measured).filter(({ language }) => language === 'en'),
    )
  }
}

type Measured = Pick<NeedsNothing, 'language' | 'isForTuning'> & { tokens: number }

async function benchGermanChats(): Promise<void> {
  const measured: Measured[] = []
  for (let number = 0; number < GERMAN_CHATS; number++) {
    const conversation = german.make(createRandom(number), GERMAN_CHAT)
    await withScratch(async (dir) => {
      const stored = storeConversation(dir, conversation)
      const [name = ''] = conversation.people
      const openingFor = createOpeningFor(stored.db, stored.personOf(name))
      const [last] = conversation.questions
      const asked = { id: '', after: '', category: '', from: name, chat: stored.chatIdOf(last?.chat ?? '') }
      for (const { language, text, isForTuning } of needsNothingInGerman) {
        const { context } = openingFor({ ...asked, text, at: last?.at.toISOString() ?? '' })
        measured.push({ language, isForTuning, tokens: context.length / CHARS_PER_TOKEN })
      }
      stored.close()
    })
  }
  report('German chats, German', measured)
  report('German chats, German, kept out of tuning', keptOut(measured))
}

function keptOut(measured: Measured[]): Measured[] {
  return measured.filter(({ isForTuning }) => !isForTuning)
}

const CHARS_PER_TOKEN = 4
const DAY_MS = 86_400_000

function report(what: string, measured: { tokens: number }[]): void {
  const tokens = measured.map((one) => one.tokens).sort((a, b) => a - b)
  const mean = tokens.reduce((sum, one) => sum + one, 0) / Math.max(1, tokens.length)
  const p95 = tokens[Math.floor(0.95 * tokens.length)] ?? 0
  judge(what, `${Math.round(mean)} tokens of past in the mean, ${Math.round(p95)} at p95 (${tokens.length} messages)`, {
    says: `at most ${GOAL_MEAN} and ${GOAL_P95}`,
    met: mean <= GOAL_MEAN && p95 <= GOAL_P95,
  })
}
