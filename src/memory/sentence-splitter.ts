import { withoutReferenceForm } from '../domain/message-reference.ts'
import { sentenceEnds, truncate } from '../lib/text/text.ts'

/** Longer sentences are shortened. Twice as much of a line is checked for code. */
const MAX_SENTENCE_CHARS = 240

/** The sentences of a message without list marks. Code, tables, logs, headings, notes of channels and bare addresses are left out. */
export function sentencesOf(text: string): string[] {
  return proseOf(text)
    .flatMap(splitRow)
    .map((sentence) => truncate(sentence.trim(), MAX_SENTENCE_CHARS).replace(/\s+/g, ' '))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence) && !sentence.includes('`'))
}

function splitRow(row: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const { 0: end, index } of row.matchAll(sentenceEnds)) {
    if (end.startsWith('.') && abbreviationEnd.test(row.slice(Math.max(start, index - 6), index))) continue
    sentences.push(row.slice(start, index + end.length))
    start = index + end.length
  }
  return [...sentences, row.slice(start)]
}

/** An ordinal ("am 23. April"), an initial ("z. B.") or a short title ("Mr. Okafor") does not end a sentence. */
const abbreviationEnd = /(?:^|\s)(?:\d{1,2}|\p{L}|\p{Lu}\p{Ll}|Mrs|Sra|Str)$/u

const codeFence = /^\s*(?:```|~~~)/

/** The lines that are prose, without their list marks and emphasis. */
function proseOf(text: string): string[] {
  const rows: { row: string; isCode: boolean }[] = []
  let isFenced = false
  for (const row of text.split(/\n+/)) {
    const isFence = codeFence.test(row)
    rows.push({ row, isCode: isFenced || isFence || looksLikeCode(row.slice(0, 2 * MAX_SENTENCE_CHARS)) })
    if (isFence) isFenced = !isFenced
  }
  const isNextToCode = (at: number) => rows[at - 1]?.isCode === true || rows[at + 1]?.isCode === true
  return rows.flatMap(({ row, isCode }, at) => {
    if (isCode || heading.test(row) || isNote(row) || (isNextToCode(at) && !sentenceEnd.test(row))) return []
    const bare = row.replace(listMark, '')
    return /:\/\/|\*\*|\[/.test(bare) ? withoutReferenceForm(bare.replace(urls, ' ').replace(emphasis, '$1')) : bare
  })
}

/** A line next to code that does not end like a sentence belongs to the code, such as the head of a stack trace. */
const sentenceEnd = /[.!?…。！？]["'”’»)\]]?\s*$/
const heading = /^\s*#{1,6}\s/
/** Channels put the recipients, attachments and the author of a forwarded text into a line in brackets. */
const isNote = (row: string) => row.startsWith('[') && row.indexOf(']') === row.length - 1
const listMark = /^\s*(?:[-*•–]|\d{1,3}[.)](?!\d))\s+/
const urls = /\b[a-z][a-z\d+.-]{0,20}:\/\/\S+/gi
const emphasis = /\*\*([^*]+)\*\*/g

function looksLikeCode(row: string): boolean {
  if (/^\s*[$>|]\s/.test(row) || /\S(?: {3,}|\t)\S/.test(row)) return true
  if (/[;{}]\s*$/.test(row) || /^\s*[[{]\s*["[{\d].*[\]}],?\s*$/.test(row)) return true
  if (!/[{}<>=;|\\$_`~^(]/.test(row)) return false
  const codeSigns = row.match(/[{}<>=;|\\$_`~^]|\p{L}\(|\)\s*=>|\p{Ll}\p{Lu}|\w\.\w+\(/gu)?.length ?? 0
  return codeSigns >= (/^\s{2,}\S/.test(row) ? 1 : 3) && codeSigns * 25 >= row.trim().length
}
