import { randomFillSync } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

const CHUNK_BYTES = 1024 * 1024

/**
 * Takes this much room on the disk. The bytes are random, because some file systems store zeros in no space, and written
 * in the background. The file gets its name when it is complete.
 */
export async function writeReserveFile(path: string, bytes: number): Promise<void> {
  const unfinished = `${path}.unfinished`
  const chunk = Buffer.alloc(CHUNK_BYTES)
  try {
    const file = await open(unfinished, 'w', 0o600)
    try {
      for (let written = 0; written < bytes; written += CHUNK_BYTES) {
        randomFillSync(chunk)
        await file.write(chunk, 0, Math.min(CHUNK_BYTES, bytes - written))
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
