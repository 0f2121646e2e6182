/** Without the blanks around it. A pattern would look at each blank of a long run again for every other. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

/** Space and tab, and nothing that only looks like them. */
function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
