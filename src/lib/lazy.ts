/** Made with the first use and kept: what is costly to make and nobody needs while the daemon only waits. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
