import { foreignOf } from '../../domain/foreign.ts'
import type { ContextBlock } from '../assembly.ts'
import type { Fact } from '../past.ts'
import { createFrame, factLine, type RenderStyle } from '../rendering/render.ts'
import { fitsInto, measure, type Size, ZERO_SIZE } from '../tokens.ts'

/** Layer 4, first part: the remembered facts that fit the question, best first, never cut. */
export function fillFacts(facts: Fact[], room: Size, style: RenderStyle): ContextBlock {
  const { open, close } = createFrame('facts', style, { note: 'what you remember from earlier' })
  const wrap = (lines: string[]) => [open, ...lines, close].join('\n')
  const lines: string[] = []
  const parts: ContextBlock['parts'] = []
  for (const fact of facts) {
    const line = factLine(fact, style)
    if (!fitsInto(measure(wrap([...lines, line])), room)) continue
    lines.push(line)
    parts.push({
      kind: 'facts',
      reason: fact.reason,
      size: measure(line),
      messages: [],
      trust: fact.trust,
      foreign: foreignOf('summary', '', fact.trust),
    })
  }
  if (lines.length === 0) return { xml: '', size: ZERO_SIZE, parts: [], leftOut: [] }
  const xml = wrap(lines)
  return { xml, size: measure(xml), parts, leftOut: [] }
}
