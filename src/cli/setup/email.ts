import { connectMessages } from '../../app/connect/connect-messages.ts'
import { withOwner } from '../../app/connect/connection.ts'
import {
  describeSenderCheck,
  describeSignIn,
  draftMailbox,
  findMail,
  knownValues,
  mailError,
  saveWithPassword,
  withMail,
  withoutMailbox,
  withPasswordReference,
  withScheme,
  withTrial,
} from '../../app/connect/email.ts'
import { readConfigText, type SettingValues } from '../../app/connect/settings-file.ts'
import type { MailAccount } from '../../channels/email/account.ts'
import { type Tried, tryLogin, tryMail } from '../../channels/email/wire/mailbox-trial.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { readSecret } from '../../config/secret.ts'
import { UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/visible.ts'
import { textIn } from '../../messages/localized.ts'
import type { GlobalOptions } from '../global-options.ts'
import { toJson } from '../global-options.ts'
import { ask, askSecret, confirm, printTo, type Terminal } from '../prompts.ts'
import { withNames } from './owner-name.ts'

export interface EmailFlags {
  address?: string
  user?: string
  passwordFile?: string
  imap?: string
  smtp?: string
  owner?: string
  yes?: boolean
}

const ASK_MS = 60_000
const TRIAL_MS = 180_000

/** `skein setup email`: asks for address and password, logs in, and sends a test mail to itself. */
export async function setUpEmail(
  globals: GlobalOptions,
  flags: EmailFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const say = printTo(terminal)
  const isHere = process.stdin.isTTY
  const { file, text } = readConfigText(globals, env)
  const emptied = withoutMailbox(file, text)
  const bare = draftConfig(file, emptied, env)
  bare.discard()
  const { ownerAddresses } = bare.config.email

  const address = flags.address ?? (isHere ? await ask('Email address of the bot: ', terminal) : undefined)
  if (!address) throw new UsageError('The address is missing: skein setup email --address skein@example.org.')
  const servers = await serversOf(address, flags, terminal)
  const given = await givenPassword(address, flags, env, terminal)
  const owner = flags.owner ?? (isHere ? await ask('Your own email address: ', terminal) : undefined)
  const owners = withOwner(ownerAddresses, owner)

  const values = { address, user: flags.user, ...servers, owner_addresses: owners.length > 0 ? owners : undefined }
  const connected = withMail(file, emptied, knownValues(values))
  const mailboxWith = (password: string) => draftMailbox({ file, text: connected }, password, env)
  const again = isHere && flags.passwordFile === undefined ? () => askPassword(address, terminal) : undefined
  const tryPassword = (password: string) => tryLogin(mailboxWith(password), AbortSignal.timeout(ASK_MS))
  const { password, tried } = await signInToMailbox(given, tryPassword, again, (failed) =>
    say(mailError(failed, mailboxWith(given).account).message),
  )
  const mailbox = mailboxWith(password)
  const { account } = mailbox
  const folders = value(tried, account)
  say(describeSignIn(account, folders))
  const isTrialWanted =
    flags.yes === true || (isHere && (await confirm(`Send a test mail to ${address} and wait for it?`, terminal)))
  const trial = isTrialWanted ? value(await tryMail(mailbox, AbortSignal.timeout(TRIAL_MS)), account) : undefined
  if (trial) say(connectMessages.testMailReceived)

  const meeting = { file, config: bare.config, isHere: isHere && flags.yes !== true, terminal }
  const named = await withNames(withTrial(file, connected, trial), meeting)
  // Saved only now: until everything worked, the old password may still be in use.
  const edited = withPasswordReference(file, named, globals.dataDir)
  const backup = saveWithPassword(globals.dataDir, password, () => draftConfig(file, edited, env).commit())
  say(connectMessages.mailPasswordSaved(file))
  if (backup) say(`The previous version is in ${backup}.`)
  say(describeSenderCheck(trial))
  if (owners.length === 0) say(connectMessages.nobodyOnMail)
  say('Restart Skein to apply.')
  if (globals.json) console.log(toJson({ address, config: file, backup, tried: trial !== undefined, ...trial }))
}

const MAX_PASSWORD_ATTEMPTS = 3

/** Asks for another password only if the server refused the first one. */
export async function signInToMailbox<T>(
  given: string,
  tryPassword: (password: string) => Promise<Tried<T>>,
  again: (() => Promise<string | undefined>) | undefined,
  explain: (failed: Extract<Tried<T>, { ok: false }>) => void,
): Promise<{ password: string; tried: Tried<T> }> {
  let password = given
  let tried = await tryPassword(password)
  for (
    let count = 1;
    count < MAX_PASSWORD_ATTEMPTS && again && !tried.ok && tried.failure.kind === 'refused';
    count++
  ) {
    explain(tried)
    const next = await again()
    if (!next) break
    password = next
    tried = await tryPassword(password)
  }
  return { password, tried }
}

/** The servers for the configuration file. Empty if the provider is known by its domain. */
async function serversOf(address: string, { imap, smtp }: EmailFlags, terminal: Terminal): Promise<SettingValues> {
  if (imap !== undefined && smtp !== undefined) return { imap, smtp }
  if (imap !== undefined || smtp !== undefined)
    throw new UsageError('Give both servers, --imap and --smtp, or neither.')
  const found = await findMail(address)
  if (found) {
    found.says.forEach(printTo(terminal))
    return found.values
  }
  const typed = process.stdin.isTTY
    ? {
        imap: await ask('IMAP server: ', terminal),
        smtp: await ask('SMTP server: ', terminal),
      }
    : {}
  if (!typed.imap || !typed.smtp)
    throw new UsageError(
      `The mail servers of ${printable(address)} are unknown. Give both: --imap imaps://imap.example.org --smtp smtps://smtp.example.org.`,
    )
  return { imap: withScheme('imaps', typed.imap), smtp: withScheme('smtps', typed.smtp) }
}

async function givenPassword(
  address: string,
  flags: EmailFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<string> {
  if (flags.passwordFile !== undefined) {
    const secret = readSecret(`file:${flags.passwordFile}`, env, process.cwd())
    if ('says' in secret) throw new UsageError(`The password ${textIn(secret.says, 'en')}.`)
    return secret.value
  }
  const typed = process.stdin.isTTY ? await askPassword(address, terminal) : undefined
  if (!typed) throw new UsageError('The password is missing: --password-file FILE. Nothing was changed.')
  return typed
}

function askPassword(address: string, terminal: Terminal) {
  return askSecret(`Password or app password of ${printable(address)} (not shown): `, terminal)
}

function value<T>(tried: Tried<T>, account: MailAccount): T {
  if (tried.ok) return tried.value
  throw mailError(tried, account)
}
