import { UsageError } from '../domain/errors.ts'
import { importMessages as messages } from '../messages/import-messages.ts'
import { textIn } from '../messages/localized.ts'
import { isName } from '../store/messages/import-messages.ts'
import { peopleIn } from '../tasks/intake/import-formats/import-formats.ts'
import type { ImportFile } from './import-file.ts'
import { ask, printTo, type Terminal } from './prompts.ts'

const MAX_NAMES_SHOWN = 50

/**
 * The names under which the owner wrote in this file. If neither the command nor the file says it, a person at a
 * terminal is asked; nothing is imported until it is known.
 */
export async function ownersNamesIn(file: ImportFile, given: string[], terminal?: Terminal): Promise<string[]> {
  if (!file.format.hasNames) return given
  const { names, isOwnerKnown } = await peopleIn(file.format, file)
  if (isOwnerKnown || names.length === 0) return given
  const chosen = given.length > 0 || !terminal ? given : await askWho(names, terminal)
  const listed = names.slice(0, MAX_NAMES_SHOWN).join(', ')
  if (chosen.length === 0) throw new UsageError(messages.whoAreYou(listed))
  const unknown = chosen.find((name) => !names.some((one) => isName(one, name)))
  if (unknown !== undefined) throw new UsageError(messages.notAmong(unknown, listed))
  return chosen
}

async function askWho(names: string[], terminal: Terminal): Promise<string[]> {
  const listed = names.slice(0, MAX_NAMES_SHOWN).map((name, at) => `  ${at + 1}  ${name}`)
  printTo(terminal)(messages.namesFound(listed.join('\n')))
  const typed = await ask(textIn(messages.whichIsYou, 'en'), terminal)
  if (!typed) return []
  return [names[Number(typed) - 1] ?? typed]
}
