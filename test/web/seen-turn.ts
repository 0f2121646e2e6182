import type { ReportedCall } from '../../src/domain/context-use.ts'
import { type ChatId, rootLane } from '../../src/domain/ids.ts'
import type { AssembledPart, LeftOutMessages } from '../../src/gateway/assembly.ts'
import { insertAssembly, type NewAssembly, reportAssembly } from '../../src/store/recall/assemblies.ts'
import type { World } from './world.ts'

type Kept = NewAssembly<AssembledPart, LeftOutMessages>

/** What a turn of a task left behind. */
export function recordTurn(
  { db, clock }: World,
  chat: ChatId,
  taskId: number,
  { reported, ...more }: Partial<Kept> & { reported?: ReportedCall } = {},
): void {
  const id = insertAssembly<AssembledPart, LeftOutMessages>(db, {
    taskId,
    epochId: null,
    lane: rootLane(chat),
    opens: true,
    status: 'NEW CONVERSATION',
    reason: 'nothing was said here before',
    tokens: 120,
    budget: 30_000,
    parts: [{ kind: 'policy', reason: 'in every request', tokens: 80, messages: [] }],
    leftOut: { nearest: [], more: {} },
    system: 'Be kind.',
    text: '<message>hello</message>',
    at: clock.now(),
    ...more,
  })
  if (reported) reportAssembly(db, id, reported)
}
