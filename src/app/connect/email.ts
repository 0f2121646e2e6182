import { join } from 'node:path'
import type { MailAccount, MailServer } from '../../channels/email/account.ts'
import { mailAccounts } from '../../channels/email/from-config.ts'
import { findServers } from '../../channels/email/wire/discovery.ts'
import { examineMailbox } from '../../channels/email/wire/doctor.ts'
import { type Trial, type Tried, tryLogin, tryMail } from '../../channels/email/wire/mailbox-trial.ts'
import { providerOf } from '../../channels/email/wire/providers.ts'
import { type FlagOf, mailTroubleText } from '../../channels/email/wire/trouble-words.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { createLog } from '../../lib/log.ts'
import { printable } from '../../lib/text/visible.ts'
import { type ConnectionDeps, type ConnectionFinding, type FormValues, withOwner } from './connection.ts'
import { readConfigText, type SettingValues, saveSecretFile, withSettings } from './settings-file.ts'

const SECRET = 'mail-password'

/** The configuration without its old mailbox, which may be the broken part. */
export function withoutMailbox(file: string, text: string): string {
  const old = ['address', 'user', 'password', 'imap', 'smtp', 'authserv_id', 'sent_copy']
  return withMail(file, text, Object.fromEntries(old.map((key) => [key, undefined])))
}

export function withMail(file: string, text: string, facts: SettingValues): string {
  return withSettings(file, text, ['email'], facts)
}

/** Only the known values, so that nothing else of the table is removed. */
export function knownFacts(facts: SettingValues): SettingValues {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

export function keepPassword(dataDir: string, password: string): void {
  saveSecretFile(dataDir, SECRET, password)
}

/** The configuration with the results of the trial. */
export function withTrial(file: string, text: string, trial: Trial | undefined): string {
  const shown = { authserv_id: trial?.authservId, sent_copy: trial?.savesSent ? 'server' : undefined }
  return withMail(file, text, knownFacts(shown))
}

export function withPasswordIn(file: string, text: string, dataDir: string): string {
  return withMail(file, text, { password: `file:${join(dataDir, SECRET)}` })
}

/** Finds the mail servers of an address. `facts` is what the file needs; empty if the provider is known by its domain. */
export async function findMail(address: string): Promise<{ says: string[]; facts: SettingValues } | undefined> {
  const known = providerOf(address)
  const found = known ?? (await findServers(address))
  if (!found) return undefined
  const where = `Mail servers of ${printable(address)}: ${found.imap.host} (IMAP) and ${found.smtp.host} (SMTP).`
  if (known) return { says: [where, `App password: ${known.password}.`], facts: {} }
  return { says: [where], facts: { imap: urlOf('imap', found.imap), smtp: urlOf('smtp', found.smtp) } }
}

export function withScheme(scheme: string, typed: string): string {
  return typed.includes('://') ? typed : `${scheme}://${typed}`
}

function urlOf(protocol: 'imap' | 'smtp', { host, port, security }: MailServer): string {
  return `${protocol}${security === 'tls' ? 's' : ''}://${host}:${port}`
}

/** The mailbox as it would be configured, ready to be tried. */
export function draftMailbox({ file, text }: { file: string; text: string }, password: string, env: NodeJS.ProcessEnv) {
  const tried = draftConfig(file, withMail(file, text, { password }), env)
  tried.discard()
  const [account] = mailAccounts(tried.config)
  if (!account) throw new UsageError(`${tried.config.email.address} is not a mailbox that can be set up.`)
  const log = createLog({ level: 'silent', format: 'json', destination: process.stderr, scrub: (words) => words })
  return { account, credential: async () => ({ user: account.login.user, password }), log }
}

export function signedInWords({ imap, login }: MailAccount, folders: string[]): string {
  return `Signed in at ${imap.host} as ${printable(login.user)}; it has ${folders.length} folders.`
}

export const backWords = 'The test mail was sent and received.'
export const passwordWords = (file: string) =>
  `The password is saved in a file that only this user can read; ${file} refers to it.`

export function senderWords(trial: Trial | undefined): string {
  return trial?.authservId
    ? `Your server checks senders as ${printable(trial.authservId)}, and Skein trusts its results.`
    : 'Skein checks senders by the signatures of their mails.'
}

export const nobodyWords =
  'Nobody has access yet: add your address to email.owner_addresses, or use "skein pair --owner".'

/** Nothing is saved before the sign-in succeeded, and the trial mail came back if one was requested. */
export async function connect(given: FormValues, to: ConnectionDeps, signal: AbortSignal): Promise<string[]> {
  const { address, secret, owner } = given
  if (!address) throw new UsageError('The address of the mailbox is missing, such as skein@example.org.')
  if (!secret) throw new UsageError('The password of the mailbox is missing.')
  const { says, facts } = await serversOf(address, given)
  const edit = ({ file, text }: { file: string; text: string }) => {
    const emptied = withoutMailbox(file, text)
    const bare = draftConfig(file, emptied, to.env)
    bare.discard()
    const owners = withOwner(bare.config.email.ownerAddresses, owner)
    const lists = { owner_addresses: owners.length > 0 ? owners : undefined }
    return {
      file,
      owners,
      text: withMail(file, emptied, knownFacts({ address, user: given.user, ...facts, ...lists })),
    }
  }
  const mailbox = draftMailbox(edit(readConfigText(to, to.env)), secret, to.env)
  const folders = value(await tryLogin(mailbox, signal), mailbox.account)
  const trial = given.trial === 'yes' ? value(await tryMail(mailbox, signal), mailbox.account) : undefined

  // The file may have been edited while the servers were asked.
  const { file, text, owners } = edit(readConfigText(to, to.env))
  const edited = withPasswordIn(file, withTrial(file, text, trial), to.dataDir)
  keepPassword(to.dataDir, secret)
  draftConfig(file, edited, to.env).commit()
  return [
    ...says,
    signedInWords(mailbox.account, folders),
    ...(trial ? [backWords] : []),
    passwordWords(file),
    senderWords(trial),
    ...(owners.length === 0 ? [nobodyWords] : []),
  ]
}

async function serversOf(
  address: string,
  { imap, smtp }: FormValues,
): Promise<{ says: string[]; facts: SettingValues }> {
  if (imap && smtp) return { says: [], facts: { imap: withScheme('imaps', imap), smtp: withScheme('smtps', smtp) } }
  if (imap || smtp) throw new UsageError('Give both servers or neither.')
  const found = await findMail(address)
  if (found) return found
  throw new UsageError(
    `The mail servers of ${printable(address)} are unknown. Give both, such as imaps://imap.example.org and smtps://smtp.example.org.`,
  )
}

function value<T>(tried: Tried<T>, account: MailAccount): T {
  if (tried.ok) return tried.value
  throw mailError(tried, account, () => '')
}

export async function examine(
  config: Config,
  { keptToken }: ConnectionDeps,
  signal: AbortSignal,
): Promise<ConnectionFinding[]> {
  const each = mailAccounts(config).map((account) =>
    examineMailbox({ account, kept: () => keptToken(account.address) }, signal),
  )
  return (await Promise.all(each)).flat()
}

type Failed = Extract<Tried<unknown>, { ok: false }>

/** Says what went wrong while a mailbox was set up, and what to do about it. Nothing was changed. */
export function mailError(
  { step, failure }: Failed,
  account: MailAccount,
  flagOf: FlagOf = (server) => `--${server} `,
): Error {
  const { says, isPassing } = mailTroubleText(step, failure, account, flagOf)
  return isPassing ? new TryLaterError(says) : new UsageError(says)
}
