import { wholeBefore } from '../../../lib/text/text.ts'

/** Of a text that is cut, whatever there is room for: so much of it can be told apart from another. */
const FEWEST = 40

/** Head and tail of a text, with a note on what is between them, in no more characters than these where they suffice for the note. */
export function endsOf(text: string, chars: number, where: string): string {
  if (text.length <= chars) return text
  const note = (left: number) => `\n[… ${left} characters are left out here${where} …]\n`
  const room = Math.max(FEWEST, chars - note(text.length).length)
  if (text.length <= room) return text
  const head = wholeBefore(text, Math.ceil((room * 2) / 3))
  const tail = wholeBefore(text, text.length - Math.floor(room / 3))
  return `${text.slice(0, head)}${note(tail - head)}${text.slice(tail)}`
}
