/** The headers we need, each as raw bytes, unfolded. */
export type PartHeaders = Map<string, Buffer>

const usedNames = new Set([
  'subject',
  'from',
  'date',
  'in-reply-to',
  'references',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
  'content-id',
])

/** Longer values are cut, because no real mail has them and decoding them is expensive. */
const MAX_VALUE_BYTES = 4096
const MAX_NAME_CHARS = 40

const LF = 10
const CR = 13
const COLON = 58

/**
 * Reads a block of headers and returns where the body begins. Of repeated headers the first counts. Without any header
 * everything is body. A line for which `isEnd` is true ends the block without belonging to it.
 */
export function readPartHeaders(
  source: Buffer,
  from: number,
  isEnd: (line: Buffer) => boolean = () => false,
): { head: PartHeaders; body: number } {
  const head: PartHeaders = new Map()
  let current: { name: string; pieces: Buffer[]; bytes: number } | undefined
  let hasHeader = false
  let at = from
  while (at < source.length) {
    const feed = source.indexOf(LF, at)
    const next = feed < 0 ? source.length : feed + 1
    const line = withoutReturn(source.subarray(at, feed < 0 ? source.length : feed))
    if (line.length === 0 || isEnd(line)) {
      finishHeader(head, current)
      if (!hasHeader && at > from) return { head, body: from }
      return { head, body: line.length === 0 ? next : at }
    }
    if (isFolded(line)) {
      if (current && current.bytes < MAX_VALUE_BYTES) {
        current.pieces.push(line)
        current.bytes += line.length
      }
    } else {
      finishHeader(head, current)
      const name = nameOf(line)
      hasHeader ||= name !== undefined
      const isNew = name !== undefined && usedNames.has(name) && !head.has(name)
      current = isNew ? { name, pieces: [line.subarray(line.indexOf(COLON) + 1)], bytes: line.length } : undefined
    }
    at = next
  }
  finishHeader(head, current)
  return { head, body: hasHeader ? source.length : from }
}

/** One header with one character per byte. */
export function rawText(head: PartHeaders, name: string): string {
  return head.get(name)?.toString('latin1') ?? ''
}

function finishHeader(head: PartHeaders, current: { name: string; pieces: Buffer[] } | undefined): void {
  if (current) head.set(current.name, Buffer.concat(current.pieces).subarray(0, MAX_VALUE_BYTES))
}

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === CR ? line.subarray(0, -1) : line
}

function isFolded(line: Buffer): boolean {
  return line[0] === 32 || line[0] === 9
}

/** Undefined for a line that is not a header, such as the "From " line of an mbox. */
function nameOf(line: Buffer): string | undefined {
  const colon = line.subarray(0, MAX_NAME_CHARS * 2).indexOf(COLON)
  if (colon < 1) return undefined
  const name = line.toString('latin1', 0, colon).trimEnd()
  return name.length <= MAX_NAME_CHARS && /^[!-9;-~]+$/.test(name) ? name.toLowerCase() : undefined
}
