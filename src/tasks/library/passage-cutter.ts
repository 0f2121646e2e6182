import { splitText } from '../../lib/text/text.ts'
import type { NewLibraryPassage } from '../../store/library/library-files.ts'
import type { Section } from './sections.ts'

/** Long enough for an answer to stand in one passage, short enough for several to fit into a prompt. */
const MAX_PASSAGE_CHARS = 1200

/** Cuts sections into passages between paragraphs; a paragraph that is too long is cut at a line or a word. */
export function cutIntoPassages(sections: Section[], maxChars = MAX_PASSAGE_CHARS): NewLibraryPassage[] {
  return sections.flatMap(({ headings, text }) => {
    const heading = headings.join(' › ')
    return packParagraphs(splitIntoParagraphs(text), maxChars).map((passage) => ({ heading, text: passage }))
  })
}

function packParagraphs(paragraphs: string[], maxChars: number): string[] {
  const passages: string[] = []
  let current = ''
  for (const part of paragraphs.flatMap((paragraph) => splitText(paragraph, maxChars))) {
    if (current !== '' && current.length + part.length + 2 > maxChars) {
      passages.push(current)
      current = ''
    }
    current = current === '' ? part : `${current}\n\n${part}`
  }
  return [...passages, current].map((passage) => passage.trim()).filter((passage) => passage !== '')
}

function splitIntoParagraphs(text: string): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line.trimEnd())
  }
  return paragraphs.flatMap((lines) => (lines.length > 0 ? [lines.join('\n')] : []))
}
