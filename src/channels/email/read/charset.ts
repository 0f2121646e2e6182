import { isUtf8 } from 'node:buffer'

// Charset labels are often wrong: East Asian programs write UTF-8 under the name of an old charset, and some omit the
// label. So we check in which charset the bytes are valid, and whether the result looks like a language.

/** Enough to decide, because a text uses one charset. */
const SAMPLE_BYTES = 64 * 1024

/** The real charset of these bytes if it differs from `label`; undefined if the label may be right. */
export function trueCharset(bytes: Buffer, label: string): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  if (!sample.some((byte) => byte > 0x7f)) return undefined
  const isWhole = isUtf8(bytes)
  if (isWide(label)) return isWhole && isEastern(bytes.toString('utf8', 0, SAMPLE_BYTES)) ? 'utf-8' : undefined
  const isNamed =
    !/^(?:utf-?8|us-ascii|ascii|)$/i.test(label) && !/^(?:iso-8859-1|latin1|windows-1252|cp1252)$/i.test(label)
  if (isWhole) return /^utf-?8$/i.test(label) ? undefined : 'utf-8'
  // Another single-byte label, in which every byte is valid. We cannot know better.
  return isNamed ? undefined : unlabelled(sample)
}

/** For bytes that are not UTF-8 and have no reliable label. */
export function unlabelled(bytes: Buffer): string | undefined {
  return cyrillic(bytes) ?? japanese(bytes) ?? chinese(bytes)
}

/** Multi-byte charsets: bytes that are invalid in one of them are not text in a single-byte charset either. */
export function isWide(charset: string): boolean {
  return /^(utf-?(7|16|32)|ucs|iso-?2022|gb|big5|shift|sjis|euc|ks_c|hz|x-sjis|cp9[345])/i.test(charset)
}

/** Two characters that take three bytes each in UTF-8 are no coincidence. */
function isEastern(text: string): boolean {
  const signs = text.match(/[^\0-\x7f]/gu) ?? []
  const eastern = signs.filter((sign) =>
    /[\u0e00-\u0e7f\u2000-\u206f\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(sign),
  )
  return eastern.length >= 2 && eastern.length * 2 >= signs.length
}

const MIN_CYRILLIC_LETTERS = 6
const MIN_WHOLE_WORD_SHARE = 0.9

/**
 * Looks for whole words of non-ASCII letters. Most letters are lower case, and the two charsets have upper and lower
 * case in opposite places.
 */
function cyrillic(bytes: Buffer): string | undefined {
  const words = bytes.toString('latin1').match(/[A-Za-z\x80-\xff]+/g) ?? []
  const high = words.filter((word) => /[\x80-\xff]/.test(word))
  const whole = high.filter((word) => /^[\xc0-\xff\xa3\xb3\xa8\xb8]+$/.test(word))
  const letters = whole.join('')
  if (letters.length < MIN_CYRILLIC_LETTERS || whole.length < high.length * MIN_WHOLE_WORD_SHARE) return undefined
  const upper = letters.match(/[\xe0-\xff]/g)?.length ?? 0
  return upper * 2 > letters.length ? 'windows-1251' : 'koi8-r'
}

const MIN_KANA_SHARE = 0.2

function japanese(bytes: Buffer): string | undefined {
  return ['shift_jis', 'euc-jp'].find((charset) => {
    const signs = strictly(bytes, charset)?.match(/[^\0-\x7f]/gu) ?? []
    const kana = signs.filter((sign) => /[\u3041-\u30fe]/.test(sign)).length
    return signs.length > 1 && kana >= signs.length * MIN_KANA_SHARE
  })
}

const MIN_COMMON_SHARE = 0.7

/** Both charsets have the common characters in the first half of their code pages. */
function chinese(bytes: Buffer): string | undefined {
  const shares = [
    { charset: 'gb18030', share: commonShare(bytes, [0xb0, 0xd7], 0xa1) },
    { charset: 'big5', share: commonShare(bytes, [0xa4, 0xc6], 0x40) },
  ].filter(({ charset, share }) => share >= MIN_COMMON_SHARE && strictly(bytes, charset) !== undefined)
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
function strictly(bytes: Buffer, charset: string): string | undefined {
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
