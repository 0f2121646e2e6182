import { isUtf8 } from 'node:buffer'

// Charset labels are often wrong: East Asian programs write UTF-8 under the name of an old charset, and some omit the
// label. So we check in which charset the bytes are valid, and whether the result looks like a language.

/** Enough to decide, because a text uses one charset. */
const SAMPLE_BYTES = 64 * 1024

/** The real charset of these bytes if it differs from `label`; undefined if the label may be right. */
export function findActualCharset(bytes: Buffer, label: string): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  if (!sample.some((byte) => byte > 0x7f)) return undefined
  const isValidUtf8 = isUtf8(bytes)
  if (isMultiByte(label)) return isValidUtf8 && isEastern(bytes.toString('utf8', 0, SAMPLE_BYTES)) ? 'utf-8' : undefined
  // Programs also write these labels when they do not know the charset.
  const isDefaultLabel = /^(?:utf-?8|us-ascii|ascii||iso-8859-1|latin1|windows-1252|cp1252)$/i.test(label)
  if (isValidUtf8) return /^utf-?8$/i.test(label) ? undefined : 'utf-8'
  // Every byte is valid in the other single-byte charsets, so nothing contradicts their labels.
  return isDefaultLabel ? guessCharset(sample) : undefined
}

/** For bytes that are not UTF-8 and have no reliable label. */
export function guessCharset(bytes: Buffer): string | undefined {
  return cyrillicCharset(bytes) ?? japaneseCharset(bytes) ?? chineseCharset(bytes)
}

/** Multi-byte charsets: bytes that are invalid in one of them are not text in a single-byte charset either. */
export function isMultiByte(charset: string): boolean {
  return /^(utf-?(7|16|32)|ucs|iso-?2022|gb|big5|shift|sjis|euc|ks_c|hz|x-sjis|cp9[345])/i.test(charset)
}

/** Two characters that take three bytes each in UTF-8 are no coincidence. */
function isEastern(text: string): boolean {
  const nonAscii = text.match(/[^\0-\x7f]/gu) ?? []
  const eastern = nonAscii.filter((character) =>
    /[\u0e00-\u0e7f\u2000-\u206f\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(character),
  )
  return eastern.length >= 2 && eastern.length * 2 >= nonAscii.length
}

const MIN_CYRILLIC_LETTERS = 6
const MIN_WHOLE_WORD_SHARE = 0.9

/**
 * Looks for whole words of non-ASCII letters. Most letters are lower case, and the two charsets have upper and lower
 * case in opposite places.
 */
function cyrillicCharset(bytes: Buffer): string | undefined {
  const words = bytes.toString('latin1').match(/[A-Za-z\x80-\xff]+/g) ?? []
  const nonAscii = words.filter((word) => /[\x80-\xff]/.test(word))
  const cyrillicWords = nonAscii.filter((word) => /^[\xc0-\xff\xa3\xb3\xa8\xb8]+$/.test(word))
  const letters = cyrillicWords.join('')
  const minWords = nonAscii.length * MIN_WHOLE_WORD_SHARE
  if (letters.length < MIN_CYRILLIC_LETTERS || cyrillicWords.length < minWords) return undefined
  // These bytes are the lower-case letters of windows-1251 and the upper-case letters of koi8-r.
  const upperHalf = letters.match(/[\xe0-\xff]/g)?.length ?? 0
  return upperHalf * 2 > letters.length ? 'windows-1251' : 'koi8-r'
}

const MIN_KANA_SHARE = 0.2

function japaneseCharset(bytes: Buffer): string | undefined {
  return ['shift_jis', 'euc-jp'].find((charset) => {
    const characters = decodeStrictly(bytes, charset)?.match(/[^\0-\x7f]/gu) ?? []
    const kana = characters.filter((character) => /[\u3041-\u30fe]/.test(character)).length
    return characters.length > 1 && kana >= characters.length * MIN_KANA_SHARE
  })
}

const MIN_COMMON_SHARE = 0.7

/** Both charsets have the common characters in the first half of their code pages. */
function chineseCharset(bytes: Buffer): string | undefined {
  const shares = [
    { charset: 'gb18030', share: commonShare(bytes, [0xb0, 0xd7], 0xa1) },
    { charset: 'big5', share: commonShare(bytes, [0xa4, 0xc6], 0x40) },
  ].filter(({ charset, share }) => share >= MIN_COMMON_SHARE && decodeStrictly(bytes, charset) !== undefined)
  return shares.toSorted((one, other) => other.share - one.share)[0]?.charset
}

/** The share of two-byte characters whose first byte is in this range. Punctuation does not count. */
function commonShare(bytes: Buffer, [from, to]: [number, number], trail: number): number {
  let [all, common] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const [lead = 0, next = 0] = [bytes[at], bytes[at + 1]]
    if (lead < 0x80) continue
    at++
    if (lead >= 0xa1 && lead <= 0xa3) continue
    all++
    if (lead >= from && lead <= to && next >= trail) common++
  }
  return all < 2 ? 0 : common / all
}

/** Undefined if a byte is invalid. A character cut in two at the end is allowed. */
function decodeStrictly(bytes: Buffer, charset: string): string | undefined {
  for (const cut of [0, 1]) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
    } catch {}
  }
  return undefined
}

/** For charsets that Node decodes correctly, which excludes windows-1252. */
export function decodeAs(bytes: Buffer, charset: string): string {
  return new TextDecoder(charset).decode(bytes)
}
