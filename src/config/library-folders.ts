import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { LibraryFolder } from '../domain/library.ts'
import type { Config } from './config.ts'

/** The folders of the library without duplicates. A folder in both lists of the configuration is trusted. */
export function libraryFolders({ library }: Pick<Config, 'library'>, env: NodeJS.ProcessEnv): LibraryFolder[] {
  const absolute = (path: string) =>
    path.startsWith('~/') ? join(env.HOME || homedir(), path.slice(2)) : resolve(path)
  const trusted = new Set(library.trustedFolders.map(absolute))
  const paths = [...new Set([...library.folders.map(absolute), ...trusted])]
  const nameOf = (path: string) => basename(path) || path
  const isUnique = (name: string) => paths.filter((path) => nameOf(path) === name).length === 1
  return paths.map((path) => {
    const name = nameOf(path)
    return { path, name: isUnique(name) ? name : path, isTrusted: trusted.has(path) }
  })
}
