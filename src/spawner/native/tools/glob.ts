/**
 * Whether a path fits a pattern: * stands for anything within a name, ? for one character, ** for any folders. A pattern
 * without a slash is one for names, in whatever folder. It takes no longer than the product of both lengths.
 */
export function fitsGlob(pattern: string, path: string): boolean {
  const parts = pattern.includes('/') ? pattern.split('/') : ['**', pattern]
  return fits(parts, path.split('/'), '**', (part, name) =>
    fits(Array.from(part), Array.from(name), '*', (sign, letter) => sign === '?' || sign === letter),
  )
}

/** The last star takes one more each time that what follows it does not fit; those before it need no second look. */
function fits(
  pattern: string[],
  items: string[],
  star: string,
  isOne: (sign: string, item: string) => boolean,
): boolean {
  let [at, from] = [0, 0]
  let lastStar = -1
  let taken = 0
  while (from < items.length) {
    const sign = pattern[at]
    if (sign === star) {
      lastStar = at++
      taken = from
    } else if (sign !== undefined && isOne(sign, items[from] ?? '')) {
      at++
      from++
    } else if (lastStar >= 0) {
      at = lastStar + 1
      from = ++taken
    } else return false
  }
  return pattern.slice(at).every((sign) => sign === star)
}
