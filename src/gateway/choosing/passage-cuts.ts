import { wholeBefore } from '../../lib/text/text.ts'

/** A run of a text, by its places in it. */
export interface TextSpan {
  from: number
  to: number
}

/** The least of a text that stands by itself: a sentence or a few, a line of a list, a piece of code. */
export interface Passage extends TextSpan {
  /** The lines that open and close the code it is part of: without them it would pass for prose, and prose for code. */
  fences: TextSpan[]
}

/** Longer ones are parted at ends of sentences, code between its lines. */
const MOST_CHARS = 300

/** All of a text, in order. */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = []
  for (const { lines, fences } of blocksOf(text)) {
    const cuts = fences.length > 0 ? linesTogether(lines) : lines.flatMap((line) => sentencesIn(text, line))
    passages.push(...cuts.map((span) => ({ ...span, fences })))
  }
  return passages
}

interface Block {
  lines: TextSpan[]
  fences: TextSpan[]
}

/** Prose line by line, and each piece of code with the lines around it. What is never closed is code to the end. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let code: { mark: string; open: TextSpan; lines: TextSpan[] } | undefined
  const end = (close?: TextSpan) => {
    if (!code) return
    const fences = close ? [code.open, close] : [code.open]
    blocks.push({ lines: code.lines.length > 0 ? code.lines : fences, fences })
    code = undefined
  }
  for (const line of linesOf(text)) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text.slice(line.from, Math.min(line.to, line.from + MOST_CHARS)))?.[1]
    if (code && mark?.startsWith(code.mark)) end(line)
    else if (code) code.lines.push(line)
    else if (mark) code = { mark, open: line, lines: [] }
    else blocks.push({ lines: [line], fences: [] })
  }
  end()
  return blocks
}

/** Without their breaks; empty ones are none. */
function linesOf(text: string): TextSpan[] {
  const lines: TextSpan[] = []
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    if (text.slice(from, to).trim() !== '') lines.push({ from, to })
    from = to + 1
  }
  return lines
}

/** As many neighbouring lines as a passage holds. */
function linesTogether(lines: TextSpan[]): TextSpan[] {
  const together: TextSpan[] = []
  for (const line of lines) {
    const last = together.at(-1)
    if (last && line.to - last.from <= MOST_CHARS) last.to = line.to
    else together.push({ ...line })
  }
  return together
}

/** A line, or its sentences where it is long; one that never ends is cut between words, or at least between characters. */
function sentencesIn(text: string, line: TextSpan): TextSpan[] {
  const ends = [...text.slice(line.from, line.to).matchAll(sentenceEnd)].map(
    (end) => line.from + end.index + end[0].length,
  )
  const spans: TextSpan[] = []
  let from = line.from
  for (const to of [...ends, line.to]) {
    for (; to - from > MOST_CHARS * 2; from = spans.at(-1)?.to ?? to) {
      const space = text.lastIndexOf(' ', from + MOST_CHARS) + 1
      spans.push({ from, to: space > from ? space : wholeBefore(text, from + MOST_CHARS) })
    }
    if (to > from) spans.push({ from, to })
    from = to
  }
  return linesTogether(spans)
}

const sentenceEnd = /(?<![.!?…])[.!?…]+["'”’»)\]*_]*\s+|[。！？；]+["'”’」』）]*/gu
