import type { SummaryLine } from '../../../src/memory/summary-line.ts'
import { seeded } from '../seeded.ts'
import { ourSmallTalk, questionsAndLongAnswers, smallTalk } from './chatter.ts'
import type { ToldFact } from './facts.ts'

type Said = Pick<SummaryLine, 'author' | 'name' | 'text'>

const MINUTE_MS = 60_000

/** Some hundred lines over some weeks: each fact once, and around it what people else say. The same for the same seed. */
export function pastWith(facts: ToldFact[], { seed, firstId = 1 }: { seed: number; firstId?: number }): SummaryLine[] {
  const random = seeded(seed)
  const one = <T>(from: T[]): T => from[Math.floor(random() * from.length)] as T
  const people = Object.keys(smallTalk)
  const line = (name: string, text: string): Said =>
    name === '' ? { author: 'bot', name: 'Skein', text } : { author: 'human', name, text }
  const chat = (): Said[] => {
    const name = one(people)
    const said = [line(name, one(smallTalk[name] ?? []))]
    return random() < 0.5 ? [...said, line('', one(ourSmallTalk))] : said
  }
  const answers = [...questionsAndLongAnswers]
  const told = facts.flatMap(({ from, fact, within }, at): Said[] => {
    const around = Array.from({ length: 4 + Math.floor(random() * 8) }, chat).flat()
    const asked = at % 3 === 0 ? answers.splice(Math.floor(random() * answers.length), 1) : []
    const exchange = asked.flatMap(({ from: who, asks, answer }) => [line(who, asks), line('', answer)])
    return [...around, line(from, within ?? fact), ...exchange]
  })
  let at = Date.UTC(2026, 1, 2, 8)
  return told.map((said, place) => {
    at += random() < 0.05 ? 9 * 60 * MINUTE_MS : 2 * MINUTE_MS
    return { ...said, id: firstId + place, at: new Date(at) }
  })
}
