import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { type FileHandle, open, readdir, readlink, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { makeFolder } from '../../lib/folders.ts'
import type { DaemonCalls } from '../../spawner/remote/hosted-turn.ts'
import { PIECE_BYTES, type SentFile } from '../../spawner/remote/turn-messages.ts'
import type { Turn, TurnFile } from '../../spawner/spawner.ts'
import { createWorkspaces } from '../../tasks/files/workspaces.ts'

/** The files of turns on a runner: those of the daemon, fetched and kept for the next time, and those for the daemon. */
export interface RunnerFiles {
  furnish(turn: Turn, files: readonly SentFile[], calls: DaemonCalls, hasWorkspace: boolean): Promise<Turn>
  /**
   * Sends the files of the workspace that the input of a tool names, because the daemon's tools look for them there.
   * Returns the input with paths that are relative to the workspace, or why a file could not be sent.
   */
  sendNamed(turn: Turn, input: unknown, calls: DaemonCalls): Promise<{ input: unknown } | { refused: string }>
}

const MAX_PATH_CHARS = 1000
/** The cache may use this much of the disk; what was not used for longest is removed. */
const MAX_CACHE_BYTES = 512 * 1024 * 1024

export function createRunnerFiles(dir: string, maxBytes = MAX_CACHE_BYTES): RunnerFiles {
  const cache = join(dir, 'files')
  const workspaces = createWorkspaces(join(dir, 'workspaces'))
  makeFolder(cache)
  makeFolder(join(dir, 'workspaces'))

  async function toTurnFile(file: SentFile, calls: DaemonCalls): Promise<TurnFile> {
    const { name, type, bytes, form, sha256 } = file
    const gone: TurnFile = { name, type, bytes, form: 'gone', path: '' }
    if (sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256)) return gone
    const path = join(cache, sha256)
    const isHere = (await stat(path).catch(() => undefined))?.size === bytes || (await fetch(path, file, calls))
    if (!isHere) return gone
    await utimes(path, new Date(), new Date())
    return { name, type, bytes, form, path }
  }

  /** Fetches the file in pieces. The content is checked before the file gets its name. */
  async function fetch(path: string, { bytes, sha256 = '' }: SentFile, calls: DaemonCalls): Promise<boolean> {
    await makeRoom(cache, maxBytes - bytes)
    const partial = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
    const hash = createHash('sha256')
    const target = await open(partial, 'wx', 0o600)
    try {
      for (let offset = 0; offset < bytes; ) {
        const answer = (await calls.call({ kind: 'fetch', sha256, offset })) as { piece?: string } | undefined
        const piece = Buffer.from(answer?.piece ?? '', 'base64')
        if (piece.length === 0) break
        hash.update(piece)
        await target.write(piece)
        offset += piece.length
      }
    } finally {
      await target.close()
    }
    if (hash.digest('hex') === sha256) await rename(partial, path)
    else await rm(partial, { force: true })
    return (await stat(path).catch(() => undefined)) !== undefined
  }

  return {
    async furnish(turn, files, calls, hasWorkspace) {
      const fetched: TurnFile[] = []
      for (const file of files) fetched.push(await toTurnFile(file, calls))
      const here = { ...turn, files: fetched, ...(hasWorkspace && { workspace: workspaces.pathOf(turn.chat) }) }
      return await workspaces.furnish(here)
    },
    async sendNamed(turn, input, calls) {
      if (turn.workspace === undefined || typeof input !== 'object' || input === null) return { input }
      const folder = realpathSync(turn.workspace)
      const sent: Record<string, unknown> = { ...input }
      for (const [key, value] of Object.entries(input)) {
        if (typeof value !== 'string' || value === '' || value.length > MAX_PATH_CHARS) continue
        const file = await workspaces.open(turn.chat, value)
        if ('refused' in file) continue
        try {
          const path = relative(folder, await readlink(`/proc/self/fd/${file.fd}`))
          const refused = await sendFile(file, path, calls)
          if (refused !== undefined) return { refused: `${JSON.stringify(path)} could not be sent: ${refused}.` }
          sent[key] = path
        } finally {
          await file.close()
        }
      }
      return { input: sent }
    },
  }
}

async function makeRoom(cache: string, maxBytes: number): Promise<void> {
  const names = await readdir(cache)
  const files = await Promise.all(
    names.map(async (name) => ({ name, stats: await stat(join(cache, name)).catch(() => undefined) })),
  )
  const oldestFirst = files.flatMap(({ name, stats }) =>
    stats ? [{ name, bytes: stats.size, usedAt: stats.mtimeMs }] : [],
  )
  oldestFirst.sort((a, b) => a.usedAt - b.usedAt)
  let total = oldestFirst.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { name, bytes } of oldestFirst) {
    if (total <= maxBytes) return
    await rm(join(cache, name), { force: true })
    total -= bytes
  }
}

/** Returns why the daemon does not take it. */
async function sendFile(file: FileHandle, path: string, calls: DaemonCalls): Promise<string | undefined> {
  const hash = createHash('sha256')
  let offset = 0
  const store = async (piece: Buffer, sha256?: string) => {
    const sent = { kind: 'store', path, offset, piece: piece.toString('base64') } as const
    const answer = await calls.call({ ...sent, ...(sha256 !== undefined && { sha256 }) })
    return (answer as { refused?: string } | undefined)?.refused
  }
  for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: PIECE_BYTES })) {
    const piece = chunk as Buffer
    hash.update(piece)
    const refused = await store(piece)
    if (refused !== undefined) return refused
    offset += piece.length
  }
  return await store(Buffer.alloc(0), hash.digest('hex'))
}
