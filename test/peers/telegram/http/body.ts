import type { IncomingMessage } from 'node:http'
import { badRequest, Refusal } from './refusal.ts'

/** A file that came with a call. */
export interface Upload {
  name: string
  type: string
  bytes: Buffer
}

export interface Body {
  fields: Record<string, unknown>
  files: Map<string, Upload>
}

/** The cloud server takes 50 MB a file; a little more is left for the other fields. */
const bodyLimit = 52 * 1024 * 1024

/** Reads the parameters of a call from its query, its JSON, its form or its multipart body, as the real server does. */
export async function readBody(request: IncomingMessage, query: URLSearchParams): Promise<Body> {
  const raw = await readBytes(request)
  const type = request.headers['content-type'] ?? ''
  const fields: Record<string, unknown> = Object.fromEntries(query)
  const files = new Map<string, Upload>()
  if (type.startsWith('application/json')) Object.assign(fields, parseObject(raw))
  else if (type.startsWith('application/x-www-form-urlencoded'))
    Object.assign(fields, Object.fromEntries(new URLSearchParams(raw.toString('utf8'))))
  else if (type.startsWith('multipart/form-data')) readParts(raw, boundaryOf(type), fields, files)
  return { fields, files }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size <= bodyLimit) chunks.push(chunk as Buffer)
  }
  if (size > bodyLimit) throw new Refusal(413, 'Request Entity Too Large')
  return Buffer.concat(chunks)
}

function parseObject(raw: Buffer): object {
  if (raw.length === 0) return {}
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Answered below, like any other body that is no object.
  }
  throw badRequest("can't parse request: expected an Object")
}

function boundaryOf(type: string): string {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (boundary === undefined) throw badRequest('boundary not found')
  return boundary
}

function readParts(raw: Buffer, boundary: string, fields: Record<string, unknown>, files: Map<string, Upload>): void {
  const line = Buffer.from(`--${boundary}`)
  let start = raw.indexOf(line)
  while (start !== -1) {
    const end = raw.indexOf(line, start + line.length)
    if (end === -1) return
    // Each part begins after the line break of its boundary and ends before that of the next.
    readPart(raw.subarray(start + line.length + 2, end - 2), fields, files)
    start = end
  }
}

function readPart(part: Buffer, fields: Record<string, unknown>, files: Map<string, Upload>): void {
  const gap = part.indexOf('\r\n\r\n')
  const head = part.subarray(0, gap).toString('utf8')
  const bytes = part.subarray(gap + 4)
  const name = /[; ]name="?([^";\r]+)"?/i.exec(head)?.[1]
  if (gap === -1 || name === undefined) throw badRequest('broken multipart body')
  const filename = /filename="?([^"\r]*)"?/i.exec(head)?.[1]
  const type = /content-type: *([^\r]+)/i.exec(head)?.[1] ?? 'application/octet-stream'
  if (filename === undefined) fields[name] = bytes.toString('utf8')
  else files.set(name, { name: decodeName(filename), type, bytes: Buffer.from(bytes) })
}

/** Forms escape these three in a file name, and nothing else. */
function decodeName(name: string): string {
  return name.replace(/%(22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped))
}
