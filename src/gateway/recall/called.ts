import { foldAccents } from '../../lib/text/language/spelling.ts'
import type { Candidates } from './candidates.ts'
import type { Question } from './question.ts'
import type { RecallLine } from './recall-index.ts'

/** "Hey Kate!", "Thanks Kate, …": the second word, with a capital. What begins a line has a capital anyway. */
const addressed = /^[\p{L}\p{M}'’]+,? (\p{Lu}[\p{L}\p{M}]+)/u

/** So many lines must address somebody by a name, and so many of them the same person, who hardly says it. */
const LEAST_LINES = 3
const SAME_SHARE = 0.7
const OWN_SHARE = 0.2

/**
 * People are called by names that they do not write under. Whom a name calls is whoever else speaks right before or after
 * the lines that address somebody by it. Such a name is no word to look for, and says whose lines are meant.
 */
export function readCalled(question: Question, candidates: Candidates): Pick<Question, 'named'> & Candidates {
  const { named } = question
  const spelt = new Map(candidates.terms.map(({ word }) => [question.spelt.get(word) ?? word, word]))
  const people = candidates.lines.filter(({ author }) => author === 'human')
  const calls = new Map<string, RecallLine[]>()
  for (const line of people) {
    const word = spelt.get(foldAccents(addressed.exec(line.text)?.[1]?.toLowerCase() ?? ''))
    if (word !== undefined) calls.set(word, [...(calls.get(word) ?? []), line])
  }
  const found = new Map(
    [...calls].flatMap(([word, lines]) => {
      const name = question.spelt.get(word) ?? word
      const who = lines.length < LEAST_LINES ? undefined : calledBy(name, lines, people)
      return who === undefined ? [] : [[word, who] as const]
    }),
  )
  if (found.size === 0) return { named, ...candidates }
  return {
    ...candidates,
    named: new Set([...named, ...found.values()]),
    terms: candidates.terms.filter(({ word }) => !found.has(word)),
  }
}

function calledBy(name: string, calls: RecallLine[], people: RecallLine[]): string | undefined {
  const known = new Map(people.map((line) => [line.id, line]))
  const following = new Map(people.map((line) => [line.previous, line]))
  const votes = new Map<string, number>()
  for (const call of calls) {
    const beside = [call.previous === undefined ? undefined : known.get(call.previous), following.get(call.id)]
    const who = beside.find((line) => line && line.name !== call.name)?.name
    if (who !== undefined) votes.set(who, (votes.get(who) ?? 0) + 1)
  }
  const [most] = [...votes].sort(([, a], [, b]) => b - a)
  if (!most || most[1] < SAME_SHARE * calls.length) return undefined
  const holders = people.filter(({ text }) => foldAccents(text.toLowerCase()).includes(name))
  const own = holders.filter((line) => line.name === most[0]).length
  return own <= OWN_SHARE * holders.length ? most[0] : undefined
}
