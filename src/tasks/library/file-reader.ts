import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { extname, sep } from 'node:path'
import type { LibraryProblem } from '../../domain/library.ts'
import { withoutControls } from '../../lib/markdown.ts'
import { WORDS_VERSION } from '../../lib/text/words.ts'
import { readHtml } from './html-text.ts'
import type { PdfReader } from './pdf-text.ts'
import { readMarkdown, type Section } from './sections.ts'

/** Change it when files are read or cut in another way: then all of them are read again. */
const RULES_VERSION = 1

type Kind = 'markdown' | 'text' | 'html' | 'pdf'

const kindBySuffix: Partial<Record<string, Kind>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdx': 'markdown',
  '.txt': 'text',
  '.text': 'text',
  '.rst': 'text',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.pdf': 'pdf',
}

/** A larger file is not opened. */
const maxBytes: Record<Kind, number> = { markdown: 10e6, text: 10e6, html: 10e6, pdf: 50e6 }
/** The rest of a longer text is left out. */
const MAX_TEXT_CHARS = 2_000_000
/** Each section makes a passage, however short it is. The rest is left out. */
const MAX_SECTIONS = 5000
/** Enough for that many characters of most texts; a page of HTML has more marks than text. */
const MAX_DECODED_BYTES = 6_000_000
const PROBED_BYTES = 8192

export function kindOf(path: string): Kind | undefined {
  return kindBySuffix[extname(path).toLowerCase()]
}

/** The rules by which a file is read now. After they change, it is read again. */
export function rulesFor(path: string, canReadPdfs: boolean): string {
  const rules = `${RULES_VERSION}.${WORDS_VERSION}`
  return kindOf(path) === 'pdf' && !canReadPdfs ? `${rules} without PDF` : rules
}

export interface ReadLibraryFile {
  size: number
  modifiedAt: number
  /** Empty if the content was not read. */
  hash: string
  sections: Section[]
  problem: LibraryProblem | undefined
}

export interface ReadOptions {
  /** What the folder said about it. */
  listed: Pick<ReadLibraryFile, 'size' | 'modifiedAt'>
  /** Undefined if PDF files cannot be read here. */
  pdf: PdfReader | undefined
  signal: AbortSignal
}

/**
 * Reads one file. Anybody may write to the folder, even while we read. So a link is not followed, a pipe is not waited
 * for, and what was opened must be a plain file inside the folder.
 */
export async function readLibraryFile(
  root: string,
  path: string,
  { listed, pdf, signal }: ReadOptions,
): Promise<ReadLibraryFile> {
  const kind = kindOf(path) ?? 'text'
  let file: FileHandle | undefined
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = await file.stat()
    const failed = (problem: LibraryProblem) => ({ ...statsOf(stats), hash: '', sections: [], problem })
    if (!stats.isFile() || !(await isInside(root, path, file))) return failed('outside')
    if (stats.size > maxBytes[kind]) return failed('too-large')
    const content = await readAtMost(file, maxBytes[kind])
    const hash = createHash('sha256').update(content).digest('base64url')
    const { sections, problem } = await toSections(kind, content, pdf, signal)
    return { ...statsOf(stats), hash, ...cutToLimit(sections, problem) }
  } catch {
    return { ...listed, hash: '', sections: [], problem: 'unreadable' }
  } finally {
    await file?.close()
  }
}

function statsOf({ size, mtimeMs }: Stats) {
  return { size, modifiedAt: Math.floor(mtimeMs) }
}

/** A folder on the way may have become a link since it was listed. */
async function isInside(root: string, path: string, { fd }: FileHandle): Promise<boolean> {
  const opened = process.platform === 'linux' ? await readlink(`/proc/self/fd/${fd}`) : await realpath(path)
  return opened.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
}

/** It may grow while it is read. */
async function readAtMost(file: FileHandle, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file.createReadStream({ end: limit - 1, autoClose: false }) as AsyncIterable<Buffer>)
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

interface ReadText {
  sections: Section[]
  problem?: LibraryProblem | undefined
}

async function toSections(
  kind: Kind,
  content: Buffer,
  pdf: PdfReader | undefined,
  signal: AbortSignal,
): Promise<ReadText> {
  if (kind === 'pdf') return { sections: [], ...((await pdf?.read(content, signal)) ?? { problem: 'no-pdf-reader' }) }
  const text = decode(content.subarray(0, MAX_DECODED_BYTES))
  if (text === undefined) return { sections: [], problem: 'not-text' }
  const isTooLong = content.length > MAX_DECODED_BYTES || (kind !== 'html' && text.length > MAX_TEXT_CHARS)
  const problem = isTooLong ? 'cut' : undefined
  if (kind === 'markdown') return { sections: readMarkdown(text.slice(0, MAX_TEXT_CHARS)), problem }
  if (kind === 'text') return { sections: [{ headings: [], text }], problem }
  const { sections, isCut } = await readHtml(text, MAX_TEXT_CHARS)
  return { sections, problem: isCut ? 'cut' : problem }
}

/** Undefined for a file that is not text. What is not UTF-8 is read as Latin-1, in which many old files are written. */
function decode(content: Buffer): string | undefined {
  if (content[0] === 0xff && content[1] === 0xfe) return withoutControls(content.subarray(2).toString('utf16le'))
  if (content.subarray(0, PROBED_BYTES).includes(0)) return undefined
  try {
    return withoutControls(new TextDecoder('utf-8', { fatal: true }).decode(content, { stream: true }))
  } catch {
    return withoutControls(content.toString('latin1'))
  }
}

function cutToLimit(sections: Section[], problem: LibraryProblem | undefined): Required<ReadText> {
  let left = MAX_TEXT_CHARS
  const kept: Section[] = []
  for (const { headings, text } of sections) {
    if (left <= 0 || kept.length === MAX_SECTIONS) return { sections: kept, problem: 'cut' }
    kept.push({ headings, text: text.slice(0, left) })
    left -= text.length
  }
  return { sections: kept, problem: left < 0 ? 'cut' : problem }
}
