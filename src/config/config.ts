import type { z } from 'zod'
import { type CamelKeys, camelCase } from './camel-keys.ts'
import { keys, secretPaths } from './keys.ts'
import { valueAt } from './problems/problems.ts'
import type { schema } from './schema.ts'
import type { SetHere } from './set-here/kept.ts'

/** Everything a person can decide, checked and frozen. */
export type Config = CamelKeys<z.output<typeof schema>> & {
  /** Undefined when there is none and the defaults hold. */
  readonly file: string | undefined
  /** The keys the file gives a value, as it spells them; every other has its default. */
  readonly named: ReadonlySet<string>
  /** Those of them that the file takes from the environment (`env:NAME`). */
  readonly fromEnvironment: ReadonlySet<string>
  /** What was set on the page and holds against the file, by the key as the file would spell it. */
  readonly setHere: SetHere
  /** What should be put right but stops nothing; one sentence each. */
  readonly warnings: readonly string[]
}

/** The value of a key as it can be shown; null for what is not set. */
export type ShownValue = string | number | boolean | null

/** Key by key as the file spells them; a secret shows only that it is there. */
export function describeConfig(config: Config): Record<string, ShownValue> {
  return Object.fromEntries(
    keys.map(({ name, secret }) => {
      const value = valueAt(config, pathOf(name)) as
        | string
        | number
        | boolean
        | readonly (string | number)[]
        | undefined
      const shown = typeof value === 'object' ? value.join(', ') : value
      return [name, shown === undefined ? null : secret ? '(set)' : shown]
    }),
  )
}

/** Every credential the configuration holds, for the scrubber. */
export function secretsOf(config: Config): string[] {
  return secretPaths(config, camelCase)
    .map((path) => valueAt(config, path))
    .filter((value) => typeof value === 'string')
}

function pathOf(name: string): string[] {
  return name.split('.').map(camelCase)
}
