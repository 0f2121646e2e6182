import { parseArgs } from 'node:util'
import { judge, print } from '../figures.ts'
import { createOpeningFor } from './context.ts'
import { readRecallSets } from './data.ts'
import { walk } from './walk.ts'

const GOAL_TOKENS = 350

/** Messages that no past conversation can help with. */
const messages = [
  'What is 17 times 23?',
  'How many centimetres are 6 feet?',
  'Tell me a joke about penguins.',
  'Translate "good luck with the exam" into Portuguese.',
  'Write a haiku about the moon.',
  'How long do you boil an egg so that the yolk stays soft?',
  'What is the capital of Mongolia?',
  'Give me a synonym for "enormous".',
  'Explain the difference between a virus and a bacterium.',
  'How does a heat pump work?',
  'Convert 250 grams of flour into cups.',
  'Who wrote War and Peace?',
  'Sort these alphabetically: pear, apple, quince, fig.',
  'What does HTTP 418 mean?',
  'Wie viel sind 15 Prozent von 80?',
  'Erzähl mir einen Witz.',
  'Quelle est la racine carrée de 144 ?',
  '¿Cuántos planetas tiene el sistema solar?',
  '把“谢谢”翻译成法语。',
  'Write a limerick about a cat that is afraid of mice.',
]

/** How many tokens of the past are recalled for messages that need none, at the default budget. */
export async function benchRecallUnrelated(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } } })
  if (values.data === undefined) return print('left out', 'needs --data DIR with messages, questions and gold')
  for (const set of readRecallSets(values.data)) {
    const lastOf = new Map(set.questions.map((question) => [question.chat, question.id]))
    const last = new Set(lastOf.values())
    const tokens: number[] = []
    await walk({ ...set, questions: set.questions.filter(({ id }) => last.has(id)) }, 1, (db, owner) => {
      const openingFor = createOpeningFor(db, owner)
      return (question) => {
        for (const text of messages) {
          const { parts } = openingFor({ ...question, text })
          const recalled = parts.filter(({ kind }) => kind === 'recalled')
          tokens.push(recalled.reduce((sum, part) => sum + part.tokens, 0))
        }
      }
    })
    const mean = tokens.reduce((sum, one) => sum + one, 0) / Math.max(1, tokens.length)
    const goal = { says: `at most ${GOAL_TOKENS}`, met: mean <= GOAL_TOKENS }
    judge(`${set.name}, messages that need no past`, `${Math.round(mean)} tokens recalled`, goal)
  }
}
