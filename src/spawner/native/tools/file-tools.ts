import { resolve } from 'node:path'
import { z } from 'zod'
import type { SystemAccount } from '../../../lib/sandbox.ts'
import { createSniffer } from '../../../lib/sniff.ts'
import { decodeText } from '../../../lib/text/charset.ts'
import { fileName, isSettingsFile, settingsFileRefusal } from '../../tool-input.ts'
import { defineNativeTool } from './native-tool.ts'
import { changeInside, type FileStart, readInside, ToolRefusal } from './workspace.ts'

/** A longer result would be moved to a file itself. */
const MAX_SHOWN_CHARS = 20_000
const MAX_READ_BYTES = 10 * 1024 * 1024

export const readFile = defineNativeTool({
  name: 'read_file',
  description:
    'Reads a text file in the workspace. A long file is returned in parts; the end of each part says at which line to continue. A line of more than 2,000 characters counts as several.',
  kind: 'read',
  input: z.object({
    path: z.string().describe('Relative to the workspace.'),
    offset: z.int().min(1).default(1).describe('The first line to read, counted from 1.'),
    limit: z.int().min(1).max(10_000).default(2000).describe('How many lines to read at most.'),
  }),
  action: ({ path }, { workspace }) => ({ kind: 'read', path: resolve(workspace, path) }),
  line: ({ path }) => `reading ${fileName(path)}`,
  run({ path, offset, limit }, { workspace }) {
    const { bytes, size } = readInside(workspace, path, MAX_READ_BYTES)
    const text = decodeAsText(bytes)
    if (text === undefined)
      throw new ToolRefusal(`${fileName(path)} is not a text file (${detectType(bytes)}, ${size} bytes).`)
    const lines = splitLines(text)
    if (lines.length === 0) return '[The file is empty.]'
    if (offset > lines.length) throw new ToolRefusal(`The file has ${lines.length} lines.`)
    const shown = linesThatFit(lines.slice(offset - 1, offset - 1 + limit))
    return [
      ...shown,
      ...describePart({ offset, shown: shown.length, all: lines.length, isCut: size > bytes.length }),
    ].join('\n')
  },
})

/** As many lines as fit, but at least one. */
function linesThatFit(lines: string[]): string[] {
  let length = 0
  const end = lines.findIndex((line, index) => {
    length += line.length + 1
    return index > 0 && length > MAX_SHOWN_CHARS
  })
  return end < 0 ? lines : lines.slice(0, end)
}

interface Part {
  offset: number
  shown: number
  all: number
  /** The file is longer than the part that was read. */
  isCut: boolean
}

function describePart({ offset, shown, all, isCut }: Part): string[] {
  const last = offset + shown - 1
  if (last < all) return [`[Lines ${offset} to ${last} of ${all}. Continue with offset ${last + 1}.]`]
  if (isCut) return [`[Only the first ${MAX_READ_BYTES} bytes of the file can be read here, up to line ${last}.]`]
  return offset > 1 ? [`[Lines ${offset} to ${last} of ${all}, the end of the file.]`] : []
}

/** Decodes bytes as text; undefined if they are not text. */
export function decodeAsText(bytes: Buffer, charset?: string): string | undefined {
  const isUtf16 = bytes[0] === 0xff ? bytes[1] === 0xfe : bytes[0] === 0xfe && bytes[1] === 0xff
  if (bytes.length > 0 && !isUtf16 && (isBinaryKind(bytes) || bytes.includes(0))) return undefined
  return decodeText(bytes, charset)
    .replace(/^\ufeff/, '')
    .toWellFormed()
}

/** The file type, detected from the first bytes. */
export function detectType(bytes: Buffer): string {
  const sniffer = createSniffer()
  sniffer.push(bytes.subarray(0, 64))
  return sniffer.type()
}

function isBinaryKind(bytes: Buffer): boolean {
  const kind = detectType(bytes)
  return kind !== 'text/plain' && kind !== 'application/octet-stream'
}

/** A longer line counts as several, so that every part of it can be requested by number. */
const MAX_LINE_CHARS = 2000

function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.flatMap((line) => (line.length <= MAX_LINE_CHARS ? [line] : splitLongLine(line)))
}

function splitLongLine(line: string): string[] {
  const pieces: string[] = []
  for (let start = 0; start < line.length; ) {
    const splitsPair = /[\ud800-\udbff]/.test(line[start + MAX_LINE_CHARS - 1] ?? '')
    const end = start + MAX_LINE_CHARS - (splitsPair ? 1 : 0)
    pieces.push(line.slice(start, end))
    start = end
  }
  return pieces
}

const MAX_EDITED_BYTES = 5 * 1024 * 1024

/** `account`: the owner of the files if we are root. */
export function editFile(account: SystemAccount | undefined) {
  return defineNativeTool({
    name: 'edit_file',
    description:
      'Changes a text file in the workspace by replacing old_text with new_text. old_text must match exactly and occur only once in the file, unless everywhere is true.',
    kind: 'edit',
    input: z.object({
      path: z.string().describe('Relative to the workspace.'),
      old_text: z.string().min(1),
      new_text: z.string(),
      everywhere: z.boolean().default(false),
    }),
    action({ path, old_text: before, new_text: after, everywhere }, { workspace }) {
      if (isSettingsFile(path)) return { kind: 'other', why: settingsFileRefusal }
      return { kind: 'edit', path: resolve(workspace, path), before, after, everywhere }
    },
    line: ({ path }) => `changing ${fileName(path)}`,
    run({ path, old_text: before, new_text: after, everywhere }, { workspace }) {
      let count = 0
      changeInside({ workspace, path, account }, (readOld) => {
        const parts = exactText(readOld(MAX_EDITED_BYTES)).split(before)
        count = parts.length - 1
        if (count === 0)
          throw new ToolRefusal(
            'old_text is not in the file. Read the file again: every character and space must match.',
          )
        if (count > 1 && !everywhere)
          throw new ToolRefusal(
            `old_text occurs ${count} times in the file. Include more of the surrounding text, or set everywhere to true.`,
          )
        if (count * after.length > MAX_EDITED_BYTES) throw new ToolRefusal('The file would become too large.')
        return parts.join(after)
      })
      return `Changed ${path} in ${count === 1 ? 'one place' : `${count} places`}.`
    },
  })
}

/** A file that cannot be written back byte for byte is not changed. */
function exactText({ bytes, size }: FileStart): string {
  if (size > MAX_EDITED_BYTES) throw new ToolRefusal(`The file is too large to be changed here (${size} bytes).`)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) throw new ToolRefusal('The file is not UTF-8 text.')
  return text
}
