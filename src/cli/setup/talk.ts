import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient, type TalkClient } from '../../channels/talk/wire/client.ts'
import { type Answer, describeFailure } from '../../channels/talk/wire/failure.ts'
import { askAppPassword, dropAppPassword, findServer, loginByBrowser } from '../../channels/talk/wire/login.ts'
import { withAssignment } from '../../config/assignment.ts'
import { draftConfig } from '../../config/draft.ts'
import { readSecret } from '../../config/secret.ts'
import { UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/printable.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { ask, askSecret, confirm, type Terminal } from '../chat/ask.ts'
import type { Place } from '../place.ts'
import { keepFile } from './claude-credential.ts'
import { readConfigText, withNames } from './owner-name.ts'
import { serverAddress } from './talk-address.ts'
import { trouble } from './talk-trouble.ts'

export interface TalkFlags {
  url?: string
  user?: string
  passwordFile?: string
  owner?: string
  yes?: boolean
}

const SECRET = 'talk-password'
const BROWSER_MS = 20 * 60_000
const ASK_MS = 60_000

/** `skein setup talk`: from the address of a server and a login to an app password, the list of rooms and a first message. */
export async function setUpTalk(
  place: Place,
  flags: TalkFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const say = (text: string) => terminal.output.write(`${text}\n`)
  const isHere = process.stdin.isTTY
  const { file, text } = readConfigText(place, env)
  const set = (key: string, given: string | string[] | undefined, before: string) =>
    withAssignment(file, before, {
      table: ['talk'],
      replaces: [key],
      set: given === undefined ? undefined : { key, value: given },
    })
  const connect = (url?: string, user?: string, password?: string) =>
    set('url', url, set('user', user, set('password', password, text)))
  // Without its old account, which may be what is broken.
  const bare = draftConfig(file, connect(), env)
  bare.discard()
  const { ownerIds } = bare.config.talk
  const url = addressOf(flags.url ?? (isHere ? await ask('Address of your Nextcloud: ', terminal) : undefined))
  value(await findServer(url, AbortSignal.timeout(ASK_MS)), url)
  const account = await logIn(url, flags, env, terminal)
  const client = createClient({ url, ...account, clock: systemClock })
  let isKept = false
  try {
    const signal = AbortSignal.timeout(ASK_MS)
    const me = value(await client.me(signal), url)
    const able = value(await client.capabilities(signal), url)
    say(`Signed in as ${printable(me.id)} at Nextcloud ${able.server}, Talk ${able.talk}.`)
    await tellRooms(client, url, say)
    const owner = flags.owner ?? (isHere ? await ask('Your own user id there (not the bot’s): ', terminal) : undefined)
    if (owner === me.id)
      throw new UsageError(
        `${printable(owner)} is the bot itself; give it an account of its own, and your id as the owner.`,
      )

    const owners = !owner || ownerIds.includes(owner) ? [...ownerIds] : [...ownerIds, owner]
    const connected = connect(url, account.user, `file:${join(place.dataDir, SECRET)}`)
    const known = owners.length > 0 ? set('owner_ids', owners, connected) : connected
    const meeting = { file, config: bare.config, isHere: isHere && flags.yes !== true, terminal }
    const edited = await withNames(known, meeting)
    // Not before the file could be edited: the old password may still be in use.
    keepFile(place.dataDir, SECRET, account.password)
    const backup = draftConfig(file, edited, env).commit()
    isKept = true
    say(`The app password is saved for this user alone; ${file} says where.`)
    if (backup) say(`Its old text is in ${backup}.`)
    if (owners.length === 0)
      say('Nobody is let in yet: put your user id into talk.owner_ids, or use "skein pair --owner".')
    const wanted = owner && (flags.yes === true || (isHere && (await confirm(`Write to ${owner} now?`, terminal))))
    const greeted = wanted ? await greet(client, owner) : undefined
    if (greeted) say(describeGreeting(greeted, owner ?? ''))
    if (greeted && !greeted.ok) process.exitCode = 1
    say('A daemon that is running takes it up when it is started again.')
    if (place.json) console.log(JSON.stringify({ url, user: me.id, config: file, backup, greeted: greeted?.ok }))
  } finally {
    client.close()
    const made = { url, ...account, clock: systemClock }
    if (account.isNew && !isKept) await dropAppPassword(made, AbortSignal.timeout(ASK_MS))
  }
}

function addressOf(given: string | undefined): string {
  if (!given) throw new UsageError('Say where it is: skein setup talk --url https://cloud.example.org.')
  return serverAddress(given)
}

interface Account {
  user: string
  password: string
  /** Made just now, and taken back when nothing comes of it. */
  isNew: boolean
}

async function logIn(url: string, flags: TalkFlags, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<Account> {
  const isHere = process.stdin.isTTY
  const typed = await givenPassword(flags, env, terminal)
  if (typed === '') {
    const show = (page: string) =>
      void terminal.output.write(
        `Open this in a browser and sign in as the bot's account, not as yourself:\n  ${printable(page)}\n`,
      )
    return { ...value(await loginByBrowser(url, show, AbortSignal.timeout(BROWSER_MS)), url), isNew: true }
  }
  const user = flags.user ?? (isHere ? await ask('User id of the bot there: ', terminal) : undefined)
  if (!user) throw new UsageError('Say who the bot is there: --user skein.')
  const options = { url, user, password: typed, clock: systemClock }
  const password = value(await askAppPassword(options, AbortSignal.timeout(ASK_MS)), url, user)
  return { user, password, isNew: password !== typed }
}

/** Empty for a login in the browser. */
async function givenPassword(flags: TalkFlags, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<string> {
  if (flags.passwordFile !== undefined) {
    const secret = readSecret(`file:${flags.passwordFile}`, env, process.cwd())
    if ('says' in secret) throw new UsageError(`The password ${secret.says}.`)
    return secret.value
  }
  if (!process.stdin.isTTY) return ''
  const asked = 'Password or app password of the bot (nothing is shown), or Enter to sign in with a browser: '
  const typed = await askSecret(asked, terminal)
  if (typed === undefined) throw new UsageError('Nothing was changed.')
  return typed
}

async function tellRooms(client: TalkClient, url: string, say: (text: string) => void): Promise<void> {
  const { rooms } = value(await client.rooms(undefined, AbortSignal.timeout(ASK_MS)), url)
  const talked = rooms.filter(({ type }) => type <= 3)
  if (talked.length === 0) say('It is in no room yet: write to it, or add it to a room as you would add a person.')
  for (const { token, displayName } of talked) say(`  ${token}  ${printable(displayName)}`)
}

async function greet(client: TalkClient, owner: string): Promise<Answer<unknown>> {
  const signal = AbortSignal.timeout(ASK_MS)
  const room = await client.openOneToOne(owner, signal)
  if (!room.ok) return room
  const message = 'This is Skein. Once I am started I answer here; write !help to see what else I can do.'
  return await client.send(room.value.token, { message, referenceId: `skein:setup:${randomUUID()}` }, signal)
}

function describeGreeting(greeted: Answer<unknown>, owner: string): string {
  if (greeted.ok) return `A first message is with ${printable(owner)}.`
  const why = printable(describeFailure(greeted.failure))
  return `It is saved, but ${printable(owner)} could not be written to (${why}); talk.owner_ids wants the user id, not the name that is shown.`
}

function value<T>(answer: Answer<T>, url: string, user?: string): T {
  if (answer.ok) return answer.value
  throw trouble(answer.failure, url, user)
}
