import { decodeWindowsControls } from '../../../lib/text/charset.ts'

const WORD = /=\?([\w-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?\s]{0,2000})\?=/gi

/** Decodes RFC 2047 for display: `=?utf-8?q?J=C3=BCrgen?=`. Text that cannot be decoded stays as it is. */
export function decodeWords(text: string): string {
  // Blanks between two encoded words are only separators, and one character may be split across both words.
  const words = text.replace(/\?=[ \t\r\n]+(?==\?)/g, '?=')
  let pending: { charset: string; bytes: Buffer[] } | undefined
  let end = 0
  let shown = ''
  const flush = () => {
    if (pending) shown += decoded(pending.charset, Buffer.concat(pending.bytes))
    pending = undefined
  }
  for (const match of words.matchAll(WORD)) {
    const [encodedWord, charset = '', encoding = '', content = ''] = match
    if (match.index > end) {
      flush()
      shown += words.slice(end, match.index)
    }
    if (pending && pending.charset !== charset.toLowerCase()) flush()
    pending ??= { charset: charset.toLowerCase(), bytes: [] }
    pending.bytes.push(/b/i.test(encoding) ? Buffer.from(content, 'base64') : fromQ(content))
    end = match.index + encodedWord.length
  }
  flush()
  return shown + words.slice(end)
}

function fromQ(content: string): Buffer {
  const bytes = content
    .replaceAll('_', ' ')
    .replace(/=([\da-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

function decoded(charset: string, bytes: Buffer): string {
  try {
    // Node 20 decodes the quotes of Windows-1252 as control characters.
    return decodeWindowsControls(new TextDecoder(charset).decode(bytes))
  } catch {
    return bytes.toString('utf8')
  }
}
