import type { FileType } from '../lib/sniff.ts'
import type { FileForm } from './spawner.ts'

// The limits of the API: a request may have 32 MB after base64 has turned every three bytes into four.
const MAX_BYTES = { image: 5_000_000, pdf: 20_000_000, text: 100_000, turn: 30_000_000 }

const formByType: Partial<Record<FileType, 'image' | 'pdf' | 'text'>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'application/pdf': 'pdf',
  'text/plain': 'text',
}

/**
 * How each file is presented to a model: shown directly while there is room, in order, and otherwise as a file in the
 * workspace.
 */
export function formsOf(files: { type: FileType; bytes: number }[]): FileForm[] {
  let remainingBytes = MAX_BYTES.turn
  return files.map(({ type, bytes }) => {
    const form = formByType[type]
    const encodedBytes = Math.ceil(bytes / 3) * 4
    if (!form || bytes > MAX_BYTES[form] || encodedBytes > remainingBytes) return 'workspace'
    remainingBytes -= encodedBytes
    return form
  })
}
