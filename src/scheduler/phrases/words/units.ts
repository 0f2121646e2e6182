import type { Unit } from '../piece.ts'

/** Names of units, each list under its unit. */
export function unitWords(names: Partial<Record<Unit, string>>): Record<string, Unit> {
  const words: Record<string, Unit> = {}
  for (const [unit, all] of Object.entries(names)) for (const name of all.split('|')) words[name] = unit as Unit
  return words
}
