import { isDeviceLine } from './device-lines.ts'

/** A line of the sender's own text. */
export interface SignatureLine {
  raw: string
  /** A mail client marked it as a signature. */
  isSignature?: true
}

/** A block with more lines is ordinary text. */
const MAX_SIGNATURE_LINES = 20
const MAX_LINE_CHARS = 100

/**
 * The index at which the signature begins, or the number of lines if there is none. People also write ordinary text
 * below dashes or inside a marked block, so the block has to look like a signature. `writer` is the name and address in
 * From.
 */
export function findSignature(lines: SignatureLine[], writer: string): number {
  const end = startOfDeviceLines(lines, lines.length)
  const block = findSignatureBlock(lines.slice(0, end))
  return block !== undefined && looksLikeSignature(lines.slice(block.at, end), { ...block, writer })
    ? startOfDeviceLines(lines, block.at)
    : end
}

/** The start of the last block that a client marked or that follows two dashes. */
function findSignatureBlock(lines: SignatureLine[]): { at: number; isMarked: boolean } | undefined {
  const marked = lines.findIndex(({ isSignature }) => isSignature)
  if (marked >= 0 && lines.slice(marked).every((line) => line.isSignature || isBlank(line)))
    return { at: marked, isMarked: true }
  const dashes = lines.findLastIndex(({ raw }) => /^--[ \u00a0]?$/.test(raw))
  return dashes < 0 ? undefined : { at: dashes, isMarked: false }
}

function looksLikeSignature(
  lines: SignatureLine[],
  { isMarked, writer }: { isMarked: boolean; writer: string },
): boolean {
  const filled = lines.map(({ raw }) => raw.trim()).filter((line) => line !== '' && !/^[-_—]+$/.test(line))
  if (filled.length > MAX_SIGNATURE_LINES || filled.some((line) => line.length > MAX_LINE_CHARS || isSentence(line)))
    return false
  return isMarked || filled.length === 0 || filled.some(hasContactDetails) || sharesName(filled[0] ?? '', writer)
}

/** A statement, as opposed to a name or contact details. */
function isSentence(line: string): boolean {
  if (hasContactDetails(line) || isDeviceLine(line)) return false
  const words = line.split(/\s+/).length
  const cjkChars = line.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  return /[?？]/.test(line) || words > 8 || (/[.!。！…]$/.test(line) && (words > 3 || cjkChars > 6))
}

/** Contains a phone number, mail address or URL. */
export function hasContactDetails(line: string): boolean {
  return /\S@[^\s@]+\.\S|https?:\/\/|\bwww\.|(?:\d[ ()/.-]{0,2}){6}/.test(line)
}

function sharesName(line: string, writer: string): boolean {
  const names = new Set(writer.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? [])
  const words = line.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []
  return words.length <= 5 && words.some((word) => names.has(word))
}

/** The start of the device lines before `end`, including what separates them from the text above. */
function startOfDeviceLines(lines: SignatureLine[], end: number): number {
  let from = end
  for (let at = end - 1; at >= 0; at--) {
    const line = lines[at]
    if (!line || isBlank(line) || isRule(line)) continue
    if (!isDeviceLine(line.raw)) break
    from = at
  }
  while (from < lines.length && from > 0 && isSeparator(lines[from - 1])) from--
  return from
}

function isBlank({ raw }: SignatureLine): boolean {
  return raw.trim() === ''
}

function isRule({ raw }: SignatureLine): boolean {
  return /^(?:_{5,}|-{2,})\s*$/.test(raw)
}

function isSeparator(line: SignatureLine | undefined): boolean {
  return line !== undefined && /^[-_—]*$/.test(line.raw.trim())
}
