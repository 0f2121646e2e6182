import { isUtf8 } from 'node:buffer'
import { trimBlanks } from './addresses.ts'

export { addressesIn } from './addresses.ts'

export interface Header {
  /**
   * In lower case. Empty for a line that is not a header, or if something was left out; then the mail proves nothing.
   */
  name: string
  /** Unfolded. UTF-8 if the bytes are valid UTF-8, else one character per byte. */
  value: string
}

const MAX_HEADERS = 2000
const MAX_FIELD_CHARS = 64 * 1024
const MAX_HEADER_BYTES = 1024 * 1024

/** The headers in order. The block may include the body. */
export function readHeaders(block: Buffer): Header[] {
  const { fields, isWhole } = readFields(block)
  const headers = fields.map((field) => headerOf(field.slice(0, MAX_FIELD_CHARS)))
  const isAll = isWhole && fields.every((field) => field.length <= MAX_FIELD_CHARS)
  return isAll ? headers : [...headers, { name: '', value: '' }]
}

export function headerValues(headers: Header[], name: string): string[] {
  return headers.filter((header) => header.name === name).map(({ value }) => value)
}

export interface Fields {
  /** Each header as written, one character per byte, with its lines joined by CRLF. */
  fields: string[]
  /** The offset of the body. */
  bodyAt: number
  /** The end of the headers was found and nothing was left out. */
  isWhole: boolean
}

/** A bare CR is not a line break here, because the servers that checked the mail did not treat it as one either. */
export function readFields(block: Buffer): Fields {
  const limit = Math.min(block.length, MAX_HEADER_BYTES)
  const fields: string[][] = []
  let at = 0
  while (at < limit) {
    const feed = block.indexOf(10, at)
    const end = feed === -1 ? block.length : feed
    const line = block.toString('latin1', at, block[end - 1] === 13 && end > at ? end - 1 : end)
    at = end + 1
    if (line === '') return { fields: fields.map(joined), bodyAt: Math.min(at, block.length), isWhole: true }
    const last = fields.at(-1)
    // A line of blanks does not continue a header. Some programs treat it as the end of the headers, so we keep it as
    // an invalid one.
    if (last && /^[ \t]/.test(line) && /[^ \t]/.test(line)) last.push(line)
    else if (fields.length === MAX_HEADERS) return { fields: fields.map(joined), bodyAt: block.length, isWhole: false }
    else fields.push([line])
  }
  // A partially fetched mail may contain only part of its headers.
  return { fields: fields.map(joined), bodyAt: block.length, isWhole: false }
}

function joined(lines: string[]): string {
  return lines.join('\r\n')
}

function headerOf(field: string): Header {
  const colon = field.indexOf(':')
  const name = trimBlanks(field.slice(0, Math.max(colon, 0)))
  const bytes = Buffer.from(field.slice(colon + 1).replaceAll('\r\n', ''), 'latin1')
  const value = isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1')
  return { name: isName(name) ? name.toLowerCase() : '', value: trimBlanks(value) }
}

/** RFC 5322: printable ASCII without the colon, so look-alike letters do not make a header. */
function isName(text: string): boolean {
  return /^[!-9;-~]{1,200}$/.test(text)
}
