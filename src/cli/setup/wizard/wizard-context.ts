import type { Config } from '../../../config/config.ts'
import { readSecret } from '../../../config/secret.ts'
import { UsageError } from '../../../domain/errors.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'
import type { ConnectService } from '../../../web/routes/connect-api.ts'
import type { WizardLines, WizardPrompts } from './wizard-prompts.ts'

/** Every answer of the wizard as a flag. */
export interface WizardFlags {
  model?: string
  modelUrl?: string
  modelKeyFile?: string
  modelName?: string
  channel?: string
  telegramTokenFile?: string
  /** False with --no-pair. */
  pair?: boolean
  talkUrl?: string
  talkUser?: string
  talkPasswordFile?: string
  talkOwner?: string
  emailAddress?: string
  emailUser?: string
  emailPasswordFile?: string
  emailOwner?: string
  emailImap?: string
  emailSmtp?: string
  name?: string
  timezone?: string
  briefing?: string
  service?: string
}

export interface StepResult {
  step: string
  state: 'kept' | 'set' | 'skipped'
  /** What is set. */
  value?: string
}

/** What every step of the wizard needs. */
export interface Wizard {
  flags: WizardFlags
  /** Undefined without a terminal. Then only flags count. */
  prompts: WizardPrompts | undefined
  lines: WizardLines
  connections: ConnectService
  configFile: string | undefined
  dataDir: string
  env: NodeJS.ProcessEnv
  /** The configuration as it is saved now. */
  config(): Config
  /** Ctrl-C while nothing is asked. */
  signal: AbortSignal
  results: StepResult[]
}

/** The content of a file with a secret that a flag names. */
export function readSecretFlag(file: string | undefined, { env }: Pick<Wizard, 'env'>): string | undefined {
  if (file === undefined) return undefined
  const secret = readSecret(`file:${file}`, env, process.cwd())
  if ('says' in secret) throw new UsageError(`The file ${file} cannot be used: ${textIn(secret.says, 'en')}.`)
  return secret.value
}

/** Tells what was done, all of it as one success. */
export function tellDone({ lines }: Pick<Wizard, 'lines'>, texts: AnyText[]): void {
  if (texts.length > 0) lines.succeed(texts.map((text) => textIn(text, 'en')).join('\n'))
}
