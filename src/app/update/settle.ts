// Brings the files of the new version to their place, while the entries still start it from the update folder. Each file
// is replaced whole by a rename, the entries last, so that at every moment what starts is complete. Doing it again is
// harmless.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { entriesOf, forgetOriginals } from './entries.ts'
import type { UpdatePlace } from './place.ts'
import type { ReplacedFiles } from './source.ts'

export function settleFiles(place: UpdatePlace, { present, removed }: ReplacedFiles, step: () => void): void {
  const { folder, next } = place
  const oldEntries = entriesOf(folder)
  const entries = entriesOf(next)
  settlePackages(place, step)
  const isLast = new Set([...entries, ...oldEntries])
  for (const file of present.filter((name) => !isLast.has(name))) settleFile(next, folder, file, step)
  for (const file of present.filter((name) => isLast.has(name))) settleFile(next, folder, file, step)
  forgetOriginals(place, [...entries, ...oldEntries])
  step()
  for (const file of removed) {
    rmSync(join(folder, file), { force: true })
    removeEmptyFolders(folder, dirname(file))
  }
  step()
}

function settleFile(from: string, to: string, file: string, step: () => void): void {
  const [source, target] = [join(from, file), join(to, file)]
  const stats = lstatSync(source)
  if (stats.isSymbolicLink()) return settleLink(source, target)
  // The times decide whether the program was built from these sources.
  const { atime, mtime, mode } = stats
  if (isSameFile(source, target)) {
    chmodSync(target, mode & 0o777)
    return utimesSync(target, atime, mtime)
  }
  mkdirSync(dirname(target), { recursive: true })
  const part = `${target}.skein-part`
  copyFileSync(source, part)
  chmodSync(part, mode & 0o777)
  utimesSync(part, atime, mtime)
  step()
  renameSync(part, target)
  step()
}

function settleLink(source: string, target: string): void {
  const part = `${target}.skein-part`
  rmSync(part, { force: true })
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(readlinkSync(source), part)
  renameSync(part, target)
}

function isSameFile(one: string, other: string): boolean {
  const stats = lstatSync(other, { throwIfNoEntry: false })
  return stats?.isFile() === true && stats.size === lstatSync(one).size && readFileSync(one).equals(readFileSync(other))
}

/** Removes a folder and its parents as long as they are empty, as git does. */
function removeEmptyFolders(root: string, folder: string): void {
  if (folder === '.' || !existsSync(join(root, folder)) || readdirSync(join(root, folder)).length > 0) return
  rmdirSync(join(root, folder))
  removeEmptyFolders(root, dirname(folder))
}

/**
 * Packages of its own are linked, not moved: a program that runs from the update folder may load more of them at any
 * moment. While `node_modules` is exchanged, the update folder still has them.
 */
function settlePackages({ folder, updateFolder, next }: UpdatePlace, step: () => void): void {
  const own = join(next, 'node_modules')
  if (!lstatSync(own, { throwIfNoEntry: false })?.isDirectory()) return
  const linked = join(updateFolder, 'packages')
  const current = join(folder, 'node_modules')
  rmSync(linked, { recursive: true, force: true })
  linkFolder(own, linked)
  step()
  if (existsSync(current)) renameSync(current, freeName(join(updateFolder, 'packages-before')))
  step()
  renameSync(linked, current)
  step()
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}

function freeName(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) ? freeName(`${path}-`) : path
}
