import { fromWindows } from '../../../lib/text/windows.ts'

const WORD = /=\?([\w-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?\s]{0,2000})\?=/gi

/** RFC 2047, for what is shown: `=?utf-8?q?J=C3=BCrgen?=`. What cannot be decoded stays as it is. */
export function decodeWords(text: string): string {
  // Blanks between two of them only hold them apart, and one character may begin in the first and end in the second.
  const words = text.replace(/\?=[ \t\r\n]+(?==\?)/g, '?=')
  let pending: { charset: string; bytes: Buffer[] } | undefined
  let end = 0
  let shown = ''
  const flush = () => {
    if (pending) shown += decoded(pending.charset, Buffer.concat(pending.bytes))
    pending = undefined
  }
  for (const match of words.matchAll(WORD)) {
    const [whole, charset = '', encoding = '', content = ''] = match
    if (match.index > end) {
      flush()
      shown += words.slice(end, match.index)
    }
    if (pending && pending.charset !== charset.toLowerCase()) flush()
    pending ??= { charset: charset.toLowerCase(), bytes: [] }
    pending.bytes.push(/b/i.test(encoding) ? Buffer.from(content, 'base64') : fromQ(content))
    end = match.index + whole.length
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
    // Node 20 leaves the quotes of Windows as controls.
    return fromWindows(new TextDecoder(charset).decode(bytes))
  } catch {
    return bytes.toString('utf8')
  }
}
