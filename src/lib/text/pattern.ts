/**
 * A text as a pattern that matches exactly it, with any flags. Only what has a meaning of its own is escaped: with the flags
 * u and v an escape of anything else, such as a hyphen, is an error. Not for use between square brackets.
 */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
