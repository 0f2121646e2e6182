import type { Clock } from '../../../../lib/time/clock.ts'
import type { ModelFacts, Service } from './service.ts'

/** What a service said about its models, asked again when it is old. */
export interface KnownFacts {
  of(model: string, signal: AbortSignal): Promise<ModelFacts>
  /** Without asking. */
  known(model: string): ModelFacts
}

/** Nobody said anything: it may only have been away. */
const UNKNOWN_MS = 30_000

export function createKnownFacts(service: Service, clock: Clock): KnownFacts {
  const kept = new Map<string, { facts: ModelFacts; until: number }>()
  return {
    known: (model) => kept.get(model)?.facts ?? {},
    async of(model, signal) {
      const old = kept.get(model)
      if (old && clock.mono() < old.until) return old.facts
      const told = await service.facts(model, signal)
      // What was known stays so while the server is away.
      const facts = told.window === undefined && old ? old.facts : told
      const ms = told.window === undefined ? Math.min(UNKNOWN_MS, service.factsMs) : service.factsMs
      if (!signal.aborted) kept.set(model, { facts, until: clock.mono() + ms })
      return facts
    },
  }
}
