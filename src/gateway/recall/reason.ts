import type { Weighed } from './evidence.ts'
import { ALIKE_FROM } from './meaning.ts'
import type { Question } from './question.ts'

/** Why a line was found, in words for people: "shares lisbon, tickets; same conversation as [812]". */
export function reasonFor({ line, evidence, shares, bestLine }: Weighed, question: Question): string {
  const shown = shares()
    .slice(0, 4)
    .map((word) => question.spelt.get(word) ?? word)
  const reasons = [
    shown.length > 0 && `shares ${shown.join(', ')}`,
    evidence.meaning >= ALIKE_FROM && 'speaks of the same',
    evidence.things > 0 && 'names what is asked for',
    evidence.speaker > 0 && `said by ${line.name}`,
    evidence.dated > 0 && 'said at the time in question',
    bestLine !== undefined &&
      bestLine !== line.id &&
      evidence.conversationBest > 0 &&
      `same conversation as [${bestLine}]`,
  ].filter((reason) => reason !== false)
  return reasons.length > 0 ? reasons.join('; ') : 'near what speaks of this'
}
