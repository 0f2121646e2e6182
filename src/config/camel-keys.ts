/** The file speaks snake_case, the code camelCase; this is the one bridge between them. */
export type CamelKeys<T> = T extends readonly (infer Item)[]
  ? readonly CamelKeys<Item>[]
  : T extends object
    ? { readonly [K in keyof T as CamelCase<K & string>]: CamelKeys<T[K]> }
    : T

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S

/** A frozen copy of plain tables, lists of tables or scalars, and scalars. */
export function camelKeys<T extends object>(value: T): CamelKeys<T> {
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    if (Array.isArray(inner)) return [camelCase(key), Object.freeze(inner.map(camelItem))]
    return [camelCase(key), camelItem(inner)]
  })
  return Object.freeze(Object.fromEntries(entries)) as CamelKeys<T>
}

export function camelCase(key: string): string {
  return key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

function camelItem(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? camelKeys(item) : item
}
