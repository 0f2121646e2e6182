import { expect, test } from 'vitest'
import { questions, type SearchQuestion } from './questions.ts'
import { createTools } from './search-tools.ts'

test('at least 33 of 35 questions are answered by the calls that were written before the tool', async () => {
  const { scopeIn, call } = createTools()
  const missed: string[] = []
  for (const question of questions) {
    const scope = scopeIn(question.asked ?? 'own')
    const results: string[] = []
    for (const args of question.calls) results.push(await call(args, scope))
    if (!isAnswered(question, results)) missed.push(`${question.question}\n${results.join('\n')}`)
  }
  expect(questions).toHaveLength(35)
  expect(questions.every(({ calls }) => calls.length <= 3)).toBe(true)
  expect(questions.length - missed.length, missed.join('\n\n')).toBeGreaterThanOrEqual(33)
})

function isAnswered({ holds, lacks = [], total }: SearchQuestion, results: string[]): boolean {
  const all = results.join('\n')
  const states = total === undefined || new RegExp(`^${total} messages?\\b`).test(all)
  return states && holds.every((text) => all.includes(text)) && !lacks.some((text) => all.includes(text))
}
