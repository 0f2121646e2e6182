import { readFile } from 'node:fs/promises'
import { type KnownFile, sizeInWords } from '../../../domain/file.ts'
import { safeName } from '../../../lib/text/safe-name.ts'

export interface Shelf {
  path(hash: string): string
}

export interface Attached {
  name: string
  type: string
  content: Buffer
}

/** In bytes. Many servers accept 25 MB, and encoding makes attachments a third larger. */
const MOST_BYTES = 18 * 1024 * 1024

/** Loads the attachments. For each one left out it returns a note, because the text must not be lost. */
export async function gather(
  files: KnownFile[],
  shelf: Shelf,
  most = MOST_BYTES,
): Promise<{ attached: Attached[]; missing: string[] }> {
  const attached: Attached[] = []
  const missing: string[] = []
  let room = most
  for (const { hash, name, type, bytes } of files) {
    const content = bytes <= room ? await readFile(shelf.path(hash)).catch(() => undefined) : undefined
    if (content && content.length <= room) {
      attached.push({ name: safeName(name), type, content })
      room -= content.length
    } else {
      const why = bytes > room ? `with ${sizeInWords(bytes)} it is too large for this mail` : 'it is not there any more'
      missing.push(`${safeName(name)} could not be attached: ${why}.`)
    }
  }
  return { attached, missing }
}
