import { existsSync, readdirSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { RunnerErasure } from '../../domain/erasure.ts'
import { removeOldKeptFiles } from '../../spawner/kept-files.ts'
import type { RunnerCopies } from '../../spawner/remote/hosted-sessions.ts'
import { filesBelow, removeSameFiles } from '../../tasks/erasing/copies-in-files.ts'
import { createWorkspaces } from '../../tasks/files/workspaces.ts'
import type { Transcripts } from './transcripts.ts'

const EVERYTHING = new Date(8.64e15)

/**
 * What turns leave on the disk of a runner. A runner does not know the words of an erasure, so it removes all sessions.
 * They are caches: each that is still needed costs one rebuilt prompt.
 */
export function createRunnerCopies(
  dir: string,
  transcripts: Pick<Transcripts, 'remove' | 'removeOthers'>,
): RunnerCopies {
  const cache = join(dir, 'files')
  const workspaceFolder = join(dir, 'workspaces')
  const workspaces = createWorkspaces(workspaceFolder)

  async function removeFiles({ files, sentIn, chats }: RunnerErasure): Promise<void> {
    const hashes = new Map(files)
    // A file whose transfer was cut off has more after its hash.
    for (const name of await readdir(cache).catch((): string[] => []))
      if (hashes.has(name.split('.')[0] ?? '')) await rm(join(cache, name), { force: true })
    for (const chat of hashes.size === 0 ? [] : sentIn)
      await removeSameFiles(await filesBelow(workspaces.pathOf(chat)), hashes)
    for (const chat of chats) await rm(workspaces.pathOf(chat), { recursive: true, force: true })
    // Long results that sessions refer to.
    await removeOldKeptFiles(workspaceFolder, EVERYTHING)
  }

  return {
    removeSession: transcripts.remove,
    async remove(erasure, inUse) {
      transcripts.removeOthers(inUse)
      removeClaudeFiles(dir, inUse)
      await removeFiles(erasure)
    },
  }
}

/** Removes everything that a runner has of its daemon, because nobody can tell it later what to erase. */
export function removeAllCopies(dir: string): void {
  removeClaudeFiles(dir, new Set())
  for (const folder of ['sessions', 'files', 'workspaces', 'run'])
    rmSync(join(dir, folder), { recursive: true, force: true })
}

/** Everything that the claude CLI writes except its sign-in and settings. */
function removeClaudeFiles(dir: string, inUse: ReadonlySet<string>): void {
  const folder = join(dir, 'claude')
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const parts = relative(folder, path).split(/[/.]/)
    const isKept = basename(path).startsWith('.') || basename(path) === 'settings.json'
    if (!entry.isDirectory() && !isKept && !parts.some((part) => inUse.has(part))) rmSync(path, { force: true })
  }
}
