import type { LocalizedText } from '../../../messages/localized.ts'
import { readStructuredHeader } from '../read/header-parameters.ts'
import { type MimePart, preamble, readStructure } from '../read/mime-structure.ts'
import { doubtMessages } from './doubt-messages.ts'
import { type Fields, readFields } from './headers.ts'

// A DKIM signature covers the body and only the headers it lists. Gmail leaves out Content-Type. Somebody who has a
// signed mail could then send it again with another boundary or encoding, so that other text in the same bytes is
// shown, for example their own text that the sender had quoted. So if these headers are not signed, the body must allow
// only one interpretation.

const texts = doubtMessages.format

/** Whether the signed headers determine how the body is decoded, so that nobody can have changed that. */
export function coversDecoding(signed: string[], { fields }: Fields): boolean {
  if (!isCovered(signed, fields, 'content-type')) return false
  return isCovered(signed, fields, 'content-transfer-encoding') || typeIn(fields).value.startsWith('multipart/')
}

/** Whether the signature lists this header, and the mail has it at most once. A listed absent header cannot be added. */
function isCovered(signed: string[], fields: string[], name: string): boolean {
  return signed.some((signedName) => signedName.trim().toLowerCase() === name) && valuesOf(fields, name).length <= 1
}

function typeIn(fields: string[]): { value: string; parameters: Map<string, string> } {
  return readStructuredHeader(valuesOf(fields, 'content-type')[0] ?? '')
}

function valuesOf(fields: string[], name: string): string[] {
  return fields
    .filter((field) => field.slice(0, field.indexOf(':')).trim().toLowerCase() === name)
    .map((field) => field.slice(field.indexOf(':') + 1))
}

/**
 * Why the body can be decoded in more than one way, or undefined if it cannot. `isCut` means that only its beginning
 * was fetched, so its end is unknown.
 */
export async function decodingDoubt(source: Buffer, { isCut = false } = {}): Promise<LocalizedText | undefined> {
  const { fields, bodyAt } = readFields(source)
  const names = ['content-type', 'content-transfer-encoding']
  if (names.some((name) => valuesOf(fields, name).length > 1)) return texts.twoHeaders
  const { value: type, parameters } = typeIn(fields)
  const body = source.subarray(bodyAt)
  if (!type.startsWith('multipart/')) return singleDoubt(type, parameters.get('charset') ?? '', fields, body)
  const boundary = parameters.get('boundary')?.trimEnd() ?? ''
  return boundaryDoubt(boundary, body, isCut) ?? kindDoubt((await readStructure(source)).root)
}

const EDGE_BYTES = 4096
/** If the parts start at the first line and end at the last, only one boundary is possible. */
function boundaryDoubt(boundary: string, body: Buffer, isCut: boolean): LocalizedText | undefined {
  if (boundary === '') return texts.noBoundary
  const start = body.toString('latin1', 0, EDGE_BYTES).trimStart().replace(preamble, '').trimStart()
  const [first = ''] = start.split(/\r?\n/, 1)
  if (first.trimEnd() !== `--${boundary}`) return texts.textBefore
  if (isCut) return undefined
  const last = Buffer.from(`\n--${boundary}--`, 'latin1')
  const at = body.indexOf(last)
  if (at < 0) return texts.notClosed
  const isEnd = body.subarray(at + last.length).every((byte) => byte === 10 || byte === 13 || byte === 32 || byte === 9)
  return isEnd ? undefined : texts.textAfter
}

/** The same parts have another meaning as alternatives than one after the other. */
function kindDoubt({ type, children }: MimePart): LocalizedText | undefined {
  const textParts = children.filter(
    (part) => part.type.startsWith('text/') && part.disposition === '' && !part.parameters.has('name'),
  )
  const isAlternative =
    textParts.length === children.length && children.length > 1 && new Set(children.map((part) => part.type)).size > 1
  switch (type) {
    case 'multipart/alternative':
      return children.every(
        (part) =>
          /^text\/|^multipart\/(?:related|mixed|alternative)$/.test(part.type) && part.disposition !== 'attachment',
      )
        ? undefined
        : texts.noVersions
    case 'multipart/mixed':
    case 'multipart/related':
      return isAlternative ? texts.likeVersions : undefined
    case 'multipart/signed':
      return children.length === 2 ? undefined : texts.notTwoParts
    default:
      return texts.unusualType
  }
}

/** A single text must not look like another type or encoding. */
function singleDoubt(type: string, charset: string, fields: string[], body: Buffer): LocalizedText | undefined {
  if (type !== '' && type !== 'text/plain' && type !== 'text/html') return texts.noText
  if (/^(?:utf-?(?:7|16|32)|ucs|hz|ebcdic|cp(?:037|500|1047))/i.test(charset.trim())) return texts.charset
  const text = body.toString('latin1', 0, MAX_CHECKED_BYTES)
  if (body.length > MAX_CHECKED_BYTES) return texts.tooLong
  if (/^\s*--[^\s-]/.test(text)) return texts.likeParts
  const encoding = (valuesOf(fields, 'content-transfer-encoding')[0] ?? '').trim().toLowerCase()
  const doubt = encodingDoubt(encoding, text)
  if (doubt) return doubt
  const start =
    encoding === 'base64' ? Buffer.from(text, 'base64').toString('latin1', 0, EDGE_BYTES) : text.slice(0, EDGE_BYTES)
  const isHtml =
    /^\s*(?:\u00ef\u00bb\u00bf)?<(?:!|\?xml|html|head|body|div|p|table|span|meta|style|font|br|b|a|center)\b/i.test(
      start,
    ) || /^\s*<!/.test(start)
  return isHtml === (type === 'text/html') ? undefined : texts.html
}

const MAX_CHECKED_BYTES = 2 * 1024 * 1024

function encodingDoubt(encoding: string, text: string): LocalizedText | undefined {
  const isBase64 = /^[A-Za-z\d+/=\r\n]*$/.test(text) && !/[^\r\n]{79}/.test(text)
  if (encoding === 'base64') return isBase64 ? undefined : texts.wrongEncoding
  // Long lines without any space.
  if (isBase64 && /[A-Za-z\d+/]{60}/.test(text)) return texts.unmarkedEncoding
  const marks = text.match(/=(?:[\dA-F]{2}|[ \t]*\r?\n)/gi)?.length ?? 0
  if (encoding !== 'quoted-printable')
    return /=[\dA-F]{2}=[\dA-F]{2}|=\r?\n/.test(text) ? texts.unmarkedEncoding : undefined
  // An encoder leaves the line breaks of a text as they are.
  const isQuotedPrintable = marks === (text.match(/=/g)?.length ?? 0) && !/[\x80-\xff]|[^\r\n]{79}/.test(text)
  return isQuotedPrintable && !/=0[AD]/i.test(text) ? undefined : texts.wrongEncoding
}
