import { Readable } from 'node:stream'
import type { Options, Parsed } from 'mailparser'
import { decodeWindowsControls, isWrongCharset } from '../../../lib/text/charset.ts'
import { decodeAs, findActualCharset, guessCharset, isMultiByte } from './charset.ts'
import { readStructuredHeader } from './header-parameters.ts'
import { mailLimits } from './limits.ts'
import type { MimePart } from './mime-structure.ts'
import { type PartHeaders, rawText } from './part-headers.ts'

// mailparser handles transfer encodings, charsets and encoded words. It gets one item at a time, with headers we wrote,
// and only if something is encoded. It is loaded for the first such mail, because the daemon starts faster without it.

/**
 * The text of a part. If the bytes are invalid in the stated charset, we detect the real one or assume Windows-1252.
 */
export async function decodePartText(part: MimePart): Promise<string> {
  const { type, parameters, head, body } = part
  const label = parameters.get('charset')?.trim() || (type === 'text/html' ? metaCharset(body) : '')
  const validLabel = /^[\w.:+-]{1,40}$/.test(label) ? label : ''
  const charset = validLabel || 'utf-8'
  const transfer = transferOf(head)
  const source = body.subarray(0, type === 'text/html' ? mailLimits.htmlBytes : mailLimits.plainBytes)
  const isPlainUtf8 = transfer === 'binary' && /^(utf-?8|us-ascii)$/i.test(charset)
  const bytes = await decodeFile({ ...part, body: source })
  const actualCharset = findActualCharset(bytes, validLabel)
  if (actualCharset !== undefined) return decodeAs(bytes, actualCharset)
  const text = isPlainUtf8 ? source.toString('utf8') : await decodeWith(charset)
  // mailparser decodes unknown labels as UTF-8, right or wrong.
  return decodeWindowsControls(isWrongCharset(text) && !isMultiByte(charset) ? await decodeWith('windows-1252') : text)

  async function decodeWith(label: string): Promise<string> {
    const parsed = await parse([`Content-Type: text/plain; charset=${label}`, transferLine(transfer)], source)
    return parsed?.text ?? ''
  }
}

/** The charset in a meta tag, if no header names one. */
function metaCharset(body: Buffer): string {
  const start = body.toString('latin1', 0, 2048)
  return start.match(/<meta[^<>]{1,200}charset=["']?([\w.:+-]{1,40})/i)?.[1] ?? ''
}

/** The decoded bytes of a file. */
export async function decodeFile({ head, body }: MimePart): Promise<Buffer> {
  const transfer = transferOf(head)
  if (transfer === 'binary') return body
  const lines = ['Content-Type: application/octet-stream', 'Content-Disposition: attachment', transferLine(transfer)]
  return fileOf(await parse(lines, body))?.content ?? Buffer.alloc(0)
}

/** The file name from either header, in any encoding. */
export async function decodeName({ head }: MimePart): Promise<string> {
  const type = rawWords(head, 'content-type')
  const disposition = rawWords(head, 'content-disposition')
  if (!/name *\*|=\?/i.test(`${type}\n${disposition}`)) {
    return (
      readStructuredHeader(disposition).parameters.get('filename') ??
      readStructuredHeader(type).parameters.get('name') ??
      ''
    )
  }
  const lines = [
    `Content-Type: application/octet-stream${parametersIn(type)}`,
    `Content-Disposition: attachment${parametersIn(disposition)}`,
  ]
  return fileOf(await parse(lines, Buffer.alloc(0)))?.filename ?? ''
}

/** The decoded value of a header. */
export async function decodeHeader(head: PartHeaders, name: string): Promise<string> {
  const words = rawWords(head, name).trim()
  if (!words.includes('=?')) return words
  return (await parse([`Subject: ${words}`], Buffer.alloc(0)))?.subject ?? ''
}

const options: Options = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, keepCidLinks: true }

async function parse(head: string[], body: Buffer): Promise<Parsed | undefined> {
  const { simpleParser } = await import('mailparser')
  const source = piecesOf(Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body)
  // We know of no input that makes it reject. If it does, the text counts as empty.
  return simpleParser(Readable.from(source), options).catch(() => undefined)
}

/** In chunks, because mailparser would otherwise process the whole body without letting other work run. */
function* piecesOf(head: Buffer, body: Buffer): Generator<Buffer> {
  yield head
  for (let at = 0; at < body.length; at += CHUNK_BYTES) yield body.subarray(at, at + CHUNK_BYTES)
}

const CHUNK_BYTES = 64 * 1024

function fileOf(parsed: Parsed | undefined): Parsed['attachments'][number] | undefined {
  return parsed?.attachments[0]
}

function transferOf(head: PartHeaders): string {
  const value = rawText(head, 'content-transfer-encoding').toLowerCase()
  return ['base64', 'quoted-printable'].find((name) => value.includes(name)) ?? 'binary'
}

function transferLine(transfer: string): string {
  return `Content-Transfer-Encoding: ${transfer}`
}

function parametersIn(words: string): string {
  const from = words.indexOf(';')
  return from < 0 ? '' : words.slice(from)
}

/** Some headers contain raw non-ASCII bytes: decode them as UTF-8 if valid, else in the charset that fits. */
function rawWords(head: PartHeaders, name: string): string {
  const bytes = head.get(name) ?? Buffer.alloc(0)
  const text = bytes.toString('utf8')
  return (text.includes('\ufffd') ? decodeWithoutLabel(bytes) : text).replace(/[\r\n\0]+/g, ' ')
}

function decodeWithoutLabel(bytes: Buffer): string {
  const charset = guessCharset(bytes)
  return charset === undefined ? decodeWindowsControls(bytes.toString('latin1')) : decodeAs(bytes, charset)
}
