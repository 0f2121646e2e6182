import { PUBLIC_API_ROOT } from '../../channels/telegram/telegram.ts'
import { examineTelegram } from '../../channels/telegram/wire/doctor.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { type AnyText, mapText } from '../../messages/localized.ts'
import { connectMessages } from './connect-messages.ts'
import type { ConnectionDeps, ConnectionFinding, FormValues } from './connection.ts'
import { readConfigText, saveWithSecret, secretReference, withSettings } from './settings-file.ts'

/** Connects with the token of a bot. Nothing is saved before Telegram has accepted it. */
export async function connect(
  { secret = '' }: FormValues,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<AnyText[]> {
  if (!/^\d{3,20}:[\w-]{20,100}$/.test(secret)) throw new UsageError(connectMessages.notBotToken)
  const before = readConfigText(deps, deps.env)
  const trial = draftConfig(before.file, withToken(before, secret), deps.env)
  trial.discard()
  const findings = await examine(trial.config, deps, signal)
  const bad = findings.find(({ verdict }) => verdict === 'bad')
  if (bad) throw new TryLaterError(connectMessages.telegramProblem(bad.says))

  // The file may have been edited while Telegram was asked.
  const now = readConfigText(deps, deps.env)
  const tokenFile = { dataDir: deps.dataDir, name: 'telegram-token' }
  const edited = withToken(now, secretReference(tokenFile))
  saveWithSecret(tokenFile, secret, () => draftConfig(now.file, edited, deps.env).commit())
  return [
    ...findings.map(({ says }) => mapText(says, (text) => `${text}.`)),
    connectMessages.saved(now.file),
    ...(trial.config.telegram.ownerIds.length > 0 ? [] : [connectMessages.telegramPairing]),
  ]
}

function withToken({ file, text }: { file: string; text: string }, token: string): string {
  return withSettings(file, text, ['telegram'], { token })
}

export async function examine(
  { telegram }: Config,
  _deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<ConnectionFinding[]> {
  const { token, apiRoot = PUBLIC_API_ROOT, ownerIds } = telegram
  return token === undefined ? [] : examineTelegram({ token, apiRoot, ownerIds }, signal)
}
