import { join } from 'node:path'
import type { MailAccount, MailServer } from '../../channels/email/account.ts'
import { mailAccounts } from '../../channels/email/from-config.ts'
import { findServers } from '../../channels/email/wire/discovery.ts'
import { providerOf } from '../../channels/email/wire/providers.ts'
import { type Tried, tryLogin, tryMail } from '../../channels/email/wire/trial.ts'
import { withAssignment } from '../../config/assignment.ts'
import { draftConfig } from '../../config/draft.ts'
import { readSecret } from '../../config/secret.ts'
import { UsageError } from '../../domain/errors.ts'
import { createLog } from '../../lib/log.ts'
import { printable } from '../../lib/text/printable.ts'
import { ask, askSecret, confirm, type Terminal } from '../chat/ask.ts'
import type { Place } from '../place.ts'
import { keepFile } from './claude-credential.ts'
import { mailTrouble } from './email-trouble.ts'
import { readConfigText, withNames } from './owner-name.ts'

export interface EmailFlags {
  address?: string
  user?: string
  passwordFile?: string
  imap?: string
  smtp?: string
  owner?: string
  yes?: boolean
}

const SECRET = 'mail-password'
const ASK_MS = 60_000
const TRIAL_MS = 180_000

/** `skein setup email`: from an address and a password to a mailbox that was logged in to, and a mail out and back. */
export async function setUpEmail(
  place: Place,
  flags: EmailFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const say = (text: string) => terminal.output.write(`${text}\n`)
  const isHere = process.stdin.isTTY
  const { file, text } = readConfigText(place, env)
  const set = (key: string, value: string | string[] | undefined, before: string) =>
    withAssignment(file, before, {
      table: ['email'],
      replaces: [key],
      set: value === undefined ? undefined : { key, value },
    })
  const withFacts = (before: string, facts: Record<string, string | string[] | undefined>) =>
    Object.entries(facts).reduce((at, [key, given]) => (given === undefined ? at : set(key, given, at)), before)
  // Without its old mailbox, which may be what is broken.
  const emptied = ['address', 'user', 'password', 'imap', 'smtp', 'authserv_id', 'sent_copy'].reduce(
    (before, key) => set(key, undefined, before),
    text,
  )
  const bare = draftConfig(file, emptied, env)
  bare.discard()
  const { ownerAddresses } = bare.config.email

  const address = flags.address ?? (isHere ? await ask("Address of the bot's own mailbox: ", terminal) : undefined)
  if (!address) throw new UsageError('Say which mailbox it is: skein setup email --address skein@example.org.')
  const servers = await serversOf(address, flags, terminal)
  const password = await givenPassword(address, flags, env, terminal)
  const owner = flags.owner ?? (isHere ? await ask('The address you write from yourself: ', terminal) : undefined)
  const owners = !owner || ownerAddresses.includes(owner) ? [...ownerAddresses] : [...ownerAddresses, owner]

  const facts = { address, user: flags.user, ...servers, owner_addresses: owners.length > 0 ? owners : undefined }
  const connected = withFacts(emptied, facts)
  const tried = draftConfig(file, set('password', password, connected), env)
  tried.discard()
  const [account] = mailAccounts(tried.config)
  if (!account) throw new UsageError(`${address} is no mailbox that could be set up.`)
  const deps = {
    account,
    credential: async () => ({ user: account.login.user, password }),
    log: createLog({ level: 'silent', format: 'json', destination: process.stderr, scrub: (words) => words }),
  }

  const folders = value(await tryLogin(deps, AbortSignal.timeout(ASK_MS)), account)
  say(`Signed in at ${account.imap.host} as ${printable(account.login.user)}; it has ${folders.length} folders.`)
  const wanted =
    flags.yes === true || (isHere && (await confirm(`Send a mail to ${address} and wait for it?`, terminal)))
  const trial = wanted ? value(await tryMail(deps, AbortSignal.timeout(TRIAL_MS)), account) : undefined
  if (trial) say('A mail went out and came back.')

  const edited = withFacts(connected, {
    authserv_id: trial?.authservId,
    sent_copy: trial?.savesSent ? 'server' : undefined,
  })
  const meeting = { file, config: bare.config, isHere: isHere && flags.yes !== true, terminal }
  const named = await withNames(edited, meeting)
  const secret = `file:${join(place.dataDir, SECRET)}`
  // Not before everything worked: the old password may still be in use.
  keepFile(place.dataDir, SECRET, password)
  const backup = draftConfig(file, set('password', secret, named), env).commit()
  say(`The password is saved for this user alone; ${file} says where.`)
  if (backup) say(`Its old text is in ${backup}.`)
  if (trial?.authservId) say(`Your server vouches for senders as ${printable(trial.authservId)}, and is believed.`)
  else say('Whether a mail is really from whom it says is checked by its signature.')
  if (owners.length === 0)
    say('Nobody is let in yet: put your address into email.owner_addresses, or use "skein pair --owner".')
  say('A daemon that is running takes it up when it is started again.')
  if (place.json) console.log(JSON.stringify({ address, config: file, backup, tried: trial !== undefined, ...trial }))
}

/** As the file writes them; none where the provider of the address is known by its domain. */
async function serversOf(
  address: string,
  { imap, smtp }: EmailFlags,
  terminal: Terminal,
): Promise<{ imap?: string; smtp?: string }> {
  if (imap !== undefined && smtp !== undefined) return { imap, smtp }
  if (imap !== undefined || smtp !== undefined)
    throw new UsageError('Name both servers, --imap and --smtp, or neither.')
  const known = providerOf(address)
  const found = known ?? (await findServers(address))
  if (found)
    terminal.output.write(
      `Mail of ${printable(address)} is read at ${found.imap.host} and sent by ${found.smtp.host}.\n`,
    )
  if (known) {
    terminal.output.write(`The password for a program: ${known.password}.\n`)
    return {}
  }
  if (found) return { imap: urlOf('imap', found.imap), smtp: urlOf('smtp', found.smtp) }
  const typed = process.stdin.isTTY
    ? {
        imap: await ask('Host that mail is read from (IMAP): ', terminal),
        smtp: await ask('Host that sends it (SMTP): ', terminal),
      }
    : {}
  if (!typed.imap || !typed.smtp)
    throw new UsageError(
      `Nobody says where the mail of ${printable(address)} is; name both servers: --imap imaps://imap.example.org --smtp smtps://smtp.example.org.`,
    )
  return { imap: withScheme('imaps', typed.imap), smtp: withScheme('smtps', typed.smtp) }
}

function withScheme(scheme: string, typed: string): string {
  return typed.includes('://') ? typed : `${scheme}://${typed}`
}

function urlOf(protocol: 'imap' | 'smtp', { host, port, security }: MailServer): string {
  return `${protocol}${security === 'tls' ? 's' : ''}://${host}:${port}`
}

async function givenPassword(
  address: string,
  flags: EmailFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<string> {
  if (flags.passwordFile !== undefined) {
    const secret = readSecret(`file:${flags.passwordFile}`, env, process.cwd())
    if ('says' in secret) throw new UsageError(`The password ${secret.says}.`)
    return secret.value
  }
  const typed = process.stdin.isTTY
    ? await askSecret(`Password or app password of ${printable(address)} (nothing is shown): `, terminal)
    : undefined
  if (!typed) throw new UsageError('It needs the password of the mailbox: --password-file FILE. Nothing was changed.')
  return typed
}

function value<T>(tried: Tried<T>, account: MailAccount): T {
  if (tried.ok) return tried.value
  throw mailTrouble(tried, account)
}
