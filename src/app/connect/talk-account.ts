import { randomUUID } from 'node:crypto'
import { describeFailure, reasonOf, type TalkAnswer, type TalkFailure } from '../../channels/talk/wire/failure.ts'
import {
  askAppPassword,
  findServer,
  loginByBrowser,
  nobodySignedIn,
  revokeAppPassword,
} from '../../channels/talk/wire/login.ts'
import { roomTypes } from '../../channels/talk/wire/room.ts'
import type { TalkClient } from '../../channels/talk/wire/talk-client.ts'
import { draftConfig } from '../../config/config-draft.ts'
import type { ConfigPlace, SavedText } from '../../config/config-place.ts'
import { ConfigError, TryLaterError, UsageError } from '../../domain/errors.ts'
import { isLoopbackUrl } from '../../lib/http/web-address.ts'
import { printable } from '../../lib/text/visible.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { type AnyText, mapText } from '../../messages/localized.ts'
import { connectMessages } from './connect-messages.ts'
import { SIGN_IN_TIMEOUT_MS, withOwner } from './connection.ts'
import { savedSecret, saveWithSecret, secretReference, withSettings } from './settings-file.ts'

const SECRET_NAME = 'talk-password'

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

/** The configuration with this account, a reference to its password, and the owners. */
export function withAccountAndOwners(
  saved: SavedText,
  { url, user, owners }: { url: string; user: string; owners: string[] },
): string {
  const { file, text } = saved
  const connected = withAccount(file, text, { url, user, password: secretReference(saved, SECRET_NAME) })
  return owners.length > 0 ? withSettings(file, connected, ['talk'], { owner_ids: owners }) : connected
}

/** The account in the current configuration whose app password we saved. */
export interface SavedAccount {
  url: string
  user: string
  password: string
}

/** Undefined if there is none, or if people store the password themselves; then they also revoke it themselves. */
export function savedAccount(saved: SavedText): SavedAccount | undefined {
  try {
    const { url, user, password } = draftConfig(saved, saved.text).config.talk
    return url && user && password && password === savedSecret(saved, SECRET_NAME) ? { url, user, password } : undefined
  } catch (error) {
    // The configuration may be invalid because of the old account, and the new account repairs it.
    if (error instanceof ConfigError) return undefined
    throw error
  }
}

/** Revokes the replaced app password. Call it once the new one is saved. Returns messages for the person. */
export async function revokeReplacedPassword(
  old: SavedAccount | undefined,
  { password }: TalkCredentials,
  signal: AbortSignal,
): Promise<AnyText[]> {
  if (!old || old.password === password) return []
  const revoked = await revokeAppPassword({ ...old, clock: systemClock }, signal)
  if (revoked.ok) return [connectMessages.oldPasswordRevoked]
  // A refusal means that it was already revoked, or was never an app password.
  const isGone = revoked.failure.kind === 'unauthorized' || isRefused(revoked.failure, 403)
  return isGone ? [] : [connectMessages.oldPasswordStays(printableReason(revoked.failure), old.url)]
}

export function saveWithPassword<T>(place: ConfigPlace, { password }: TalkCredentials, saveConfig: () => T): T {
  return saveWithSecret(place, SECRET_NAME, password, saveConfig)
}

/** The owners in the file. The account is left out, because a mistake in it must not prevent connecting a new one. */
export function knownOwners(saved: SavedText) {
  const { config } = draftConfig(saved, withAccount(saved.file, saved.text))
  return { config, ownerIds: config.talk.ownerIds }
}

export async function findTalk(url: string, signal: AbortSignal): Promise<void> {
  valueOrThrow(await findServer(url, signal), url)
}

/** Exchanges the password of the account for an app password. */
export async function logInByPassword(
  url: string,
  { user, password: typed }: { user: string; password: string },
  signal: AbortSignal,
): Promise<TalkCredentials> {
  const options = { url, user, password: typed, clock: systemClock }
  const password = valueOrThrow(await askAppPassword(options, signal), url, user)
  return { user, password, isNew: password !== typed }
}

/** The person confirms on the shown page, where a second factor works too. */
export async function logInByBrowser(
  url: string,
  show: (page: string) => void,
  signal: AbortSignal,
): Promise<TalkCredentials> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS)])
  return { ...valueOrThrow(await loginByBrowser(url, show, limited), url), isNew: true }
}

/** Revokes the new app password of a set-up that failed. */
export async function revokeUnusedPassword(url: string, account: TalkCredentials, signal: AbortSignal): Promise<void> {
  if (account.isNew) await revokeAppPassword({ url, ...account, clock: systemClock }, signal)
}

/** The types of rooms with other people: neither the changelog nor notes to oneself. */
const conversationTypes = new Set<number>(Object.values(roomTypes))

/** The signed-in account and its rooms. */
export async function describeAccount(client: TalkClient, url: string, signal: AbortSignal) {
  const me = valueOrThrow(await client.me(signal), url)
  const capabilities = valueOrThrow(await client.capabilities(signal), url)
  const { rooms } = valueOrThrow(await client.rooms(undefined, signal), url)
  const conversations = rooms.filter(({ type }) => conversationTypes.has(type))
  const says: AnyText[] = [
    connectMessages.talkSignedIn(printable(me.id), capabilities.server, capabilities.talk),
    ...(conversations.length === 0 ? [connectMessages.noRooms] : []),
    ...conversations.map(({ token, displayName }) => `  ${token}  ${printable(displayName)}`),
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
  if (!room.ok && isRefused(room.failure, 404)) throw new UsageError(connectMessages.noSuchAccount(printable(id), url))
  const { name } = valueOrThrow(room, url)
  refuseBotAsOwner([name], bot)
  return name
}

/** The owners including this one. An entry that differs only in case is replaced. */
export function withOwnerId(owners: readonly string[], id: string | undefined): string[] {
  if (id === undefined) return [...owners]
  const others = owners.filter((owner) => owner === id || owner.toLowerCase() !== id.toLowerCase())
  return withOwner(others, id)
}

export function refuseBotAsOwner(owners: readonly string[], bot: string): void {
  if (!owners.some((owner) => owner.toLowerCase() === bot.toLowerCase())) return
  throw new UsageError(connectMessages.botIsOwner(printable(bot)))
}

/** Sends a first message to the owner, so that they find the room. */
export async function greet(
  client: TalkClient,
  owner: string,
  signal: AbortSignal,
): Promise<{ ok: boolean; says: AnyText }> {
  const message = 'This is Skein. Once I am running, I answer here. Write !help to see what I can do.'
  const sent = await writeToOwner(client, owner, message, signal)
  return sent.ok
    ? { ok: true, says: connectMessages.greeted(printable(owner)) }
    : { ok: false, says: connectMessages.notGreeted(printable(owner), printableReason(sent.failure)) }
}

/** Writes to the owner in the private room with them. */
export async function writeToOwner(
  client: TalkClient,
  owner: string,
  message: string,
  signal: AbortSignal,
): Promise<TalkAnswer<unknown>> {
  const room = await client.openOneToOne(owner, signal)
  if (!room.ok) return room
  return await client.send(room.value.token, { message, referenceId: `skein:setup:${randomUUID()}` }, signal)
}

function isRefused(failure: TalkFailure, status: number): boolean {
  return failure.kind === 'refused' && failure.status === status
}

function valueOrThrow<T>(answer: TalkAnswer<T>, url: string, user?: string): T {
  if (answer.ok) return answer.value
  throw talkError(answer.failure, url, user)
}

/** Paths of Nextcloud pages, which people copy together with the address. */
const pagePath = /\/(?:index\.php|apps|call|login|settings|s|f)(?:\/.*|$)/

/** The address of a server, even if it was typed without https or copied from a page in a browser. */
export function serverAddress(typed: string): string {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (text === '' || !URL.canParse(address)) throw new UsageError(connectMessages.notServer)
  const { protocol, username, password, origin, pathname } = new URL(address)
  if (username !== '' || password !== '') throw new UsageError(connectMessages.noCredentialsInAddress)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackUrl(address))
  if (!isSafe) throw new UsageError(connectMessages.httpsOnly)
  return origin + pathname.replace(pagePath, '').replace(/(?<!\/)\/+$/, '')
}

/** Says what went wrong while an account was set up, and what to do about it. */
export function talkError(failure: TalkFailure, url: string, user = ''): Error {
  switch (failure.kind) {
    case 'unauthorized':
      return new UsageError(connectMessages.passwordRefused(url, user))
    case 'throttled':
      return new TryLaterError(connectMessages.throttled(url))
    case 'refused':
      return refusalError(failure, url)
    case 'unsent':
    case 'unknown':
      return noAnswerError(failure, url)
  }
}

function printableReason(failure: TalkFailure): AnyText {
  return mapText(reasonOf(failure), printable)
}

function refusalError(failure: Extract<TalkFailure, { kind: 'refused' }>, url: string): Error {
  const { status } = failure
  const reason = describeFailure(failure)
  if (/not installed/.test(reason)) return new UsageError(connectMessages.talkNotInstalled(url))
  const target = /the server is at (\S+);/.exec(reason)?.[1]
  if (target !== undefined && target !== url) return new UsageError(connectMessages.redirected(url, printable(target)))
  const isOtherSite = status === 404 || (status >= 300 && status < 400)
  if (isOtherSite) return new UsageError(connectMessages.noNextcloud(url))
  return new UsageError(connectMessages.refused(url, status, printableReason(failure)))
}

function noAnswerError(failure: Extract<TalkFailure, { kind: 'unsent' | 'unknown' }>, url: string): Error {
  const reason = describeFailure(failure)
  const { host } = new URL(url)
  const code = /[A-Z][A-Z0-9_]{3,}/.exec(reason)?.[0] ?? 'unknown'
  if (failure.kind === 'unsent' && failure.maintenance) return new TryLaterError(connectMessages.maintenance(url))
  if (reason === nobodySignedIn) return new TryLaterError(connectMessages.nobodySignedIn)
  if (/CERT|SIGNATURE|ISSUER/.test(reason)) return new UsageError(connectMessages.untrustedCertificate(host, code))
  if (/SSL|EPROTO/.test(reason)) return new UsageError(connectMessages.noTls(host, code))
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return new UsageError(connectMessages.unknownHost(host))
  return new TryLaterError(connectMessages.noUsableAnswer(url, printableReason(failure)))
}
