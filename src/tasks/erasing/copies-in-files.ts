import { createHash } from 'node:crypto'
import { createReadStream, type Dirent, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FindCopy } from '../../lib/text/text-copies.ts'

/** All plain files below a folder. Links are not followed. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  const paths: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) paths.push(...(await filesBelow(path)))
    else if (entry.isFile()) paths.push(path)
  }
  return paths
}

const CHUNK_BYTES = 1024 * 1024
/** A copy that begins in one chunk and ends in the next is found if it is not longer than this. */
const OVERLAP_CHARS = 2000

export async function holdsCopy(path: string, isCopy: FindCopy): Promise<boolean> {
  let end = ''
  try {
    for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
      const text = end + String(chunk)
      if (isCopy(text)) return true
      end = text.slice(-OVERLAP_CHARS)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return false
}

/** Removes the files that repeat the words, and returns how many there were. */
export async function removeCopies(paths: string[], isCopy: FindCopy): Promise<number> {
  let removed = 0
  for (const path of paths) {
    if (!(await holdsCopy(path, isCopy))) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

/** Removes the files with one of these contents. */
export async function removeSameFiles(paths: string[], hashes: ReadonlyMap<string, number>): Promise<number> {
  const sizes = new Set(hashes.values())
  let removed = 0
  for (const path of paths) {
    const { size = -1 } = (await stat(path).catch(() => undefined)) ?? {}
    if (!sizes.has(size) || !hashes.has(await hashOf(path))) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Removes lines from a log and its previous files, which may be compressed. Returns how many lines there were. */
export async function removeLogLines(log: string, isCopy: FindCopy): Promise<number> {
  const names = await readdir(dirname(log)).catch((): string[] => [])
  let removed = 0
  for (const name of names.filter((name) => name.startsWith(`${basename(log)}.`)))
    removed += await cleanPreviousLog(join(dirname(log), name), isCopy)
  return removed + cleanLog(log, isCopy)
}

/** The daemon keeps this file open, so it is changed in place, in one step during which nothing is written to it. */
function cleanLog(path: string, isCopy: FindCopy): number {
  const text = readIfPresent(path)
  const cleaned = withoutCopies(text, isCopy)
  if (cleaned.removed > 0) writeFileSync(path, cleaned.text)
  return cleaned.removed
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

async function cleanPreviousLog(path: string, isCopy: FindCopy): Promise<number> {
  const isCompressed = path.endsWith('.gz')
  const bytes = await readFile(path)
  const cleaned = withoutCopies((isCompressed ? await promisify(gunzip)(bytes) : bytes).toString('utf8'), isCopy)
  if (cleaned.removed === 0) return 0
  const unfinished = `${path}.unfinished`
  await writeFile(unfinished, isCompressed ? await promisify(gzip)(cleaned.text) : cleaned.text, { mode: 0o600 })
  await rename(unfinished, path)
  return cleaned.removed
}

function withoutCopies(text: string, isCopy: FindCopy): { text: string; removed: number } {
  const lines = text.split('\n')
  const kept = lines.filter((line) => line === '' || !isCopy(line))
  return { text: kept.join('\n'), removed: lines.length - kept.length }
}
