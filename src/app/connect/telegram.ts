import { PUBLIC_API_ROOT } from '../../channels/telegram/telegram.ts'
import { examineTelegram } from '../../channels/telegram/wire/doctor.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { type ConnectionDeps, type ConnectionFinding, type FormValues, savedWords } from './connection.ts'
import { readConfigText, saveSecretFile, withSettings } from './settings-file.ts'

const SECRET = 'telegram-token'

/** Connects with the token of a bot. Nothing is saved before Telegram has accepted it. */
export async function connect({ secret = '' }: FormValues, to: ConnectionDeps, signal: AbortSignal): Promise<string[]> {
  if (!/^\d{3,20}:[\w-]{20,100}$/.test(secret))
    throw new UsageError('That is not a bot token. @BotFather gives it as digits, a colon and letters.')
  const before = readConfigText(to, to.env)
  const tried = draftConfig(before.file, withToken(before, secret), to.env)
  tried.discard()
  const findings = await examine(tried.config, to, signal)
  const bad = findings.find(({ verdict }) => verdict === 'bad')
  if (bad) throw new TryLaterError(`Telegram: ${bad.says}.`)

  // The file may have been edited while Telegram was asked.
  const now = readConfigText(to, to.env)
  const draft = draftConfig(now.file, withToken(now, saveSecretFile(to.dataDir, SECRET, secret)), to.env)
  draft.commit()
  return [
    ...findings.map(({ says }) => `${says}.`),
    savedWords(now.file),
    ...(draft.config.telegram.ownerIds.length > 0 ? [] : [pairWords]),
  ]
}

const pairWords =
  'If you have no access yet: after the restart, send the bot what "skein pair --owner" prints, in a private chat.'

function withToken({ file, text }: { file: string; text: string }, token: string): string {
  return withSettings(file, text, ['telegram'], { token })
}

export async function examine(
  { telegram }: Config,
  _to: ConnectionDeps,
  signal: AbortSignal,
): Promise<ConnectionFinding[]> {
  const { token, apiRoot = PUBLIC_API_ROOT, ownerIds } = telegram
  return token === undefined ? [] : examineTelegram({ token, apiRoot, ownerIds }, signal)
}
