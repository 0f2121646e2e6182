import type { Version } from './place.ts'

/** Where new versions come from: a repository or a package. */
export interface Source {
  /**
   * Finds the version to update to; undefined if there is nothing newer. Throws a UserFacingError if the installation
   * cannot be updated as it is.
   */
  find(to: string | undefined, signal: AbortSignal): Promise<Candidate | undefined>
  /** Completes the new version in the update folder, so that it runs from there. */
  prepare(candidate: Candidate, signal: AbortSignal): Promise<void>
  /** Throws if the installation has changed since the version was found. */
  confirm(candidate: Candidate, signal: AbortSignal): Promise<void>
  /** The files of the installation that the new version replaces, or removes, by their paths in it. */
  listFiles(versions: { from: Version; to: Version }, signal: AbortSignal): Promise<ReplacedFiles>
  /** Tells the source that the files are those of the new version now. */
  conclude(versions: { from: Version; to: Version }, signal: AbortSignal): Promise<void>
}

export interface ReplacedFiles {
  present: string[]
  removed: string[]
}

export interface Candidate {
  from: Version
  to: Version
  changes: Changes
}

export interface Changes {
  /** New lines of the changelog. */
  notices: string[]
  /** The newest commits, each with its short name. */
  commits: string[]
  /** How many commits there are in all; 0 for a package. */
  commitCount: number
}

/** The entries that only the newer changelog has. */
export function newNotices(before: string, after: string): string[] {
  const known = new Set(before.split('\n'))
  return after.split('\n').flatMap((line) => (line.startsWith('- ') && !known.has(line) ? [line.slice(2)] : []))
}
