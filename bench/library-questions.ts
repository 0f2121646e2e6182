import type { LibraryPassage } from '../src/domain/library.ts'
import { isFunctionWord } from '../src/gateway/choosing/words/languages.ts'

/** A question with the text that answers it. */
export interface LibraryQuestion {
  kind: 'heading' | 'half a sentence' | 'beginning' | 'other forms'
  text: string
  isAnswer(passage: LibraryPassage): boolean
}

/** No weight or limit was chosen with these. */
export const KEPT_OUT = 'other forms'

/**
 * Makes questions by rules, from passages that are drawn evenly over the whole tree. The answer is the passage itself, or
 * one with the same sentence, because documentation repeats itself.
 */
export function makeQuestions(passages: LibraryPassage[], perKind: number): LibraryQuestion[] {
  const usable = passages.flatMap((passage) => {
    const sentence = sentencesOf(passage.text)[0]
    return sentence !== undefined && passage.heading.includes(' › ') ? [{ passage, sentence }] : []
  })
  const kinds: LibraryQuestion['kind'][] = ['heading', 'half a sentence', 'beginning', KEPT_OUT]
  return kinds.flatMap((kind, offset) =>
    Array.from({ length: perKind }, (_, at): LibraryQuestion[] => {
      const index = Math.floor(((at + offset / kinds.length) * usable.length) / perKind)
      const { passage, sentence } = usable[index] ?? {}
      if (!passage || sentence === undefined) return []
      const isAnswer: LibraryQuestion['isAnswer'] =
        kind === 'heading' ? ({ heading }) => heading === passage.heading : ({ text }) => text.includes(sentence)
      return [{ kind, text: textOf(kind, passage, sentence), isAnswer }]
    }).flat(),
  )
}

function textOf(kind: LibraryQuestion['kind'], { heading }: LibraryPassage, sentence: string): string {
  const content = wordsOf(sentence).filter((word) => !isFunctionWord(word))
  if (kind === 'heading') {
    const [page = '', ...others] = heading.split(' › ')
    return `What do I have to know about ${others.at(-1)?.toLowerCase()} of ${page.toLowerCase()}?`
  }
  if (kind === 'half a sentence') return `How is that with ${content.filter((_, at) => at % 2 === 0).join(' ')}?`
  if (kind === 'beginning') return `Please explain: ${wordsOf(sentence).slice(0, 9).join(' ')} …`
  const changed = content.slice(0, 6).map(otherForm)
  return `is there something on ${changed.toSorted().join(', ')}`
}

/** Sentences of plain words, from the longest on. */
function sentencesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => /^\p{Lu}/u.test(line))
  return lines
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .filter((sentence) => /^[\p{L}\p{N} ,.'’()-]{60,240}$/u.test(sentence))
    .toSorted((a, b) => b.length - a.length)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []
}

/** Another form of an English word, by its ending. */
function otherForm(word: string): string {
  if (word.endsWith('ing') && word.length > 6) return `${word.slice(0, -3)}ed`
  if (word.endsWith('ed') && word.length > 5) return `${word.slice(0, -2)}ing`
  if (word.endsWith('s') && word.length > 4) return word.slice(0, -1)
  return word.length > 3 ? `${word}s` : word
}
