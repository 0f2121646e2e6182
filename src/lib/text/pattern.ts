/**
 * A text as a pattern that matches exactly it, with any flags. Only what has a meaning of its own is escaped: with the flags
 * u and v an escape of anything else, such as a hyphen, is an error. Not for use between square brackets.
 */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * Whether a text is this one with something in place of each star: any run of characters that holds none of `never`. Every
 * part is taken where it first occurs, so several stars take no longer than one; a pattern would try all their combinations.
 */
export function fitsStars(starred: string, text: string, never: RegExp): boolean {
  const [first = '', ...parts] = starred.split('*')
  const last = parts.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found === -1 || never.test(text.slice(at, found))) return false
    at = found + part.length
  }
  const end = text.length - last.length
  return end >= at && text.endsWith(last) && !never.test(text.slice(at, end))
}
