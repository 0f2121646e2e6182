import { UsageError } from '../domain/errors.ts'
import { importMessages as messages } from '../messages/import-messages.ts'
import { textIn } from '../messages/localized.ts'
import { isName } from '../store/messages/import-messages.ts'
import { type ImportPreview, MAX_PEOPLE_SHOWN } from '../tasks/intake/import-formats/import-preview.ts'
import { ask, printTo, type Terminal } from './prompts.ts'

/** For files in which the owner wrote nothing, such as an inbox. */
const NOBODY = 'nobody'

/**
 * The names under which the owner wrote. If neither the command nor the file says it, a person at a terminal is asked;
 * nothing is imported until it is known.
 */
export async function ownersNamesIn(
  { isOwnerUnknown, people }: Pick<ImportPreview, 'isOwnerUnknown' | 'people'>,
  given: string[],
  terminal?: Terminal,
): Promise<string[]> {
  if (!isOwnerUnknown) return given
  const names = people.map(({ name }) => name)
  const chosen = given.length > 0 || !terminal ? given : await askWho(names, terminal)
  const listed = names.slice(0, MAX_PEOPLE_SHOWN).join(', ')
  if (chosen.length === 1 && isName(chosen[0] ?? '', NOBODY) && !names.some((name) => isName(name, NOBODY))) return []
  if (chosen.length === 0) throw new UsageError(messages.whoAreYou(listed))
  const unknown = chosen.find((name) => !names.some((one) => isName(one, name)))
  if (unknown !== undefined) throw new UsageError(messages.notAmong(unknown, listed))
  return chosen
}

async function askWho(names: string[], terminal: Terminal): Promise<string[]> {
  const listed = names.slice(0, MAX_PEOPLE_SHOWN).map((name, at) => `  ${at + 1}  ${name}`)
  printTo(terminal)(messages.namesFound(listed.join('\n')))
  const typed = await ask(textIn(messages.whichIsYou, 'en'), terminal)
  if (!typed) return []
  return [typed === '0' ? NOBODY : (names[Number(typed) - 1] ?? typed)]
}
