import type { FileType } from '../lib/sniff.ts'
import type { LocalizedText } from '../messages/localized.ts'
import { webMessages } from '../messages/web-messages.ts'

/** A stored file with the name that its sender gave it. The name is data, never a path. */
export interface NamedFile {
  /** SHA-256 of the content, in hex. */
  hash: string
  name: string
}

/** A file whose size and type are known. */
export interface KnownFile extends NamedFile {
  bytes: number
  type: FileType
}

const MB = 1024 * 1024

/** The limits for one message, incoming or outgoing. */
export const fileLimits = { fileBytes: 25 * MB, messageBytes: 50 * MB, messageFiles: 40, nameChars: 255 }

/** Why these files cannot be attached to one message; undefined if they can. */
export function attachmentProblem(files: Pick<KnownFile, 'bytes'>[]): LocalizedText | undefined {
  const { messageFiles, messageBytes } = fileLimits
  if (files.length > messageFiles) return webMessages.tooManyFiles(messageFiles, files.length)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes <= messageBytes) return undefined
  return webMessages.filesTooLarge(formatSize(messageBytes), formatSize(bytes))
}

/** "1.5 MB" and "1,5 MB", rounded for people. */
export function formatSize(bytes: number): LocalizedText {
  const en = formatSizeEnglish(bytes)
  return { en, de: en.replace('.', ',').replace(/bytes?$/, 'Byte') }
}

/** "42 KB", rounded for people. */
export function formatSizeEnglish(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  if (bytes < MB) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / MB).toFixed(1).replace(/\.0$/, '')} MB`
}
