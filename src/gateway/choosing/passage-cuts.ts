import { sentenceEnds, wholeBefore } from '../../lib/text/text.ts'

/** A span of a text, by character positions. */
export interface TextSpan {
  from: number
  to: number
}

/** The smallest useful piece of a text: one or a few sentences, a list item, a piece of code. */
export interface Passage extends TextSpan {
  /** The fence lines of the code block that it is part of. Without them code and prose could not be told apart. */
  fences: TextSpan[]
}

/** Longer text is split at the ends of sentences, and code between lines. */
const MAX_PASSAGE_CHARS = 300
/** A longer sentence is cut between words. */
const MAX_SENTENCE_CHARS = 2 * MAX_PASSAGE_CHARS

/** Splits a whole text, in order. */
export function splitIntoPassages(text: string): Passage[] {
  const passages: Passage[] = []
  for (const { lines, fences } of splitBlocks(text)) {
    const spans = fences.length > 0 ? joinShort(lines) : lines.flatMap((line) => splitSentences(text, line))
    passages.push(...spans.map((span) => ({ ...span, fences })))
  }
  return passages
}

interface Block {
  lines: TextSpan[]
  fences: TextSpan[]
}

/** Prose line by line, and each code block with its fences. A block that is never closed ends with the text. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let code: { mark: string; open: TextSpan; lines: TextSpan[] } | undefined
  const endCode = (close?: TextSpan) => {
    if (!code) return
    const fences = close ? [code.open, close] : [code.open]
    blocks.push({ lines: code.lines.length > 0 ? code.lines : fences, fences })
    code = undefined
  }
  for (const line of findLines(text)) {
    const fence = /^\s*(`{3,}|~{3,})/.exec(text.slice(line.from, Math.min(line.to, line.from + MAX_PASSAGE_CHARS)))?.[1]
    if (code && fence?.startsWith(code.mark)) endCode(line)
    else if (code) code.lines.push(line)
    else if (fence) code = { mark: fence, open: line, lines: [] }
    else blocks.push({ lines: [line], fences: [] })
  }
  endCode()
  return blocks
}

/** The lines that are not empty, without their line breaks. */
function findLines(text: string): TextSpan[] {
  const lines: TextSpan[] = []
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    if (text.slice(from, to).trim() !== '') lines.push({ from, to })
    from = to + 1
  }
  return lines
}

/** Joins neighbouring spans up to the length of a passage. */
function joinShort(spans: TextSpan[]): TextSpan[] {
  const joined: TextSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last && span.to - last.from <= MAX_PASSAGE_CHARS) last.to = span.to
    else joined.push({ ...span })
  }
  return joined
}

/** A line, or its sentences when it is long. A very long sentence is cut between words or, without any, characters. */
function splitSentences(text: string, line: TextSpan): TextSpan[] {
  const ends = [...text.slice(line.from, line.to).matchAll(sentenceEnds)].map(
    (end) => line.from + end.index + end[0].length,
  )
  const spans: TextSpan[] = []
  let from = line.from
  for (const to of [...ends, line.to]) {
    for (; to - from > MAX_SENTENCE_CHARS; from = spans.at(-1)?.to ?? to) {
      const space = text.lastIndexOf(' ', from + MAX_PASSAGE_CHARS) + 1
      spans.push({ from, to: space > from ? space : wholeBefore(text, from + MAX_PASSAGE_CHARS) })
    }
    if (to > from) spans.push({ from, to })
    from = to
  }
  return joinShort(spans)
}
