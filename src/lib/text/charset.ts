/**
 * Decodes bytes by their byte order mark, else by the given label, else as UTF-8. Text that is invalid in its declared
 * charset is read as windows-1252.
 */
export function decodeText(bytes: Uint8Array, label: string | undefined): string {
  const charset = charsetOfMark(bytes) ?? label?.trim().toLowerCase() ?? 'utf-8'
  // Node 20 decodes all of these as strict Latin-1.
  if (/^(iso-?8859-1|latin-?1|windows-1252|cp-?1252)$/.test(charset)) return readLatin(bytes)
  const text = (decoderFor(charset) ?? new TextDecoder()).decode(bytes)
  return isWrongCharset(text) && !/^(utf-16|shift|sjis|euc|gb|big5|iso-2022)/.test(charset) ? readLatin(bytes) : text
}

function charsetOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function decoderFor(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}

function readLatin(bytes: Uint8Array): string {
  return decodeWindowsControls(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
}

/**
 * True if most non-ASCII characters are invalid. A few among valid ones are damage, or the place where a text was cut.
 */
export function isWrongCharset(text: string): boolean {
  const invalidCount = text.split('\ufffd').length - 1
  return invalidCount > 0 && invalidCount * 2 >= (text.match(/[^\0-\x7f]/g)?.length ?? 0)
}

/**
 * Text labelled Latin-1 is nearly always windows-1252; nobody writes the control characters that Latin-1 has in these
 * places.
 */
export function decodeWindowsControls(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (character) => (windows1252[character.charCodeAt(0) - 0x80] ?? '').trim())
}

/** The characters from 0x80 to 0x9f; a space where windows-1252 has none. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
