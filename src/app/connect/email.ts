import type { MailAccount, MailServer } from '../../channels/email/account.ts'
import { mailAccounts } from '../../channels/email/from-config.ts'
import { findServers } from '../../channels/email/wire/discovery.ts'
import { examineMailbox } from '../../channels/email/wire/doctor.ts'
import { type MailboxBehavior, type TrialResult, tryLogin, tryMail } from '../../channels/email/wire/mailbox-trial.ts'
import { providerOf } from '../../channels/email/wire/providers.ts'
import { type FlagOf, mailTroubleText } from '../../channels/email/wire/trouble-words.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
import type { ConfigPlace, SavedText } from '../../config/config-place.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { createLog } from '../../lib/log.ts'
import { printable } from '../../lib/text/visible.ts'
import type { AnyText } from '../../messages/localized.ts'
import { connectMessages } from './connect-messages.ts'
import { type ConnectionDeps, type ConnectionFinding, type FormValues, withOwner } from './connection.ts'
import {
  describeSavedSecret,
  type SettingValues,
  saveWithSecret,
  secretReference,
  withSettings,
} from './settings-file.ts'

const SECRET_NAME = 'mail-password'

/** The configuration without its old mailbox, which may be the broken part. */
export function withoutMailbox(file: string, text: string): string {
  const old = ['address', 'user', 'password', 'imap', 'smtp', 'authserv_id', 'sent_copy']
  return withMail(file, text, Object.fromEntries(old.map((key) => [key, undefined])))
}

export function withMail(file: string, text: string, values: SettingValues): string {
  return withSettings(file, text, ['email'], values)
}

/** Only the known values, so that nothing else of the table is removed. */
export function knownValues(values: SettingValues): SettingValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

export function saveWithPassword<T>(place: ConfigPlace, password: string, saveConfig: () => T): T {
  return saveWithSecret(place, SECRET_NAME, password, saveConfig)
}

/** The configuration with the results of the trial. */
export function withTrial(file: string, text: string, trial: MailboxBehavior | undefined): string {
  const results = { authserv_id: trial?.authservId, sent_copy: trial?.savesSent ? 'server' : undefined }
  return withMail(file, text, knownValues(results))
}

export function withPasswordReference(place: ConfigPlace, text: string): string {
  return withMail(place.file, text, { password: secretReference(place, SECRET_NAME) })
}

/** The mail servers of an address: a description, and what the file needs. */
interface FoundServers {
  says: AnyText[]
  /** Empty if the provider is known by its domain. */
  values: SettingValues
}

export async function findMail(address: string): Promise<FoundServers | undefined> {
  const provider = providerOf(address)
  const servers = provider ?? (await findServers(address))
  if (!servers) return undefined
  const { imap, smtp } = servers
  const where = connectMessages.mailServers(printable(address), imap.host, smtp.host)
  return provider
    ? { says: [where, connectMessages.mailPassword(provider.password)], values: {} }
    : { says: [where], values: { imap: urlOf('imap', imap), smtp: urlOf('smtp', smtp) } }
}

export function withScheme(scheme: string, typed: string): string {
  return typed.includes('://') ? typed : `${scheme}://${typed}`
}

function urlOf(protocol: 'imap' | 'smtp', { host, port, security }: MailServer): string {
  return `${protocol}${security === 'tls' ? 's' : ''}://${host}:${port}`
}

/** The mailbox as it would be configured, ready to be tried. */
export function draftMailbox(saved: SavedText, password: string) {
  const { config } = draftConfig(saved, withMail(saved.file, saved.text, { password }))
  return openMailbox(config, password)
}

/** The first mailbox of a configuration. */
export function openMailbox(config: Config, password: string) {
  const [account] = mailAccounts(config)
  if (!account) throw new UsageError(connectMessages.notMailbox(config.email.address ?? ''))
  const log = createLog({ level: 'silent', format: 'json', destination: process.stderr, scrub: (text) => text })
  return { account, credential: async () => ({ user: account.login.user, password }), log }
}

export function describeSignIn({ imap, login }: MailAccount, folders: string[]): AnyText {
  return connectMessages.mailSignedIn(imap.host, printable(login.user), folders.length)
}

export function describeSenderCheck(trial: MailboxBehavior | undefined): AnyText {
  return trial?.authservId
    ? connectMessages.sendersCheckedByServer(printable(trial.authservId))
    : connectMessages.sendersCheckedBySignature
}

/** Nothing is saved before the sign-in succeeded, and the trial mail came back if one was requested. */
export async function connect(form: FormValues, deps: ConnectionDeps, signal: AbortSignal): Promise<AnyText[]> {
  const { address, secret, owner } = form
  if (!address) throw new UsageError(connectMessages.mailAddressMissing)
  if (!secret) throw new UsageError(connectMessages.mailPasswordMissing)
  const { says, values } = await serversOf(address, form)
  const edit = (saved: SavedText) => {
    const emptied = withoutMailbox(saved.file, saved.text)
    const owners = withOwner(draftConfig(saved, emptied).config.email.ownerAddresses, owner)
    const lists = { owner_addresses: owners.length > 0 ? owners : undefined }
    return {
      ...saved,
      owners,
      text: withMail(saved.file, emptied, knownValues({ address, user: form.user, ...values, ...lists })),
    }
  }
  const mailbox = draftMailbox(edit(readConfigText(deps, deps.env)), secret)
  const folders = valueOrThrow(await tryLogin(mailbox, signal), mailbox.account)
  const trial = form.trial === 'yes' ? valueOrThrow(await tryMail(mailbox, signal), mailbox.account) : undefined

  // The file may have been edited while the servers were asked.
  const { owners, ...saved } = edit(readConfigText(deps, deps.env))
  const edited = withPasswordReference(saved, withTrial(saved.file, saved.text, trial))
  saveWithPassword(saved, secret, () => draftConfig(saved, edited).commit())
  return [
    ...says,
    describeSignIn(mailbox.account, folders),
    ...(trial ? [connectMessages.testMailReceived] : []),
    describeSavedSecret(saved),
    describeSenderCheck(trial),
    ...(owners.length === 0 ? [connectMessages.nobodyOnMail] : []),
  ]
}

async function serversOf(address: string, { imap, smtp }: FormValues): Promise<FoundServers> {
  if (imap && smtp) return { says: [], values: { imap: withScheme('imaps', imap), smtp: withScheme('smtps', smtp) } }
  if (imap || smtp) throw new UsageError(connectMessages.bothServers)
  const provider = await findMail(address)
  if (provider) return provider
  throw new UsageError(connectMessages.unknownServers(printable(address)))
}

function valueOrThrow<T>(result: TrialResult<T>, account: MailAccount): T {
  if (result.ok) return result.value
  throw mailError(result, account, () => '')
}

export async function examine(
  config: Config,
  { storedRefreshToken }: ConnectionDeps,
  signal: AbortSignal,
): Promise<ConnectionFinding[]> {
  const each = mailAccounts(config).map((account) =>
    examineMailbox({ account, kept: () => storedRefreshToken(account.address) }, signal),
  )
  return (await Promise.all(each)).flat()
}

type Failed = Extract<TrialResult<unknown>, { ok: false }>

/** Says what went wrong while a mailbox was set up, and what to do about it. */
export function mailError(
  { step, failure }: Failed,
  account: MailAccount,
  flagOf: FlagOf = (server) => `--${server} `,
): Error {
  const { says, isPassing } = mailTroubleText(step, failure, account, flagOf)
  return isPassing ? new TryLaterError(says) : new UsageError(says)
}
