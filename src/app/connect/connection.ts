import type { ChannelName } from '../../domain/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'

/** Where connections are saved, and what is needed to test them. */
export interface ConnectionDeps {
  /** Undefined means the default file, which may not exist. */
  configFile: string | undefined
  dataDir: string
  env: NodeJS.ProcessEnv
  clock: Clock
  /** The newest refresh token of a mail account, which replaces the one in the configuration. */
  storedRefreshToken(account: string): string | undefined
  /** The running daemon. It receives the messages of the bot in its configuration. */
  daemon?: RunningDaemon | undefined
}

/** What pairing needs to know about the daemon. */
export interface RunningDaemon {
  /** Whether it polls the bot with this id. */
  pollsBot(id: string): boolean
  /** Creates a code for another account of the owner. */
  makeCode(): Promise<string>
  /** The ids of the owner's accounts on a channel. */
  ownAccounts(channel: ChannelName): string[]
  /** Whether a demo answers, because no model is connected. */
  isDemo?(): boolean
}

/** The result of checking a connection. */
export interface ConnectionFinding {
  verdict: 'ok' | 'note' | 'bad'
  says: AnyText
}

/** The result of one small call to a model: the answer and its price, or the error as a person would read it. */
export type ModelCheck = { ok: true; answer: string; usd: number } | { ok: false; sentence: AnyText }

/** The person's browser, in which they sign in. */
export interface SignInBrowser {
  /** A program that the sign-in needs is being installed; this many bytes have arrived. */
  installing(bytes: number): void
  /** The person confirms on this page, or sends the words to the bot. */
  show(page: string, words?: string): void
  /** The person brings back a code from this page. */
  ask(page: string): Promise<string>
}

/** The fields of a form. A secret is in the field `secret`. */
export type FormValues = Record<string, string>

/** People may have to find a password and a phone first. Nextcloud keeps a sign-in open for the same time. */
export const SIGN_IN_TIMEOUT_MS = 20 * 60_000

/** The owners including this one. Upper and lower case do not matter. */
export function withOwner(owners: readonly string[], owner = ''): string[] {
  const id = owner.trim()
  const isListed = owners.some((ownerId) => ownerId.toLowerCase() === id.toLowerCase())
  return id === '' || isListed ? [...owners] : [...owners, id]
}
