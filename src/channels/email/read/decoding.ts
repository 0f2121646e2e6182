import { Readable } from 'node:stream'
import type { Options, Parsed } from 'mailparser'
import { fromWindows } from '../../../lib/text/windows.ts'
import { decodeAs, isWide, trueCharset, unlabelled } from './charset.ts'
import { type Head, rawText } from './head.ts'
import { limits } from './limits.ts'
import { readStructured } from './parameters.ts'
import type { Part } from './structure.ts'

// Transfer encodings, charsets and encoded words are the parser's trade. It sees one thing at a time, under a head that we
// wrote, and only where something is encoded; it is loaded with the first such mail, because the daemon starts and waits
// without it.

/** The words of a text part. What is not valid under its label is read in the charset it is in, or as Windows wrote it. */
export async function decodeText(part: Part): Promise<string> {
  const { type, parameters, head, body } = part
  const said = parameters.get('charset')?.trim() || (type === 'text/html' ? metaCharset(body) : '')
  const charset = /^[\w.:+-]{1,40}$/.test(said) ? said : 'utf-8'
  const transfer = transferOf(head)
  const source = body.subarray(0, type === 'text/html' ? limits.htmlBytes : limits.plainBytes)
  const isDecoded = transfer === 'binary' && /^(utf-?8|us-ascii)$/i.test(charset)
  const bytes = await decodeFile({ ...part, body: source })
  const other = trueCharset(bytes, /^[\w.:+-]{1,40}$/.test(said) ? said : '')
  if (other !== undefined) return decodeAs(bytes, other)
  const text = isDecoded ? source.toString('utf8') : await read(charset)
  // Also unknown labels come back as UTF-8, right or wrong.
  return fromWindows(isMisread(text) && !isWide(charset) ? await read('windows-1252') : text)

  async function read(label: string): Promise<string> {
    const parsed = await parse([`Content-Type: text/plain; charset=${label}`, transferLine(transfer)], source)
    return parsed?.text ?? ''
  }
}

/** Of a page that says it itself, because nobody else does. */
function metaCharset(body: Buffer): string {
  const start = body.toString('latin1', 0, 2048)
  return start.match(/<meta[^<>]{1,200}charset=["']?([\w.:+-]{1,40})/i)?.[1] ?? ''
}

/** The bytes of a file. */
export async function decodeFile({ head, body }: Part): Promise<Buffer> {
  const transfer = transferOf(head)
  if (transfer === 'binary') return body
  const lines = ['Content-Type: application/octet-stream', 'Content-Disposition: attachment', transferLine(transfer)]
  return fileOf(await parse(lines, body))?.content ?? Buffer.alloc(0)
}

/** What its sender called a file, in whichever of the two headers, however it was encoded. */
export async function decodeName({ head }: Part): Promise<string> {
  const type = rawWords(head, 'content-type')
  const disposition = rawWords(head, 'content-disposition')
  if (!/name *\*|=\?/i.test(`${type}\n${disposition}`)) {
    return readStructured(disposition).parameters.get('filename') ?? readStructured(type).parameters.get('name') ?? ''
  }
  const lines = [
    `Content-Type: application/octet-stream${parametersIn(type)}`,
    `Content-Disposition: attachment${parametersIn(disposition)}`,
  ]
  return fileOf(await parse(lines, Buffer.alloc(0)))?.filename ?? ''
}

/** What a header says. */
export async function decodeHeader(head: Head, name: string): Promise<string> {
  const words = rawWords(head, name).trim()
  if (!words.includes('=?')) return words
  return (await parse([`Subject: ${words}`], Buffer.alloc(0)))?.subject ?? ''
}

const options: Options = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, keepCidLinks: true }

async function parse(head: string[], body: Buffer): Promise<Parsed | undefined> {
  const { simpleParser } = await import('mailparser')
  const source = piecesOf(Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body)
  // It rejects for nothing that we know of in such a head; then there are no words.
  return simpleParser(Readable.from(source), options).catch(() => undefined)
}

/** All at once it would split all of it before anybody else has a turn. */
function* piecesOf(head: Buffer, body: Buffer): Generator<Buffer> {
  yield head
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE)
}

const PIECE = 64 * 1024

function fileOf(parsed: Parsed | undefined): Parsed['attachments'][number] | undefined {
  return parsed?.attachments[0]
}

function transferOf(head: Head): string {
  const said = rawText(head, 'content-transfer-encoding').toLowerCase()
  return ['base64', 'quoted-printable'].find((name) => said.includes(name)) ?? 'binary'
}

function transferLine(transfer: string): string {
  return `Content-Transfer-Encoding: ${transfer}`
}

function parametersIn(words: string): string {
  const from = words.indexOf(';')
  return from < 0 ? '' : words.slice(from)
}

/** Bytes above ASCII stand in headers against all rules: UTF-8 where they are, else in the charset that fits them. */
function rawWords(head: Head, name: string): string {
  const text = head.get(name)?.toString('utf8') ?? ''
  const bytes = head.get(name)
  const words = text.includes('\ufffd') && bytes ? withoutLabel(bytes) : text
  return words.replace(/[\r\n\0]+/g, ' ')
}

/** Most of what is no ASCII is broken. A few broken ones among sound ones are damage, or the place where a text was cut. */
function isMisread(text: string): boolean {
  const broken = text.split('\ufffd').length - 1
  return broken > 0 && broken * 2 >= (text.match(/[^\0-\x7f]/g)?.length ?? 0)
}

function withoutLabel(bytes: Buffer): string {
  const charset = unlabelled(bytes)
  return charset === undefined ? fromWindows(bytes.toString('latin1')) : decodeAs(bytes, charset)
}
