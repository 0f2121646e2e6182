import { foreignOf } from '../../domain/foreign.ts'
import { joinTexts } from '../../messages/localized.ts'
import type { ContextBlock } from '../assembly.ts'
import type { HistorySource } from '../history-source.ts'
import type { Fact } from '../past.ts'
import { type Question, questionText, type ShownInEpoch } from '../question.ts'
import { createFrame, factLine, type RenderStyle } from '../rendering/render.ts'
import { verbatim } from '../rendering/verbatim.ts'
import { fitsInto, measure, type Size, ZERO_SIZE } from '../tokens.ts'
import type { Arrival } from './lane-past.ts'

/** More facts than this do not speak to one message. */
export const MAX_FACT_LINES = { opening: 15, later: 5 }

/** Layer 4, first part: the remembered facts that fit the question, best first, never cut. */
export function fillFacts(
  facts: Fact[],
  room: Size,
  style: RenderStyle,
  maxLines = MAX_FACT_LINES.opening,
): ContextBlock {
  const { open, close } = createFrame('facts', style, { note: 'what you remember, with the day it was said' })
  const wrap = (lines: string[]) => [open, ...lines, close].join('\n')
  const lines: string[] = []
  const parts: ContextBlock['parts'] = []
  for (const fact of facts) {
    if (lines.length >= maxLines) break
    const line = factLine(fact, style)
    if (!fitsInto(measure(wrap([...lines, line])), room)) continue
    lines.push(line)
    parts.push({
      kind: 'facts',
      reason: fact.id === undefined ? fact.reason : joinTexts([`f${fact.id}: `, fact.reason], ''),
      size: measure(line),
      messages: [],
      facts: fact.id === undefined ? [] : [fact.id],
      noted: fact.noted ?? [],
      trust: fact.trust,
      foreign: foreignOf('summary', '', fact.trust),
    })
  }
  if (lines.length === 0) return { xml: '', size: ZERO_SIZE, parts: [], leftOut: [] }
  const xml = wrap(lines)
  return { xml, size: measure(xml), parts, leftOut: [] }
}

/** The facts that no shown line says already. Nothing is said twice. */
export function withoutSaidFacts(facts: Fact[], shown: ContextBlock[], { fence }: RenderStyle): Fact[] {
  return facts.filter(({ saidIn }) => {
    const words = saidIn === undefined ? '' : verbatim(saidIn, fence)
    return words === '' || !shown.some(({ xml }) => xml.includes(words))
  })
}

/** The facts for a message, without those that it says itself. On a later turn only those that the session lacks. */
export function factsFor(
  source: HistorySource,
  question: Question,
  { bound, questionIds, smallTalk }: Arrival,
  shown?: ShownInEpoch,
): Fact[] {
  const { chat, lane, person } = question
  if (smallTalk) return []
  const { chats, privateFactsOf } = person
  const since = shown?.openedAt
  const facts = source.facts({ text: questionText(question), chat, lane, chats, privateFactsOf, bound, since })
  return facts.filter(({ id, source: said }) => {
    if (said && questionIds.has(said.id)) return false
    const isInSession =
      (id !== undefined && shown?.facts?.has(id)) || (since && said?.lane === lane && said.at >= since)
    return !isInSession
  })
}
