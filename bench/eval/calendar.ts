import type { Random } from '../../test/support/seeded.ts'
import type { EvalLine, Size } from './conversation.ts'

/** Something that is said on a day of a conversation, at a moment that is left to chance. */
export interface Planted {
  chat: string
  from: string
  day: number
  text: string
}

/** What fills the rest of a chat: the lines of one exchange. */
export type SmallTalk = (random: Random) => { from: string | undefined; text: string }[]

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const FIRST_DAY = Date.UTC(2026, 0, 5)
/** A day has two sittings, each long enough before the next that they are two conversations. */
const SITTINGS = [8, 18]

/** The morning after the last day. */
export function askedAt({ days }: Size): Date {
  return new Date(FIRST_DAY + days * DAY + 10 * 60 * MINUTE)
}

/** Places what is planted among small talk. The order of what is planted on one day is kept. */
export function writeDays(
  random: Random,
  size: Size,
  chats: Record<string, { smallTalk: SmallTalk; answer?: (random: Random) => string }>,
  planted: Planted[],
): EvalLine[] {
  const lines: EvalLine[] = []
  for (let day = 0; day < size.days; day++) {
    for (const [chat, { smallTalk, answer }] of Object.entries(chats)) {
      const exchanges = Array.from({ length: size.exchangesPerDay }, () => smallTalk(random))
      const today = planted.filter((one) => one.chat === chat && one.day === day)
      const places = today.map(() => random.integer(exchanges.length + 1)).sort((a, b) => b - a)
      // From the last place to the first, so that the places before it stay right.
      for (const [at, place] of places.entries()) {
        const { from, text } = today[today.length - 1 - at] as Planted
        const reply = answer ? [{ from: undefined, text: answer(random) }] : []
        exchanges.splice(place, 0, [{ from, text }, ...reply])
      }
      const half = Math.ceil(exchanges.length / 2)
      for (const [sitting, hour] of SITTINGS.entries()) {
        let at = FIRST_DAY + day * DAY + hour * 60 * MINUTE + random.integer(40) * MINUTE
        for (const { from, text } of exchanges.slice(sitting * half, (sitting + 1) * half).flat()) {
          lines.push({ chat, from, text, at: new Date(at) })
          at += (1 + random.integer(2)) * MINUTE
        }
      }
    }
  }
  return lines.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** So many days of the conversation, different ones, in order. */
export function pickDays(random: Random, count: number, days: number): number[] {
  const chosen = new Set<number>()
  while (chosen.size < Math.min(count, days)) chosen.add(random.integer(days))
  return [...chosen].sort((a, b) => a - b)
}
