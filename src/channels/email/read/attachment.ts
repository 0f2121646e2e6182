import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { formatSizeEnglish } from '../../../domain/file.ts'
import { createSniffer, type FileType, isPicture } from '../../../lib/sniff.ts'
import { safeName } from '../../../lib/text/safe-name.ts'
import { truncate } from '../../../lib/text/text.ts'
import { mailLimits } from './limits.ts'
import type { MimePart } from './mime-structure.ts'
import { decodeFile, decodeName } from './part-decoder.ts'
import { rawText } from './part-headers.ts'

export interface MailFile {
  name: string
  /** Detected from the content. */
  type: string
  content: Buffer
}

/** A file of a mail, with what decides whether we keep it. */
export interface AttachedFile extends MailFile {
  /** The id by which HTML refers to it. */
  cid: string
  isInline: boolean
}

/** Returns a note instead if the file is too large. */
export async function readAttachment(part: MimePart, room: number): Promise<AttachedFile | { note: string }> {
  const givenName = (await decodeName(part)) || (part.type === 'text/calendar' ? 'invitation.ics' : '')
  // Far too large files are not even decoded. Base64 encodes three bytes as four characters, plus line breaks.
  const isEncoded = /base64/i.test(rawText(part.head, 'content-transfer-encoding'))
  const minBytes = Math.floor(part.body.length * (isEncoded ? 0.73 : 1))
  const content = minBytes > room ? undefined : await decodeFile(part)
  if (!content || content.length > room) return { note: tooLargeNote(givenName, content?.length ?? minBytes) }
  const type = await typeOf(content)
  return {
    name: attachmentName(givenName, type),
    type,
    content,
    cid: rawText(part.head, 'content-id').trim().replace(/^<|>$/g, ''),
    isInline: part.disposition !== 'attachment',
  }
}

function tooLargeNote(givenName: string, bytes: number): string {
  const label = givenName === '' ? 'A file' : attachmentName(givenName, '')
  return `[${label} was left out: it has ${formatSizeEnglish(bytes)}, and one mail may carry ${formatSizeEnglish(mailLimits.fileBytes)}]`
}

/** In pieces, so that other work can run while a large file is scanned. */
async function typeOf(content: Buffer): Promise<FileType> {
  const sniffer = createSniffer()
  for (let at = 0; at < content.length; at += CHUNK_BYTES) {
    sniffer.push(content.subarray(at, at + CHUNK_BYTES))
    if (at > 0) await yieldToOthers()
  }
  return sniffer.type()
}

const CHUNK_BYTES = 1024 * 1024
const MIN_PICTURE_BYTES = 20 * 1024

/** Logos in signatures and the like: shown inside the text and too small to be a real picture. */
export function isOrnament({ cid, isInline, type, content }: AttachedFile, html: string): boolean {
  if (cid === '' || content.length >= MIN_PICTURE_BYTES || !isPicture(type)) return false
  return isInline || html.includes(`cid:${cid}`)
}

const MAX_NAME_CHARS = 120

/** Makes a name safe and short enough. A file without a name is called after its type. */
export function attachmentName(givenName: string, type: string): string {
  if (givenName.trim() === '') return `attachment.${endings[type] ?? 'bin'}`
  const name = safeName(givenName)
  if (name.length <= MAX_NAME_CHARS) return name
  const ending = name.match(/\.[^.]{1,19}$/)?.[0] ?? ''
  return truncate(name.slice(0, name.length - ending.length), MAX_NAME_CHARS - ending.length) + ending
}

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
  'text/plain': 'txt',
}
