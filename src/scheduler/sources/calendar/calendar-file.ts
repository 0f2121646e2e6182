import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

export type Loaded = { bytes: Buffer; charset?: string | undefined } | { problem: string }

/** A file of the owner's, if it is one: opening a pipe would wait for somebody to write into it. */
export async function loadFile(path: string, most: number, signal: AbortSignal): Promise<Loaded> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const about = await file.stat()
      if (!about.isFile()) return { problem: `${path} is no file` }
      if (about.size > most) return { problem: `${path} is larger than ${most / 1_000_000} MB` }
      return { bytes: await file.readFile({ signal }) }
    } finally {
      await file.close()
    }
  } catch (error) {
    return { problem: `${path} could not be read (${codeOf(error)})` }
  }
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : 'unknown trouble'
}
