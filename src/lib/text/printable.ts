/** Text for a terminal: what could move the cursor or colour the screen is taken out; line breaks and tabs stay. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    /[\n\t]/.test(character) ? character : '',
  )
}
