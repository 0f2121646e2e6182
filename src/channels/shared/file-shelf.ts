import type { Readable } from 'node:stream'
import type { NamedFile } from '../../domain/file.ts'

/**
 * Where contents are kept. `put` reads to the end and keeps nothing of a stream that breaks or is too long.
 * It rejects with NotStoredError when the disk has no room.
 */
export interface FileShelf {
  put(content: Readable, name: string): Promise<NamedFile | { tooLarge: number }>
  path(hash: string): string
}
