/** A mail, or a part of one, as a reader of mail sees it. */
export interface ReadPart {
  header(name: string): string | undefined
  headers(name: string): string[]
  /** Without its parameters, in lower case. */
  type: string
  /** What is read: the plain text there is. */
  text: string
  html: string
  files: { name: string; type: string; bytes: Buffer }[]
  parts: ReadPart[]
  content: Buffer
}

/** For mails of tests alone: what is broken in them is read as it stands. */
export function readMime(bytes: Buffer): ReadPart {
  const [head, body] = halves(bytes)
  const fields = head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => ({ name: line.slice(0, line.indexOf(':')).toLowerCase(), value: line.slice(line.indexOf(':') + 1) }))
  const headers = (name: string) =>
    fields.filter((field) => field.name === name.toLowerCase()).map(({ value }) => decodeWords(value.trim()))
  const header = (name: string) => headers(name)[0]

  const kind = header('content-type') ?? 'text/plain'
  const type = (kind.split(';')[0] ?? '').trim().toLowerCase()
  const boundary = parameter(kind, 'boundary')
  const parts = type.startsWith('multipart/') && boundary ? split(body, boundary).map(readMime) : []
  const content = decode(body, header('content-transfer-encoding') ?? '')
  const name = parameter(header('content-disposition') ?? '', 'filename') ?? parameter(kind, 'name')
  const isFile = parts.length === 0 && (name !== undefined || !type.startsWith('text/'))
  const charset = parameter(kind, 'charset')?.toLowerCase() === 'iso-8859-1' ? 'latin1' : 'utf8'
  const words = isFile || parts.length > 0 ? '' : content.toString(charset).replaceAll('\r\n', '\n')
  const file = isFile && !type.startsWith('multipart/') ? [{ name: name ?? '', type, bytes: content }] : []
  return {
    header,
    headers,
    type,
    text: [type === 'text/plain' ? words : '', ...parts.map((part) => part.text)].filter(Boolean).join('\n'),
    html: [type === 'text/html' ? words : '', ...parts.map((part) => part.html)].filter(Boolean).join('\n'),
    files: [...file, ...parts.flatMap((part) => part.files)],
    parts,
    content,
  }
}

function halves(bytes: Buffer): [head: string, body: Buffer] {
  const at = bytes.indexOf('\r\n\r\n')
  return at < 0 ? [bytes.toString('utf8'), Buffer.alloc(0)] : [bytes.toString('utf8', 0, at), bytes.subarray(at + 4)]
}

function split(body: Buffer, boundary: string): Buffer[] {
  const pieces = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`).slice(1)
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => Buffer.from(piece.replace(/^[ \t]*\r\n/, ''), 'latin1'))
}

function decode(body: Buffer, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body.toString('latin1'), 'base64')
  return /quoted-printable/i.test(encoding) ? unquote(body.toString('latin1')) : body
}

function unquote(text: string): Buffer {
  const whole = text.replace(/=[ \t]*\r?\n/g, '')
  const bytes = whole.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

function decodeWords(value: string): string {
  return value
    .replace(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?[^?]+\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : unquote(text.replaceAll('_', ' ')).toString('utf8'),
    )
}

function parameter(value: string, name: string): string | undefined {
  const [, extended] = new RegExp(`;\\s*${name}\\*0?\\*?=(?:utf-8'[^']*')?([^;]*)`, 'i').exec(value) ?? []
  if (extended !== undefined) return decodeURIComponent(extended.trim().replace(/^"|"$/g, ''))
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(value) ?? []
  return quoted ?? plain
}
