import type { Price } from '../settings.ts'

/** What a server says about one of its models. */
export interface ModelFacts {
  /** Tokens that it can read, as it is loaded now. */
  window?: number
  price?: Price
}

/** Whether a model can be asked, as far as that can be told without asking it. */
export type Standing =
  | { kind: 'ready' }
  | { kind: 'absent'; others: string[] }
  | { kind: 'refused' }
  | { kind: 'unreachable'; why: string }

/** What one kind of service has of its own, beside the answers of its models. Nothing here rejects. */
export interface Service {
  facts(model: string, signal: AbortSignal): Promise<ModelFacts>
  standing(model: string, signal: AbortSignal): Promise<Standing>
  /** How long facts hold. */
  readonly factsMs: number
}
