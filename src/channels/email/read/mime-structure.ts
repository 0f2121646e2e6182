import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { readStructuredHeader } from './header-parameters.ts'
import { mailLimits } from './limits.ts'
import { type PartHeaders, rawText, readPartHeaders } from './part-headers.ts'

/** One part of a mail, as a slice of the source. Nothing is decoded yet. */
export interface MimePart {
  /** Such as "text/plain", in lower case. */
  type: string
  parameters: Map<string, string>
  disposition: string
  head: PartHeaders
  body: Buffer
  /** The parts of a multipart. Its body is then only the text around them. */
  children: MimePart[]
}

export interface Structure {
  root: MimePart
  /** Why the mail was not read to its end. */
  cut?: 'parts' | 'depth'
}

/**
 * Finds the parts of a mail. We do this ourselves before mailparser, which rejects mails with too many parts and treats
 * an unclosed part as the end of the mail. An outer boundary closes everything inside it.
 */
export async function readStructure(source: Buffer): Promise<Structure> {
  const structure = await readParts(source)
  const { root } = structure
  const boundary = root.children.length === 0 ? boundaryAtStart(root) : undefined
  if (boundary === undefined) return structure
  // The header names a wrong boundary or none, so the parts would be shown as text.
  const head = Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`, 'latin1')
  const repaired = await readParts(Buffer.concat([head, root.body]))
  return { ...repaired, root: { ...repaired.root, head: root.head } }
}

const BOUNDARY_SEARCH_BYTES = 4096

/** The sentence that programs write above the parts, for clients that cannot show parts. */
export const preamble = /^This is a (?:multi-?part|cryptographically signed) message in MIME format\.?[ \t]*\r?\n/i

/** The boundary with which the text starts, if part headers follow it. Below other text it may be part of a quote. */
function boundaryAtStart({ type, body }: MimePart): string | undefined {
  if (type !== 'text/plain' && type !== 'text/html') return undefined
  const start = body.toString('latin1', 0, BOUNDARY_SEARCH_BYTES).trimStart().replace(preamble, '').trimStart()
  return /^--([\w'()+,./:=?-]{1,70})[ \t]*\r?\n(?:Content-|MIME-)[\w-]{1,40}:/i.exec(start)?.[1]
}

async function readParts(source: Buffer): Promise<Structure> {
  const { head, body } = readPartHeaders(source, 0)
  const root = makePart(head, 'text/plain')
  const open: OpenMultipart[] = []
  let leaf: { part: MimePart; from: number } | undefined
  const begin = (part: MimePart, from: number) => {
    const boundary = boundaryOf(part)
    if (boundary !== undefined) open.push({ part, boundary })
    // The text before the first boundary is only used if no part follows.
    leaf = { part, from }
  }
  const end = (to: number) => {
    if (leaf) leaf.part.body = source.subarray(leaf.from, Math.max(leaf.from, to))
    leaf = undefined
  }

  begin(root, body)
  let parts = 1
  let at = body
  let delimiters = 0
  while (open.length > 0) {
    // The line break before a boundary belongs to the boundary.
    const line = at === 0 || source[at - 1] === LF ? at : source.indexOf(LF, at) + 1
    const delimiter: Delimiter | undefined =
      line === 0 && at > 0 ? undefined : findDelimiter(source, line, open, MAX_LINES_PER_TURN)
    if (!delimiter) break
    at = delimiter.next
    delimiters++
    if (delimiter.level === undefined || delimiters % 64 === 0) await yieldToOthers()
    if (delimiter.level === undefined) continue
    end(beforeBreak(source, delimiter.line))
    const parent = open[delimiter.level]?.part
    open.length = delimiter.isLast ? delimiter.level : delimiter.level + 1
    if (delimiter.isLast || !parent) continue
    if (++parts > mailLimits.parts) return { root: fixEmptyMultiparts(root), cut: 'parts' }
    const inner = readPartHeaders(source, at, (text) => levelOf(text, open) !== undefined)
    const part = makePart(inner.head, parent.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain')
    parent.children.push(part)
    begin(part, inner.body)
    at = inner.body
    if (open.length > mailLimits.depth) return { root: fixEmptyMultiparts(root), cut: 'depth' }
  }
  end(source.length)
  return { root: fixEmptyMultiparts(root) }
}

interface OpenMultipart {
  part: MimePart
  boundary: string
}

interface Delimiter {
  /** The index of the open multipart it belongs to; undefined if none was found yet. */
  level?: number
  isLast: boolean
  line: number
  /** Where to continue. */
  next: number
}

const LF = 10
const CR = 13
const DASHES = Buffer.from('\n--')
const MAX_BOUNDARY_CHARS = 200
/**
 * How many lines starting with two dashes are checked before other work may run: a file may contain millions of them.
 */
const MAX_LINES_PER_TURN = 5000

function findDelimiter(source: Buffer, from: number, open: OpenMultipart[], maxLines: number): Delimiter | undefined {
  let line = from
  if (!startsWithDashes(source, line)) {
    const dashes = source.indexOf(DASHES, line)
    if (dashes < 0) return undefined
    line = dashes + 1
  }
  for (let checked = 0; checked < maxLines; checked++) {
    const lineFeed = source.indexOf(LF, line)
    const lineEnd = lineFeed < 0 ? source.length : lineFeed
    const level = levelOf(source.subarray(line, lineEnd), open)
    if (level) return { ...level, line, next: lineFeed < 0 ? source.length : lineFeed + 1 }
    const dashes = source.indexOf(DASHES, lineEnd)
    if (dashes < 0) return undefined
    line = dashes + 1
  }
  return { isLast: false, line, next: line }
}

function startsWithDashes(source: Buffer, at: number): boolean {
  return source[at] === 45 && source[at + 1] === 45
}

function levelOf(line: Buffer, open: OpenMultipart[]): { level: number; isLast: boolean } | undefined {
  if (!startsWithDashes(line, 0) || line.length > MAX_BOUNDARY_CHARS + 8) return undefined
  const text = line.toString('latin1', 2).trimEnd()
  for (let level = open.length - 1; level >= 0; level--) {
    const boundary = open[level]?.boundary ?? ''
    if (!text.startsWith(boundary)) continue
    if (text.length === boundary.length) return { level, isLast: false }
    if (text.length === boundary.length + 2 && text.endsWith('--')) return { level, isLast: true }
  }
  return undefined
}

function beforeBreak(source: Buffer, line: number): number {
  const before = source[line - 1] === LF ? line - 1 : line
  return source[before - 1] === CR ? before - 1 : before
}

function makePart(head: PartHeaders, fallbackType: string): MimePart {
  const { value, parameters } = readStructuredHeader(rawText(head, 'content-type'))
  const type = /^[!-.0-~]+\/[!-~]+$/.test(value) ? value : fallbackType
  const disposition = readStructuredHeader(rawText(head, 'content-disposition')).value
  return { type, parameters, disposition, head, body: Buffer.alloc(0), children: [] }
}

function boundaryOf({ type, parameters }: MimePart): string | undefined {
  const boundary = parameters.get('boundary')?.trimEnd()
  const isUsable = boundary !== undefined && boundary !== '' && boundary.length <= MAX_BOUNDARY_CHARS
  return type.startsWith('multipart/') && isUsable ? boundary : undefined
}

/** A multipart without parts is shown as plain text. */
function fixEmptyMultiparts(part: MimePart): MimePart {
  if (part.type.startsWith('multipart/') && part.children.length === 0) part.type = 'text/plain'
  part.children.forEach(fixEmptyMultiparts)
  return part
}
