/** Creates a value at its first use and keeps it. For expensive values that an idle daemon does not need. */
export function lazy<T>(make: () => T): () => T {
  let cached: { value: T } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}
