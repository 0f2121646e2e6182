import type { Options } from 'mailparser'
import { fromWindows } from './clean.ts'
import { type Head, rawText } from './head.ts'
import { limits } from './limits.ts'
import type { Part } from './structure.ts'

// The parser sees one part at a time, under a head that we wrote: transfer encodings, charsets and encoded words are its
// trade. It is loaded with the first mail, because the daemon starts and waits without it.

/** The words of a text part. Whatever the label says, what is not valid in it is read as Windows wrote it. */
export async function decodeText({ parameters, head, body }: Part): Promise<string> {
  const said = parameters.get('charset')?.trim() ?? ''
  const charset = /^[\w.:+-]{1,40}$/.test(said) ? said : 'utf-8'
  const source = body.subarray(0, limits.sourceBytes)
  const text = await read(charset)
  // Also unknown labels come back as UTF-8, right or wrong.
  return fromWindows(isMisread(text) && !isWide(charset) ? await read('windows-1252') : text)

  async function read(label: string): Promise<string> {
    const parsed = await parse([`Content-Type: text/plain; charset=${label}`, transferOf(head)], source)
    return parsed?.text ?? ''
  }
}

/** The bytes of a file. */
export async function decodeFile({ head, body }: Part): Promise<Buffer> {
  const parsed = await parse([...FILE, transferOf(head)], body)
  return parsed?.attachments[0]?.content ?? Buffer.alloc(0)
}

/** What its sender called a file, in whichever of the two headers, however it was encoded. */
export async function decodeName({ head }: Part): Promise<string> {
  const type = parametersOf(head.get('content-type'))
  const disposition = parametersOf(head.get('content-disposition'))
  if (type === '' && disposition === '') return ''
  const lines = [`Content-Type: application/octet-stream${type}`, `Content-Disposition: attachment${disposition}`]
  const parsed = await parse(lines, Buffer.alloc(0))
  return parsed?.attachments[0]?.filename ?? ''
}

/** What a mail is about and who says to have written it. */
export async function decodeWords(head: Head): Promise<{ subject: string; from: string; date: string }> {
  const lines = ['subject', 'from'].map((name) => `${name}: ${rawWords(head.get(name))}`)
  const parsed = await parse(lines, Buffer.alloc(0))
  return { subject: parsed?.subject ?? '', from: parsed?.from?.text ?? '', date: rawWords(head.get('date')).trim() }
}

const FILE = ['Content-Type: application/octet-stream', 'Content-Disposition: attachment']

const options: Options = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, keepCidLinks: true }

async function parse(head: string[], body: Buffer) {
  const { simpleParser } = await import('mailparser')
  const source = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
  // It rejects for nothing that we know of in such a head; then there are no words.
  return simpleParser(source, options).catch(() => undefined)
}

function transferOf(head: Head): string {
  const said = rawText(head, 'content-transfer-encoding').toLowerCase()
  const known = ['base64', 'quoted-printable'].find((name) => said.includes(name))
  return `Content-Transfer-Encoding: ${known ?? 'binary'}`
}

function parametersOf(value: Buffer | undefined): string {
  const text = rawWords(value)
  const from = text.indexOf(';')
  return from < 0 ? '' : text.slice(from)
}

/** Bytes above ASCII stand in headers against all rules: UTF-8 where they are, else as Windows wrote them. */
function rawWords(value: Buffer = Buffer.alloc(0)): string {
  const text = value.toString('utf8')
  const words = text.includes('\ufffd') ? fromWindows(value.toString('latin1')) : text
  return words.replace(/[\r\n\0]+/g, ' ')
}

/** Most of what is no ASCII is broken. A few broken ones among sound ones are damage, or the place where a text was cut. */
function isMisread(text: string): boolean {
  const broken = text.split('\ufffd').length - 1
  return broken > 0 && broken * 2 >= (text.match(/[^\0-\x7f]/g)?.length ?? 0)
}

/** In these a broken character is broken; the bytes are no text in any other way. */
function isWide(charset: string): boolean {
  return /^(utf-?(7|16|32)|ucs|iso-?2022|gb|big5|shift|sjis|euc|ks_c|hz|x-sjis|cp9[345])/i.test(charset)
}
