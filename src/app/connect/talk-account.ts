import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeFailure, type TalkAnswer, type TalkFailure } from '../../channels/talk/wire/failure.ts'
import { askAppPassword, dropAppPassword, findServer, loginByBrowser } from '../../channels/talk/wire/login.ts'
import type { TalkClient } from '../../channels/talk/wire/talk-client.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { ConfigError, UsageError } from '../../domain/errors.ts'
import { isLoopback } from '../../lib/http/web-address.ts'
import { printable } from '../../lib/text/visible.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { signInMs, withOwner } from './connection.ts'
import { saveSecretFile, withSettings } from './settings-file.ts'
import { talkError } from './talk-errors.ts'

const SECRET = 'talk-password'

export interface TalkCredentials {
  user: string
  password: string
  /** Created just now, and revoked if the set-up fails. */
  isNew: boolean
}

/** The configuration with this account, or without one. */
export function withAccount(
  file: string,
  text: string,
  account: { url?: string; user?: string; password?: string } = {},
): string {
  const { url, user, password } = account
  return withSettings(file, text, ['talk'], { password, user, url })
}

/** The configuration with this account, a reference to its password file, and the owners. */
export function withOwnAccount(
  { file, text }: { file: string; text: string },
  { url, user, owners, dataDir }: { url: string; user: string; owners: string[]; dataDir: string },
): string {
  const connected = withAccount(file, text, { url, user, password: `file:${join(dataDir, SECRET)}` })
  return owners.length > 0 ? withSettings(file, connected, ['talk'], { owner_ids: owners }) : connected
}

/** The account in the current configuration whose app password is in our own file. */
export interface KeptAccount {
  url: string
  user: string
  password: string
}

/** Undefined if there is none, or if the person stores the password themselves: then they have to revoke it. */
export function keptAccount(
  { file, text }: { file: string; text: string },
  dataDir: string,
  env: NodeJS.ProcessEnv,
): KeptAccount | undefined {
  const kept = join(dataDir, SECRET)
  const own = existsSync(kept) ? readFileSync(kept, 'utf8').trim() : undefined
  try {
    const draft = draftConfig(file, text, env)
    draft.discard()
    const { url, user, password } = draft.config.talk
    return url && user && password && password === own ? { url, user, password } : undefined
  } catch (error) {
    // The new account is about to repair an invalid configuration.
    if (error instanceof ConfigError) return undefined
    throw error
  }
}

/** Revokes the replaced app password. Call it once the new one is saved. Returns messages for the person. */
export async function dropReplaced(
  old: KeptAccount | undefined,
  { password }: TalkCredentials,
  signal: AbortSignal,
): Promise<string[]> {
  if (!old || old.password === password) return []
  const dropped = await dropAppPassword({ ...old, clock: systemClock }, signal)
  if (dropped.ok) return ['The previous app password was revoked.']
  // It was already revoked, or was never an app password.
  const isGone = dropped.failure.kind === 'unauthorized' || isRefused(dropped.failure, 403)
  if (isGone) return []
  const why = printable(describeFailure(dropped.failure))
  return [
    `The old app password could not be revoked (${why}); remove it at ${old.url} under Settings > Security > Devices & sessions.`,
  ]
}

export function keepPassword(dataDir: string, { password }: TalkCredentials): void {
  saveSecretFile(dataDir, SECRET, password)
}

/** The owners in the file. The account is left out, because it may be the broken part. */
export function knownOwners({ file, text }: { file: string; text: string }, env: NodeJS.ProcessEnv) {
  const bare = draftConfig(file, withAccount(file, text), env)
  bare.discard()
  return { config: bare.config, ownerIds: bare.config.talk.ownerIds }
}

export async function findTalk(url: string, signal: AbortSignal): Promise<void> {
  value(await findServer(url, signal), url)
}

/** Exchanges the password of the account for an app password. */
export async function logInByPassword(
  url: string,
  { user, password: typed }: { user: string; password: string },
  signal: AbortSignal,
): Promise<TalkCredentials> {
  const options = { url, user, password: typed, clock: systemClock }
  const password = value(await askAppPassword(options, signal), url, user)
  return { user, password, isNew: password !== typed }
}

/** The person confirms on the shown page, where a second factor works too. */
export async function logInByBrowser(
  url: string,
  show: (page: string) => void,
  signal: AbortSignal,
): Promise<TalkCredentials> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(signInMs)])
  return { ...value(await loginByBrowser(url, show, limited), url), isNew: true }
}

/** Revokes an app password that is not needed. */
export async function dropAccount(url: string, account: TalkCredentials, signal: AbortSignal): Promise<void> {
  if (account.isNew) await dropAppPassword({ url, ...account, clock: systemClock }, signal)
}

/** The signed-in account and its rooms. */
export async function describeAccount(client: TalkClient, url: string, signal: AbortSignal) {
  const me = value(await client.me(signal), url)
  const able = value(await client.capabilities(signal), url)
  const { rooms } = value(await client.rooms(undefined, signal), url)
  const talked = rooms.filter(({ type }) => type <= 3)
  const says = [
    `Signed in as ${printable(me.id)} at Nextcloud ${able.server}, Talk ${able.talk}.`,
    ...(talked.length === 0 ? ['It is in no room yet. Write to it, or add it to a room like a person.'] : []),
    ...talked.map(({ token, displayName }) => `  ${token}  ${printable(displayName)}`),
  ]
  return { me, says }
}

/**
 * The id of the owner's account as the server spells it, whatever case was typed. An unknown id is refused, because
 * somebody who gets that account later would own the bot.
 */
export async function findOwner(
  client: Pick<TalkClient, 'openOneToOne'>,
  { typed, bot, url }: { typed: string; bot: string; url: string },
  signal: AbortSignal,
): Promise<string> {
  const id = typed.trim()
  refuseBotAsOwner([id], bot)
  const room = await client.openOneToOne(id, signal)
  if (!room.ok && isRefused(room.failure, 404))
    throw new UsageError(
      `There is no account "${printable(id)}" at ${url}. Give the user id, not the name that is shown; it is under Settings > Personal info, and in the address of the person's profile.`,
    )
  const { name } = value(room, url)
  refuseBotAsOwner([name], bot)
  return name
}

/** The owners including this one. An entry that differs only in case is replaced. */
export function withOwnerId(owners: readonly string[], id: string | undefined): string[] {
  if (id === undefined) return [...owners]
  const others = owners.filter((known) => known === id || known.toLowerCase() !== id.toLowerCase())
  return withOwner(others, id)
}

export function refuseBotAsOwner(owners: readonly string[], bot: string): void {
  if (!owners.some((owner) => owner.toLowerCase() === bot.toLowerCase())) return
  throw new UsageError(`${printable(bot)} is the bot itself; give it an account of its own, and your id as the owner.`)
}

export const passwordWords = (file: string) =>
  `The app password is saved in a file that only this user can read; ${file} refers to it.`
export const nobodyWords = 'Nobody has access yet: add your user id to talk.owner_ids, or use "skein pair --owner".'

/** Sends a first message to the owner, so that they find the room. */
export async function greet(
  client: TalkClient,
  owner: string,
  signal: AbortSignal,
): Promise<{ ok: boolean; says: string }> {
  const greeted = await sayHello(client, owner, signal)
  if (greeted.ok) return { ok: true, says: `Sent a first message to ${printable(owner)}.` }
  const why = printable(describeFailure(greeted.failure))
  const says = `Saved, but no message could be sent to ${printable(owner)} (${why}).`
  return { ok: false, says }
}

async function sayHello(client: TalkClient, owner: string, signal: AbortSignal): Promise<TalkAnswer<unknown>> {
  const room = await client.openOneToOne(owner, signal)
  if (!room.ok) return room
  const message = 'This is Skein. Once I am running, I answer here. Write !help to see what I can do.'
  return await client.send(room.value.token, { message, referenceId: `skein:setup:${randomUUID()}` }, signal)
}

function isRefused(failure: TalkFailure, status: number): boolean {
  return failure.kind === 'refused' && failure.status === status
}

function value<T>(answer: TalkAnswer<T>, url: string, user?: string): T {
  if (answer.ok) return answer.value
  throw talkError(answer.failure, url, user)
}

/** Paths of Nextcloud pages, which people copy together with the address. */
const pages = /\/(?:index\.php|apps|call|login|settings|s|f)(?:\/.*|$)/

/** The address of a server, also if it was typed without https or copied from a page in a browser. */
export function serverAddress(typed: string): string {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (text === '' || !URL.canParse(address))
    throw new UsageError('That is not the address of a server. Copy it from your browser: https://cloud.example.org.')
  const { protocol, username, password, origin, pathname } = new URL(address)
  if (username !== '' || password !== '')
    throw new UsageError('Leave the name and the password out of the address; there is a question or a file for them.')
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(address)))
    throw new UsageError(
      'The address must begin with https, so that nobody can read the password. http works only for this machine.',
    )
  return origin + pathname.replace(pages, '').replace(/(?<!\/)\/+$/, '')
}
