import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isInside } from '../../lib/folders.ts'
import { type Call, MAX_SENT_BYTES } from './turn-messages.ts'

type Piece = Extract<Call, { kind: 'store' }>

/** Stores files from a runner's workspace in the daemon's folder of the same chat, where its tools look for them. */
export interface Uploads {
  /** Pieces of a file arrive in order. The last one has the hash of the whole file. */
  store(piece: Piece): Promise<{ refused?: string }>
}

export function createUploads(workspace: string | undefined): Uploads {
  let current: { path: string; pieces: Buffer[]; bytes: number } | undefined

  return {
    async store({ path, offset, piece, sha256 }) {
      if (workspace === undefined) return { refused: 'this chat has no workspace' }
      if (offset === 0) current = { path, pieces: [], bytes: 0 }
      if (current?.path !== path || current.bytes !== offset) return { refused: 'a piece is missing' }
      const bytes = Buffer.from(piece, 'base64')
      current.pieces.push(bytes)
      current.bytes += bytes.length
      if (current.bytes > MAX_SENT_BYTES) {
        current = undefined
        return { refused: 'the file is too large' }
      }
      if (sha256 === undefined) return {}
      const content = Buffer.concat(current.pieces)
      current = undefined
      if (createHash('sha256').update(content).digest('hex') !== sha256) return { refused: 'the file was damaged' }
      return await writeInto(workspace, path, content)
    },
  }
}

/** Replaces the file in one step. No link leads out of the folder, because only we write there. */
async function writeInto(workspace: string, path: string, content: Buffer): Promise<{ refused?: string }> {
  await mkdir(workspace, { recursive: true, mode: 0o700 })
  const target = resolve(workspace, path)
  if (target === resolve(workspace) || !isInside(workspace, path)) return { refused: 'it is outside the workspace' }
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const temporary = join(await realpath(workspace), `.${randomUUID()}`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
    } finally {
      await file.close()
    }
    await rename(temporary, target)
    return {}
  } catch (error) {
    await rm(temporary, { force: true })
    return { refused: (error as NodeJS.ErrnoException).code ?? 'it could not be written' }
  }
}
