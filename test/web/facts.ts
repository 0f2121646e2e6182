import { insertFact, type NewFact } from '../../src/store/memory/facts.ts'
import type { World } from './world.ts'

/** Stores a private fact of the owner, and returns its number. */
export function rememberedFact({ db, ownerId, clock }: World, statement: string, more: Partial<NewFact> = {}): number {
  const told = { toldById: ownerId, aboutId: ownerId, trust: 'owner', writtenBy: 'tool', saidAt: clock.now() } as const
  const given = { statement, kind: 'fact', scope: 'private', ...told, ...more } as const
  return insertFact(db, given, clock.now()).fact.id
}
