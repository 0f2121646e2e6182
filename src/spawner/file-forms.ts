import type { FileType } from '../lib/sniff.ts'
import type { FileForm } from './spawner.ts'

// What the API takes: a request of 32 MB at most, counted after base64 has made every three bytes four.
const limits = { image: 5_000_000, pdf: 20_000_000, text: 100_000, turn: 30_000_000 }

const shown: Partial<Record<FileType, 'image' | 'pdf' | 'text'>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'application/pdf': 'pdf',
  'text/plain': 'text',
}

/** How a model meets each of these files: seen while they fit, first come first served, and in its workspace else. */
export function formsOf(files: { type: FileType; bytes: number }[]): FileForm[] {
  let left = limits.turn
  return files.map(({ type, bytes }) => {
    const form = shown[type]
    const sent = Math.ceil(bytes / 3) * 4
    if (!form || bytes > limits[form] || sent > left) return 'workspace'
    left -= sent
    return form
  })
}
