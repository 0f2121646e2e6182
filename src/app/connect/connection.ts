import type { Clock } from '../../lib/time/clock.ts'

/** Where what is connected is written down, and what it is tried with. */
export interface ConnectionDeps {
  /** Undefined: the default file, which need not exist. */
  configFile: string | undefined
  dataDir: string
  env: NodeJS.ProcessEnv
  clock: Clock
  /** What a provider gave in exchange for the refresh token of the configuration. */
  keptToken(account: string): string | undefined
}

/** What the daemon finds of something that is connected. */
export interface ConnectionFinding {
  verdict: 'ok' | 'note' | 'bad'
  says: string
}

/** Whoever signs in with a page that is opened elsewhere. */
export interface SignInBrowser {
  /** They say yes there. */
  show(page: string): void
  /** They bring a code from there. */
  ask(page: string): Promise<string>
}

/** What stands in the fields of a form; the secret, where one is asked for, is called so. */
export type FormValues = Record<string, string>

/** Somebody may have to find a password and a telephone first; a Nextcloud keeps a sign-in open for as long. */
export const signInMs = 20 * 60_000

export const savedWords = (file: string) => `Saved in a file that only this user can read; ${file} refers to it.`

export function withOwner(owners: readonly string[], owner: string | undefined): string[] {
  const id = owner?.trim().toLowerCase()
  return !id || owners.some((known) => known.toLowerCase() === id) ? [...owners] : [...owners, owner?.trim() ?? '']
}
