import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/**
 * Whether a path, taken from a folder, stays in that folder once every link on the way is followed. What does not exist yet
 * is judged by the nearest folder that does.
 */
export function isInside(folder: string, path: string): boolean {
  return realPathInside(folder, path) !== undefined
}

/** The same path with no link left in it; undefined when it leads out of the folder. */
export function realPathInside(folder: string, path: string): string | undefined {
  const asked = resolve(folder, path)
  if (!isBelow(resolve(folder), asked)) return undefined
  const real = realPathOf(asked)
  return isBelow(realpathSync(folder), real) ? real : undefined
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep)
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // A link to nothing, or in a circle: writing to it would make the file somewhere else.
    if (isThere(path) || dirname(path) === path) return sep
    return join(realPathOf(dirname(path)), basename(path))
  }
}

function isThere(path: string): boolean {
  try {
    return Boolean(lstatSync(path))
  } catch {
    return false
  }
}
