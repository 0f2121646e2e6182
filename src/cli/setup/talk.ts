import { randomUUID } from 'node:crypto'
import { createClient, type TalkClient } from '../../channels/talk/wire/client.ts'
import { type Answer, describeFailure, type Failure } from '../../channels/talk/wire/failure.ts'
import { askAppPassword, loginByBrowser } from '../../channels/talk/wire/login.ts'
import { withAssignment } from '../../config/assignment.ts'
import { draftConfig } from '../../config/draft.ts'
import { readSecret } from '../../config/secret.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/printable.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { ask, askSecret, confirm, type Terminal } from '../chat/ask.ts'
import type { Place } from '../place.ts'
import { keepFile } from './claude-credential.ts'
import { readConfigText } from './owner-name.ts'

export interface TalkFlags {
  url?: string
  user?: string
  passwordFile?: string
  owner?: string
  yes?: boolean
}

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
  const url = addressOf(flags.url ?? (isHere ? await ask('Address of your Nextcloud: ', terminal) : undefined))
  const account = await logIn(url, flags, env, terminal)
  const client = createClient({ url, ...account, clock: systemClock })
  try {
    const signal = AbortSignal.timeout(ASK_MS)
    const me = value(await client.me(signal))
    const able = value(await client.capabilities(signal))
    say(`Signed in as ${printable(me.id)} at Nextcloud ${able.server}, Talk ${able.talk}.`)
    await tellRooms(client, say)
    const owner = flags.owner ?? (isHere ? await ask('Your own user id there (not the bot’s): ', terminal) : undefined)

    const { file, text } = readConfigText(place, env)
    const secret = keepFile(place.dataDir, 'talk-password', account.password)
    const set = (key: string, given: string | string[], before: string) =>
      withAssignment(file, before, { table: ['talk'], replaces: [key], set: { key, value: given } })
    const connected = set('url', url, set('user', account.user, set('password', secret, text)))
    const draft = draftConfig(file, owner ? set('owner_ids', [owner], connected) : connected, env)
    const backup = draft.commit()
    say(`The app password is saved for this user alone; ${file} says where.`)
    if (backup) say(`Its old text is in ${backup}.`)
    if (!owner) say('Nobody is let in yet: put your user id into talk.owner_ids, or use "skein pair --owner".')
    const wanted = owner && (flags.yes === true || (isHere && (await confirm(`Write to ${owner} now?`, terminal))))
    const greeted = wanted ? await greet(client, owner) : undefined
    if (greeted) say(greeted.ok ? `A first message is with ${owner}.` : describeFailure(greeted.failure))
    if (greeted && !greeted.ok) process.exitCode = 1
    say('A daemon that is running takes it up when it is started again.')
    if (place.json) console.log(JSON.stringify({ url, user: me.id, config: file, backup, greeted: greeted?.ok }))
  } finally {
    client.close()
  }
}

function addressOf(given: string | undefined): string {
  if (!given) throw new UsageError('Say where it is: skein setup talk --url https://cloud.example.org.')
  const text = /^https?:\/\//i.test(given) ? given : `https://${given}`
  if (!URL.canParse(text)) throw new UsageError(`${printable(given)} is no address.`)
  const { origin, pathname } = new URL(text)
  // What people copy from the browser ends in a page of it.
  return origin + pathname.replace(/\/(index\.php|apps|login|call)(\/.*)?$/, '').replace(/\/$/, '')
}

interface Account {
  user: string
  password: string
}

async function logIn(url: string, flags: TalkFlags, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<Account> {
  const isHere = process.stdin.isTTY
  const typed = await givenPassword(flags, env, terminal)
  if (typed === '') {
    const show = (page: string) =>
      void terminal.output.write(
        `Open this in a browser and sign in as the bot's account, not as yourself:\n  ${page}\n`,
      )
    return value(await loginByBrowser(url, show, AbortSignal.timeout(BROWSER_MS)))
  }
  const user = flags.user ?? (isHere ? await ask('User id of the bot there: ', terminal) : undefined)
  if (!user) throw new UsageError('Say who the bot is there: --user skein.')
  const options = { url, user, password: typed, clock: systemClock }
  return { user, password: value(await askAppPassword(options, AbortSignal.timeout(ASK_MS))) }
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

async function tellRooms(client: TalkClient, say: (text: string) => void): Promise<void> {
  const { rooms } = value(await client.rooms(undefined, AbortSignal.timeout(ASK_MS)))
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

function value<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value
  throw new TryLaterError(`Nothing was changed: ${sentence(answer.failure)}`)
}

function sentence(failure: Failure): string {
  if (failure.kind === 'unauthorized') return 'Nextcloud refuses this user with this password.'
  return `${describeFailure(failure)}.`
}
