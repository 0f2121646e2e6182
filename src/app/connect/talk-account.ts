import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { TalkClient } from '../../channels/talk/wire/client.ts'
import { type Answer, describeFailure } from '../../channels/talk/wire/failure.ts'
import { askAppPassword, dropAppPassword, findServer, loginByBrowser } from '../../channels/talk/wire/login.ts'
import { draftConfig } from '../../config/draft.ts'
import { UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/printable.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { signInMs } from './connecting.ts'
import { keepFile, withFacts } from './settings-file.ts'
import { trouble } from './talk-trouble.ts'

const SECRET = 'talk-password'

export interface Account {
  user: string
  password: string
  /** Made just now, and taken back when nothing comes of it. */
  isNew: boolean
}

/** The configuration with this account, or with none. */
export function withAccount(
  file: string,
  text: string,
  account: { url?: string; user?: string; password?: string } = {},
): string {
  const { url, user, password } = account
  return withFacts(file, text, ['talk'], { password, user, url })
}

/** The configuration with this account, its password in a file, and with whoever owns it. */
export function withOwnAccount(
  { file, text }: { file: string; text: string },
  { url, user, owners, dataDir }: { url: string; user: string; owners: string[]; dataDir: string },
): string {
  const connected = withAccount(file, text, { url, user, password: `file:${join(dataDir, SECRET)}` })
  return owners.length > 0 ? withFacts(file, connected, ['talk'], { owner_ids: owners }) : connected
}

export function keepPassword(dataDir: string, { password }: Account): void {
  keepFile(dataDir, SECRET, password)
}

/** Those in the file, without the account, which may be what is broken. */
export function knownOwners({ file, text }: { file: string; text: string }, env: NodeJS.ProcessEnv) {
  const bare = draftConfig(file, withAccount(file, text), env)
  bare.discard()
  return { config: bare.config, ownerIds: bare.config.talk.ownerIds }
}

export async function findTalk(url: string, signal: AbortSignal): Promise<void> {
  value(await findServer(url, signal), url)
}

/** A password of the account is exchanged for an app password. */
export async function logInByPassword(
  url: string,
  { user, password: typed }: { user: string; password: string },
  signal: AbortSignal,
): Promise<Account> {
  const options = { url, user, password: typed, clock: systemClock }
  const password = value(await askAppPassword(options, signal), url, user)
  return { user, password, isNew: password !== typed }
}

/** Whoever opens the shown page says yes there, with a second factor and all. */
export async function logInByBrowser(url: string, show: (page: string) => void, signal: AbortSignal): Promise<Account> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(signInMs)])
  return { ...value(await loginByBrowser(url, show, limited), url), isNew: true }
}

/** What was made for nothing is taken back. */
export async function dropAccount(url: string, account: Account, signal: AbortSignal): Promise<void> {
  if (account.isNew) await dropAppPassword({ url, ...account, clock: systemClock }, signal)
}

/** Who is signed in, and in which rooms. */
export async function lookRound(client: TalkClient, url: string, signal: AbortSignal) {
  const me = value(await client.me(signal), url)
  const able = value(await client.capabilities(signal), url)
  const { rooms } = value(await client.rooms(undefined, signal), url)
  const talked = rooms.filter(({ type }) => type <= 3)
  const says = [
    `Signed in as ${printable(me.id)} at Nextcloud ${able.server}, Talk ${able.talk}.`,
    ...(talked.length === 0
      ? ['It is in no room yet: write to it, or add it to a room as you would add a person.']
      : []),
    ...talked.map(({ token, displayName }) => `  ${token}  ${printable(displayName)}`),
  ]
  return { me, says }
}

export function refuseItself(owners: string[], bot: string): void {
  if (!owners.includes(bot)) return
  throw new UsageError(`${printable(bot)} is the bot itself; give it an account of its own, and your id as the owner.`)
}

export const passwordWords = (file: string) => `The app password is saved for this user alone; ${file} says where.`
export const nobodyWords = 'Nobody is let in yet: put your user id into talk.owner_ids, or use "skein pair --owner".'

/** A first message to the owner, so that they find the room. */
export async function greet(
  client: TalkClient,
  owner: string,
  signal: AbortSignal,
): Promise<{ ok: boolean; says: string }> {
  const greeted = await sayHello(client, owner, signal)
  if (greeted.ok) return { ok: true, says: `A first message is with ${printable(owner)}.` }
  const why = printable(describeFailure(greeted.failure))
  const says = `It is saved, but ${printable(owner)} could not be written to (${why}); talk.owner_ids wants the user id, not the name that is shown.`
  return { ok: false, says }
}

async function sayHello(client: TalkClient, owner: string, signal: AbortSignal): Promise<Answer<unknown>> {
  const room = await client.openOneToOne(owner, signal)
  if (!room.ok) return room
  const message = 'This is Skein. Once I am started I answer here; write !help to see what else I can do.'
  return await client.send(room.value.token, { message, referenceId: `skein:setup:${randomUUID()}` }, signal)
}

function value<T>(answer: Answer<T>, url: string, user?: string): T {
  if (answer.ok) return answer.value
  throw trouble(answer.failure, url, user)
}
