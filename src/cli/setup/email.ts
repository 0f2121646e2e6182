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
import { describeSavedSecret, type SettingValues } from '../../app/connect/settings-file.ts'
import type { MailAccount } from '../../channels/email/account.ts'
import { type TrialResult, tryLogin, tryMail } from '../../channels/email/wire/mailbox-trial.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
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

const REQUEST_TIMEOUT_MS = 60_000
const TEST_MAIL_TIMEOUT_MS = 180_000

/** `skein setup email`: asks for address and password, logs in, and sends a test mail to itself. */
export async function setUpEmail(
  globals: GlobalOptions,
  flags: EmailFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const print = printTo(terminal)
  const isTerminal = process.stdin.isTTY
  const saved = readConfigText(globals, env)
  const { file } = saved
  const textWithoutMailbox = withoutMailbox(file, saved.text)
  const draft = draftConfig(saved, textWithoutMailbox)
  const { ownerAddresses } = draft.config.email

  const address = flags.address ?? (isTerminal ? await ask('Email address of the bot: ', terminal) : undefined)
  if (!address) throw new UsageError('The address is missing. Give it with --address skein@example.org.')
  const servers = await findServers(address, flags, terminal)
  const firstPassword = await readPassword(address, flags, env, terminal)
  const owner = flags.owner ?? (isTerminal ? await ask('Your own email address: ', terminal) : undefined)
  const owners = withOwner(ownerAddresses, owner)

  const values = { address, user: flags.user, ...servers, owner_addresses: owners.length > 0 ? owners : undefined }
  const textWithMail = withMail(file, textWithoutMailbox, knownValues(values))
  const createMailbox = (password: string) => draftMailbox({ ...saved, text: textWithMail }, password)
  const askAgain = isTerminal && flags.passwordFile === undefined ? () => askPassword(address, terminal) : undefined
  const tryPassword = (password: string) => tryLogin(createMailbox(password), AbortSignal.timeout(REQUEST_TIMEOUT_MS))
  const { password, tried: signIn } = await signInToMailbox(firstPassword, tryPassword, askAgain, (failed) =>
    print(mailError(failed, createMailbox(firstPassword).account).message),
  )
  const mailbox = createMailbox(password)
  const { account } = mailbox
  const folders = valueOrThrow(signIn, account)
  print(describeSignIn(account, folders))
  const isTrialWanted =
    flags.yes === true || (isTerminal && (await confirm(`Send a test mail to ${address} and wait for it?`, terminal)))
  const trial = isTrialWanted
    ? valueOrThrow(await tryMail(mailbox, AbortSignal.timeout(TEST_MAIL_TIMEOUT_MS)), account)
    : undefined
  if (trial) print(connectMessages.testMailReceived)

  const nameOptions = { file, config: draft.config, canAsk: isTerminal && flags.yes !== true, terminal }
  const textWithNames = await withNames(withTrial(file, textWithMail, trial), nameOptions)
  // Saved only now: until everything worked, the old password may still be in use.
  const edited = withPasswordReference(saved, textWithNames)
  const backup = saveWithPassword(saved, password, () => draftConfig(saved, edited).commit())
  print(describeSavedSecret(saved))
  if (backup) print(`The previous version is in ${backup}.`)
  print(describeSenderCheck(trial))
  if (owners.length === 0) print(connectMessages.nobodyOnMail)
  print('Restart Skein to apply.')
  if (globals.json) console.log(toJson({ address, config: file, backup, tried: trial !== undefined, ...trial }))
}

const MAX_PASSWORD_ATTEMPTS = 3

/** Asks for another password only if the server refused the first one. */
export async function signInToMailbox<T>(
  firstPassword: string,
  tryPassword: (password: string) => Promise<TrialResult<T>>,
  askAgain: (() => Promise<string | undefined>) | undefined,
  explain: (failed: Extract<TrialResult<T>, { ok: false }>) => void,
): Promise<{ password: string; tried: TrialResult<T> }> {
  let password = firstPassword
  let signIn = await tryPassword(password)
  for (
    let attempt = 1;
    attempt < MAX_PASSWORD_ATTEMPTS && askAgain && !signIn.ok && signIn.failure.kind === 'refused';
    attempt++
  ) {
    explain(signIn)
    const next = await askAgain()
    if (!next) break
    password = next
    signIn = await tryPassword(password)
  }
  return { password, tried: signIn }
}

/** The servers for the configuration file. Empty if the provider is known by its domain. */
async function findServers(address: string, { imap, smtp }: EmailFlags, terminal: Terminal): Promise<SettingValues> {
  if (imap !== undefined && smtp !== undefined) return { imap, smtp }
  if (imap !== undefined || smtp !== undefined)
    throw new UsageError('Give both servers, --imap and --smtp, or neither.')
  const provider = await findMail(address)
  if (provider) {
    provider.says.forEach(printTo(terminal))
    return provider.values
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

async function readPassword(
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
  if (!typed) throw new UsageError('The password is missing. Give it with --password-file FILE. Nothing was changed.')
  return typed
}

function askPassword(address: string, terminal: Terminal) {
  return askSecret(`Password or app password of ${printable(address)} (not shown): `, terminal)
}

function valueOrThrow<T>(signIn: TrialResult<T>, account: MailAccount): T {
  if (signIn.ok) return signIn.value
  throw mailError(signIn, account)
}
