import type { Readable } from 'node:stream'
import type { NamedFile } from '../../domain/file.ts'

/**
 * Stores file contents. `put` reads the stream to its end and keeps nothing if it breaks or is too long. It rejects
 * with NotStoredError if the disk is full.
 */
export interface FileShelf {
  put(content: Readable, name: string): Promise<NamedFile | { tooLarge: number }>
  path(hash: string): string
}
