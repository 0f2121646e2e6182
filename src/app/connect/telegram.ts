import { waitForCode } from '../../channels/telegram/receive/code-wait.ts'
import { PUBLIC_API_ROOT } from '../../channels/telegram/telegram.ts'
import { sendDirectMessage } from '../../channels/telegram/wire/direct-message.ts'
import { examineTelegram, type TelegramFinding } from '../../channels/telegram/wire/doctor.ts'
import { reasonOf, type TelegramFailure } from '../../channels/telegram/wire/failure.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
import type { SavedText } from '../../config/config-place.ts'
import { readConfig } from '../../config/load.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/visible.ts'
import { sleep } from '../../lib/time/timers.ts'
import { type AnyText, mapText, textIn } from '../../messages/localized.ts'
import { CODE_LIFETIME_MS, randomCode } from '../../tasks/people/pairing.ts'
import { connectMessages } from './connect-messages.ts'
import type { ConnectionDeps, FormValues, RunningDaemon, SignInBrowser } from './connection.ts'
import { describeSavedSecret, saveWithSecret, secretReference, withSettings } from './settings-file.ts'

/** Connects with the token of a bot. Nothing is saved before Telegram has accepted it. */
export async function connect(form: FormValues, deps: ConnectionDeps, signal: AbortSignal): Promise<AnyText[]> {
  const { says, options } = await connectBot(form, deps, signal)
  return options.ownerIds.length > 0 ? says : [...says, connectMessages.telegramPairing]
}

/**
 * The same, and the person proves which account is theirs by sending a code to the bot. Without a token it is done for
 * the bot that is connected already. The token is saved first, so leaving early costs only the pairing.
 */
export async function signIn(
  form: FormValues,
  deps: ConnectionDeps,
  { show }: SignInBrowser,
  signal: AbortSignal,
): Promise<AnyText[]> {
  const { says, options, bot } = form.secret ? await connectBot(form, deps, signal) : await savedBot(deps, signal)
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CODE_LIFETIME_MS)])
  const { daemon } = deps
  const isPolled = daemon?.pollsBot(options.token.split(':', 1)[0] ?? '') === true
  const code = isPolled ? await daemon.makeCode() : randomCode()
  const before = isPolled ? daemon.ownAccounts('telegram') : []
  show(`https://t.me/${bot}?start=${code}`, `/start ${code}`)
  const paired = isPolled
    ? await waitForDaemon(daemon, before, limited)
    : await waitForAccount(options, { code, bot }, deps, limited)
  if (!paired && !signal.aborted) throw new TryLaterError(connectMessages.noCodeArrived)
  signal.throwIfAborted()
  return [...says, connectMessages.telegramPaired(printable(paired ?? ''))]
}

interface Bot {
  says: AnyText[]
  /** Its name on Telegram. */
  bot: string
  options: { token: string; apiRoot: string; ownerIds: readonly number[] }
}

const SECRET_NAME = 'telegram-token'

async function connectBot({ secret = '' }: FormValues, deps: ConnectionDeps, signal: AbortSignal): Promise<Bot> {
  if (!/^\d{3,20}:[\w-]{20,100}$/.test(secret)) throw new UsageError(connectMessages.notBotToken)
  const before = readConfigText(deps, deps.env)
  const found = await askBot(draftConfig(before, withToken(before, secret)).config, deps, signal)

  // The file may have been edited while Telegram was asked.
  const now = readConfigText(deps, deps.env)
  const edited = withToken(now, secretReference(now, SECRET_NAME))
  saveWithSecret(now, SECRET_NAME, secret, () => draftConfig(now, edited).commit())
  return { ...found, says: [...found.says, describeSavedSecret(now)] }
}

async function savedBot(deps: ConnectionDeps, signal: AbortSignal): Promise<Bot> {
  const config = readConfig(deps, deps.env)
  if (config.telegram.token === undefined) throw new UsageError(connectMessages.notBotToken)
  return askBot(config, deps, signal)
}

/** Asks Telegram about the bot. Throws if it cannot be used. */
async function askBot(config: Config, deps: ConnectionDeps, signal: AbortSignal): Promise<Bot> {
  const findings = await examine(config, deps, signal)
  const bad = findings.find(({ verdict }) => verdict === 'bad')
  if (bad) throw new TryLaterError(connectMessages.telegramProblem(bad.says))
  const { token = '', apiRoot = PUBLIC_API_ROOT, ownerIds } = config.telegram
  return {
    says: findings.map(({ says }) => mapText(says, (text) => `${text}.`)),
    bot: findings.flatMap(({ bot = [] }) => bot)[0] ?? '',
    options: { token, apiRoot, ownerIds },
  }
}

const CHECK_INTERVAL_MS = 500

/** The daemon receives the code. Returns the id of the account; undefined if nobody sent the code in time. */
async function waitForDaemon(
  daemon: RunningDaemon,
  before: string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  while (!signal.aborted) {
    const added = daemon.ownAccounts('telegram').find((id) => !before.includes(id))
    if (added !== undefined) return added
    await sleep(CHECK_INTERVAL_MS, signal)
  }
  return undefined
}

/** Receives the code here, saves the account as one of the owner's, and greets it. */
async function waitForAccount(
  options: Bot['options'],
  { code, bot }: { code: string; bot: string },
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<string | undefined> {
  const wait = await waitForCode(options, code, signal)
  if (wait.status === 'aborted') return undefined
  if (wait.status === 'too many') throw new TryLaterError(connectMessages.tooManyWaiting(bot))
  if (wait.status === 'failed') throw new TryLaterError(pairingProblem(wait.failure))
  const { id, name, language } = wait.sender
  const saved = readConfigText(deps, deps.env)
  const ownerIds = [...new Set([...options.ownerIds, id])]
  draftConfig(saved, withSettings(saved.file, saved.text, ['telegram'], { owner_ids: ownerIds })).commit()
  const greeting = textIn(connectMessages.telegramGreeting(name), language)
  await sendDirectMessage(options, { to: id, text: greeting }, signal)
  return name
}

function withToken({ file, text }: SavedText, token: string): string {
  return withSettings(file, text, ['telegram'], { token })
}

export async function examine(
  { telegram }: Config,
  _deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<TelegramFinding[]> {
  const { token, apiRoot = PUBLIC_API_ROOT, ownerIds } = telegram
  return token === undefined ? [] : examineTelegram({ token, apiRoot, ownerIds }, signal)
}

function pairingProblem(failure: TelegramFailure): AnyText {
  return failure.kind === 'conflict'
    ? connectMessages.otherReader
    : connectMessages.telegramProblem(mapText(reasonOf(failure), printable))
}
