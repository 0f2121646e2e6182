/** Stands before the new words of a line that was edited: the model is to know that they are not the first. */
const EDITED_MARK = '[edited] '

export function withEditedMark(text: string): string {
  return EDITED_MARK + text
}

export function withoutEditedMark(text: string): string {
  return text.startsWith(EDITED_MARK) ? text.slice(EDITED_MARK.length) : text
}
