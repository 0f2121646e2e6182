import { headerValues, readFields, readHeaders } from './headers.ts'

/** A part of a mail without parts of its own. */
export interface ReportPart {
  /** In lower case, without parameters. */
  type: string
  body: Buffer
}

const MAX_PARTS = 50
const MAX_DEPTH = 5

/** The parts of a bounce report. Mails of people go through a better parser; this one tolerates everything. */
export function reportParts(source: Buffer): ReportPart[] {
  const parts: ReportPart[] = []
  const queue = [{ bytes: source, depth: 0 }]
  while (queue.length > 0 && parts.length < MAX_PARTS) {
    const { bytes, depth } = queue.shift() ?? { bytes: source, depth: 0 }
    const headers = readHeaders(bytes)
    const declared = headerValues(headers, 'content-type')[0] ?? 'text/plain'
    const type = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(declared)?.[1]?.toLowerCase() ?? 'text/plain'
    const body = bytes.subarray(readFields(bytes).bodyAt)
    const boundary = type.startsWith('multipart/') && depth < MAX_DEPTH ? boundaryIn(declared) : undefined
    if (boundary === undefined)
      parts.push({ type, body: decoded(body, headerValues(headers, 'content-transfer-encoding')[0]) })
    else queue.push(...between(body, boundary).map((piece) => ({ bytes: piece, depth: depth + 1 })))
  }
  return parts
}

function boundaryIn(declared: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(declared) ?? []
  return quoted ?? plain
}

function between(body: Buffer, boundary: string): Buffer[] {
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  const pieces: Buffer[] = []
  let start: number | undefined
  for (let at = body.indexOf(mark); at !== -1 && pieces.length < MAX_PARTS; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== 10) continue
    if (start !== undefined) pieces.push(body.subarray(start, at))
    const line = body.indexOf(10, at)
    if (line === -1 || body.toString('latin1', at + mark.length, at + mark.length + 2) === '--') return pieces
    start = line + 1
  }
  // A truncated mail ends without its boundary.
  if (start !== undefined && pieces.length < MAX_PARTS) pieces.push(body.subarray(start))
  return pieces
}

function decoded(body: Buffer, encoding = ''): Buffer {
  const kind = encoding.trim().toLowerCase()
  if (kind === 'base64') return Buffer.from(body.toString('latin1'), 'base64')
  if (kind !== 'quoted-printable') return body
  const text = body
    .toString('latin1')
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}
