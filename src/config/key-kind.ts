import { z } from 'zod'
import { type Key, unwrap } from './keys.ts'

/** What a key holds, for whoever offers a field for it. */
export type KeyKind =
  | { kind: 'boolean' }
  | { kind: 'choice'; choices: string[] }
  | { kind: 'number'; isWhole: boolean; min?: number; max?: number }
  | { kind: 'text'; isLong?: boolean }
  | { kind: 'list' }

export function kindOf({ check }: Key): KeyKind {
  const bare = unwrap(check)
  if (bare instanceof z.ZodBoolean) return { kind: 'boolean' }
  if (bare instanceof z.ZodEnum) return { kind: 'choice', choices: bare.options.map(String) }
  if (bare instanceof z.ZodUnion) return { kind: 'choice', choices: bare.options.flatMap(choicesOf) }
  if (bare instanceof z.ZodNumber) return numberOf(bare)
  if (bare instanceof z.ZodCustom) return { kind: 'list' }
  return { kind: 'text', ...(bare.meta()?.long === true && { isLong: true }) }
}

/** What it must be, in the words of its problems: "a whole number from 1 to 64". */
export function expectedOf({ check }: Key): string {
  return check.safeParse(null).error?.issues[0]?.message ?? 'something else'
}

function choicesOf(option: unknown): string[] {
  if (option instanceof z.ZodBoolean) return ['true', 'false']
  return option instanceof z.ZodLiteral ? [...option.values].map(String) : []
}

/** zod says the largest whole number where a number has no bound. */
function numberOf({ minValue, maxValue, isInt }: z.ZodNumber): KeyKind {
  const isBound = (value: number | null) => value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER
  return {
    kind: 'number',
    isWhole: isInt,
    ...(isBound(minValue) && { min: minValue ?? 0 }),
    ...(isBound(maxValue) && { max: maxValue ?? 0 }),
  }
}
