import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { UsageError } from '../../domain/errors.ts'
import { fileLimits, sizeInWords } from '../../domain/file.ts'
import type { Uploaded } from '../../web/control/chat-wire.ts'
import { calls } from '../../web/control/wire.ts'
import type { Daemon } from '../daemon.ts'

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
    return await daemon.upload(calls.upload, { name: basename(path) }, body)
  } finally {
    await file.close()
  }
}
