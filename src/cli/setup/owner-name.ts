import { readConfigText } from '../../app/connect/settings-file.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { withAssignment } from '../../config/toml-edit.ts'
import { UsageError } from '../../domain/errors.ts'
import { ask, type Terminal } from '../chat/ask.ts'
import type { Place } from '../place.ts'

/** The schema has it too, and would refuse the whole file. */
const LONGEST_NAME = 60

/** The configuration with what the owner is called. */
function withOwnerName(file: string, text: string, name: string): string {
  return withAssignment(file, text, { table: ['owner'], replaces: ['name'], set: { key: 'name', value: name } })
}

function withAssistantName(file: string, text: string, name: string): string {
  return withAssignment(file, text, { table: ['assistant'], replaces: ['name'], set: { key: 'name', value: name } })
}

export interface Meeting {
  file: string
  /** As it was before. */
  config: Config
  /** Whether somebody can be asked. */
  isHere: boolean
  terminal: Terminal
}

/** The configuration with what we call each other, where the owner has not said yet what they are called. */
export async function withNames(text: string, { file, config, isHere, terminal }: Meeting): Promise<string> {
  if (!isHere || config.owner.name !== undefined) return text
  const owner = await askName('What should I call you? ', terminal)
  if (owner === undefined) return text
  const met = owner === '' ? text : withOwnerName(file, text, owner)
  if (config.named.has('assistant.name')) return met
  const ours = await askName(`What would you like to call me? [${config.assistant.name}] `, terminal)
  return ours ? withAssistantName(file, met, ours) : met
}

/** Empty when they would rather not say; undefined when they left. */
async function askName(question: string, terminal: Terminal): Promise<string | undefined> {
  const name = await ask(question, terminal)
  if (name === undefined || name.length <= LONGEST_NAME) return name
  terminal.output.write(`At most ${LONGEST_NAME} characters, please.\n`)
  return askName(question, terminal)
}

/** `skein setup name`. */
export async function setUpName(
  place: Place,
  given: string | undefined,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  if (given === undefined && !process.stdin.isTTY) throw new UsageError('Say the name: skein setup name Ana.')
  const name = given?.trim() ?? (await askName('What should I call you? ', terminal))
  if (!name) {
    process.exitCode = 1
    return void terminal.output.write('Nothing was changed.\n')
  }
  const { file, text } = readConfigText(place, env)
  const backup = draftConfig(file, withOwnerName(file, text, name), env).commit()
  terminal.output.write(`From its next start on Skein calls you ${name}; ${file} says so.\n`)
  if (place.json) console.log(JSON.stringify({ name, config: file, backup }))
}
