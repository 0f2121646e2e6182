import { splitText } from '../../lib/text/text.ts'
import type { NewLibraryPassage } from '../../store/library/library-files.ts'
import type { Section } from './sections.ts'

/** Long enough for one passage to contain an answer, short enough for several to fit into a prompt. */
const MAX_PASSAGE_CHARS = 1200

/**
 * Cuts sections into passages between paragraphs; a paragraph that is too long is cut at a line or a word. Each passage is
 * cut when it is asked for, because finding the characters of some scripts takes seconds in a long file.
 */
export function* cutIntoPassages(sections: Section[], maxChars = MAX_PASSAGE_CHARS): Generator<NewLibraryPassage> {
  for (const { headings, text } of sections) {
    const heading = headings.join(' › ')
    for (const passage of packParagraphs(splitIntoParagraphs(text), maxChars)) {
      const trimmed = passage.trim()
      if (trimmed !== '') yield { heading, text: trimmed }
    }
  }
}

function* packParagraphs(paragraphs: string[], maxChars: number): Generator<string> {
  let current = ''
  for (const paragraph of paragraphs) {
    for (const part of partsOf(paragraph, maxChars)) {
      if (current !== '' && current.length + part.length + 2 > maxChars) {
        yield current
        current = ''
      }
      current = current === '' ? part : `${current}\n\n${part}`
    }
  }
  yield current
}

function* partsOf(paragraph: string, maxChars: number): Generator<string> {
  let rest = paragraph
  while (rest.length > maxChars) {
    const [part = rest] = splitText(rest.slice(0, 2 * maxChars), maxChars)
    yield part
    rest = rest.slice(part.length)
  }
  yield rest
}

function splitIntoParagraphs(text: string): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line.trimEnd())
  }
  return paragraphs.flatMap((lines) => (lines.length > 0 ? [lines.join('\n')] : []))
}

/** The next items; fewer when there are no more. The rest stays in the iterator. */
export function* takeFrom<T>(items: Iterator<T>, most: number): Generator<T> {
  for (let count = 0; count < most; count++) {
    const { done, value } = items.next()
    if (done) return
    yield value
  }
}
