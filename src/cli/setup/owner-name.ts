import { connectMessages } from '../../app/connect/connect-messages.ts'
import { withSettings } from '../../app/connect/settings-file.ts'
import { validName } from '../../app/setup/setup-steps.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
import { UsageError } from '../../domain/errors.ts'
import { textIn } from '../../messages/localized.ts'
import type { GlobalOptions } from '../global-options.ts'
import { toJson } from '../global-options.ts'
import { ask, type Terminal } from '../prompts.ts'

export interface NameOptions {
  file: string
  /** The configuration before this setup. */
  config: Config
  /** Whether there is a person to ask. */
  canAsk: boolean
  terminal: Terminal
}

/** Asks for the names of the owner and the assistant, if the owner has none yet. */
export async function withNames(text: string, { file, config, canAsk, terminal }: NameOptions): Promise<string> {
  if (!canAsk || config.owner.name !== undefined) return text
  const owner = await askName('What should I call you? ', terminal)
  if (owner === undefined) return text
  const textWithOwner = owner === '' ? text : withSettings(file, text, ['owner'], { name: owner })
  if (config.named.has('assistant.name')) return textWithOwner
  const assistantName = await askName(`What would you like to call me? [${config.assistant.name}] `, terminal)
  return assistantName ? withSettings(file, textWithOwner, ['assistant'], { name: assistantName }) : textWithOwner
}

/** Empty if the person skips the question, undefined if they leave. */
async function askName(question: string, terminal: Terminal): Promise<string | undefined> {
  const name = await ask(question, terminal)
  try {
    return name ? validName(name) : name
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.output.write(`${error.message}\n`)
    return askName(question, terminal)
  }
}

/** `skein setup name`. */
export async function setUpName(
  globals: GlobalOptions,
  nameArgument: string | undefined,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  if (nameArgument === undefined && !process.stdin.isTTY) throw new UsageError('Give a name: skein setup name Ana.')
  const name = nameArgument?.trim() ?? (await askName('What should I call you? ', terminal))
  if (!name) {
    process.exitCode = 1
    return void terminal.output.write('Nothing was changed.\n')
  }
  validName(name)
  const saved = readConfigText(globals, env)
  const { file, text, isFileWritable } = saved
  const backup = draftConfig(saved, withSettings(file, text, ['owner'], { name })).commit()
  const where = isFileWritable ? `Saved in ${file}.` : textIn(connectMessages.settingsSavedBesideFile(file), 'en')
  terminal.output.write(`${where} Skein will call you ${name} after a restart.\n`)
  if (globals.json) console.log(toJson({ name, config: file, backup }))
}
