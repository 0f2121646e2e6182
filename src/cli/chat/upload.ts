import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../../domain/errors.ts'
import { fileLimits, sizeInWords } from '../../domain/file.ts'
import type { Daemon } from '../daemon.ts'

const uploadedShape = z.object({ hash: z.string(), name: z.string(), bytes: z.number(), proof: z.string() })
export type Uploaded = z.output<typeof uploadedShape>

/** Hands a file of this machine to the daemon; a message can then carry it. */
export async function uploadFile(daemon: Daemon, path: string): Promise<Uploaded> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new UsageError(`${path} cannot be read. Check the path and its permissions.`, { cause })
  })
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new UsageError(`${path} is not a file.`)
    if (found.size > fileLimits.fileBytes) {
      throw new UsageError(
        `${path} has ${sizeInWords(found.size)}; a file can have ${sizeInWords(fileLimits.fileBytes)}.`,
      )
    }
    const body = { bytes: found.size, stream: file.createReadStream({ autoClose: false }) }
    return await daemon.upload(`/files?name=${encodeURIComponent(basename(path))}`, body, uploadedShape)
  } finally {
    await file.close()
  }
}
