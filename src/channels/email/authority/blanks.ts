/** Trims blanks. A pattern would take quadratic time on a long run of blanks. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

/** Only space and tab, not other white space. */
function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
