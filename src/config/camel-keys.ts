import { z } from 'zod'
import { unwrap } from './key-paths.ts'

/** The type with its snake_case keys, as in the file, spelled in camelCase, as in the code. */
export type CamelKeys<T> = T extends readonly (infer Item)[]
  ? readonly CamelKeys<Item>[]
  : T extends object
    ? { readonly [K in keyof T as CamelCase<K & string>]: CamelKeys<T[K]> }
    : T

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S

/**
 * A frozen copy of the checked value with camelCase keys. Names that people chose, such as `[email.accounts.my_work]`,
 * keep their spelling.
 */
export function camelKeys<T>(checked: T, type: z.ZodType<T>): CamelKeys<T> {
  return spelled(checked, type) as CamelKeys<T>
}

export function camelCase(key: string): string {
  return key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

function spelled(value: unknown, type: z.ZodType): unknown {
  const bare = unwrap(type)
  if (bare instanceof z.ZodObject) {
    return table(value, (key, inner) => [camelCase(key), spelled(inner, bare.shape[key] as z.ZodType)])
  }
  if (bare instanceof z.ZodRecord) {
    return table(value, (name, inner) => [name, spelled(inner, bare.valueType as z.ZodType)])
  }
  if (bare instanceof z.ZodArray) return list(value, (item) => spelled(item, bare.element as z.ZodType))
  return Array.isArray(value) ? list(value, (item) => item) : value
}

function table(value: unknown, each: (key: string, inner: unknown) => [string, unknown]): object {
  const entries = Object.entries(value as Record<string, unknown>)
  return Object.freeze(Object.fromEntries(entries.map(([key, inner]) => each(key, inner))))
}

function list(value: unknown, each: (item: unknown) => unknown): readonly unknown[] {
  return Object.freeze((value as unknown[]).map((item) => each(item)))
}
