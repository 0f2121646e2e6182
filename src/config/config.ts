import type { z } from 'zod'
import type { AnyText } from '../messages/localized.ts'
import { type CamelKeys, camelCase } from './camel-keys.ts'
import { keys, secretPaths } from './key-paths.ts'
import type { Overrides } from './overrides/override-file.ts'
import { valueAt } from './problems/problems.ts'
import type { schema } from './schema/schema.ts'

/** The whole configuration, checked and frozen. */
export type Config = CamelKeys<z.output<typeof schema>> & {
  /** Undefined if there is no file and the defaults apply. */
  readonly file: string | undefined
  /** The keys that the file sets, as it spells them. All others have their defaults. */
  readonly named: ReadonlySet<string>
  /** Those of them that the file takes from the environment with `env:NAME`. */
  readonly fromEnvironment: ReadonlySet<string>
  /** What was set on the page and takes precedence over the file. */
  readonly overrides: Overrides
  /** Problems that do not prevent a start; one text each. */
  readonly warnings: readonly AnyText[]
}

/** The value of a key as it can be shown; null if it is not set. */
export type ShownValue = string | number | boolean | null

/** The value of every key, by its name in the file. A secret shows only that it is set. */
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

/** Every secret in the configuration, so that logs and replies can be scrubbed. */
export function secretsOf(config: Config): string[] {
  return secretPaths(config, camelCase)
    .map((path) => valueAt(config, path))
    .filter((value) => typeof value === 'string')
}

function pathOf(name: string): string[] {
  return name.split('.').map(camelCase)
}
