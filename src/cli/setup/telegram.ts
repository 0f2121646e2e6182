import { UsageError } from '../../domain/errors.ts'
import type { GlobalOptions } from '../global-options.ts'
import { runChannelStep } from './wizard/wizard.ts'
import type { WizardDeps } from './wizard/wizard-session.ts'

export interface TelegramFlags {
  tokenFile?: string
  /** False with --no-pair. */
  pair?: boolean
}

/** `skein setup telegram`: the Telegram step of the wizard alone. */
export async function setUpTelegram(
  globals: GlobalOptions,
  { tokenFile, pair = true }: TelegramFlags,
  deps: WizardDeps,
): Promise<void> {
  if (tokenFile === undefined && !process.stdin.isTTY)
    throw new UsageError('The token is missing. Give it with --token-file FILE. Nothing was changed.')
  const flags = { ...(tokenFile !== undefined && { telegramTokenFile: tokenFile }), pair }
  await runChannelStep(globals, 'telegram', flags, deps)
}
