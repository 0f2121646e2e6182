import { createSniffer } from '../../../lib/sniff.ts'
import { decodeText } from '../../../lib/text/charset.ts'

/** The text that bytes stand for; undefined where they are none. */
export function textOf(bytes: Buffer, charset?: string): string | undefined {
  const isWide = bytes[0] === 0xff ? bytes[1] === 0xfe : bytes[0] === 0xfe && bytes[1] === 0xff
  if (bytes.length > 0 && !isWide && (isKnownKind(bytes) || bytes.includes(0))) return undefined
  return decodeText(bytes, charset)
    .replace(/^\ufeff/, '')
    .toWellFormed()
}

/** What the bytes are, by their beginning. */
export function kindOf(bytes: Buffer): string {
  const sniffer = createSniffer()
  sniffer.push(bytes.subarray(0, 64))
  return sniffer.type()
}

function isKnownKind(bytes: Buffer): boolean {
  const kind = kindOf(bytes)
  return kind !== 'text/plain' && kind !== 'application/octet-stream'
}

/** One that is longer counts as several, so that every part of it has a number by which it can be asked for. */
const LONGEST_LINE = 2000

export function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.flatMap((line) => (line.length <= LONGEST_LINE ? [line] : piecesOf(line)))
}

function piecesOf(line: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < line.length; ) {
    const isTorn = /[\ud800-\udbff]/.test(line[at + LONGEST_LINE - 1] ?? '')
    const end = at + LONGEST_LINE - (isTorn ? 1 : 0)
    pieces.push(line.slice(at, end))
    at = end
  }
  return pieces
}
