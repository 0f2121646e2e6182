import { type ProfileFile, profileFileName, roomFile, soulFile, userFile } from '../../domain/profile.ts'
import { findSection, parseSections, replaceSection } from '../../lib/text/markdown-sections.ts'
import type { OwnText } from '../../lib/text/own-text.ts'
import { textIn } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Database } from '../../store/database.ts'
import { audienceOf, isPrivateTo } from '../../store/messages/chats.ts'
import type { ProfileEditor, SectionChange } from '../../tools/profile.ts'
import type { Scope } from '../../tools/tool.ts'
import type { Profiles } from './profiles.ts'

const { effects } = permissionMessages

/** Lets a model read and change one section of a profile file, on behalf of the person of its task. */
export function createProfileEditor(db: Database, profiles: Profiles): ProfileEditor {
  /** In a group, only what belongs to the group: nothing private of anybody. */
  function fileFor({ chat, person }: Scope, ofAssistant: boolean): { file: ProfileFile } | { refused: string } {
    const isPrivate = isPrivateTo(db, chat, person.id)
    if (ofAssistant && isPrivate && person.role === 'owner') return { file: soulFile }
    if (ofAssistant) return { refused: 'Only the owner can do this, in a private chat.' }
    if (isPrivate) return { file: userFile(person.id) }
    if (audienceOf(db, chat) === 'group') return { file: roomFile(chat) }
    return { refused: 'There is no profile here.' }
  }

  function writableFile(scope: Scope, ofAssistant: boolean): ReturnType<typeof fileFor> {
    if (scope.isBackground)
      return { refused: 'A scheduled task cannot change a profile. Say in your answer what you would change.' }
    const found = fileFor(scope, ofAssistant)
    if ('refused' in found || found.file === userFile(scope.person.id) || scope.person.role === 'owner') return found
    return { refused: 'Only the owner can change the profile of a group. Say what you would change.' }
  }

  /** The new text of the whole file. */
  function plan(scope: Scope, { section, text, ofAssistant }: SectionChange) {
    const found = writableFile(scope, ofAssistant)
    if ('refused' in found) return found
    if (parseSections(text).some(({ heading }) => heading !== ''))
      return { refused: 'Write the text of one section, without headings.' }
    const { file } = found
    const before = profiles.read(file)
    const old = findSection(parseSections(before), section)
    return { file, old, before, after: replaceSection(before, section, text) }
  }

  return {
    preview(scope, change) {
      const planned = plan(scope, change)
      if ('refused' in planned || planned.before === planned.after) return undefined
      const { file, old } = planned
      const title = change.section.trim()
      const name = title === '' ? profileFileName(file) : `${profileFileName(file)}, ${title}`
      const shown = [name, old?.body ?? '', change.text.trim()].filter((part) => part !== '')
      return {
        what: effectOf(old?.body ?? '', change.text.trim()),
        shown,
        // Others may be waiting for the owner to say something in a group.
        needsOwnWords: file.startsWith('rooms/'),
        isInOwnWords: (words) => isInOwnWords(planned, change, words),
      }
    },

    change(scope, change) {
      const planned = plan(scope, change)
      if ('refused' in planned) return planned.refused
      const { file, after } = planned
      const written = profiles.change(file, {
        text: after,
        origin: 'model',
        personId: scope.person.id,
        taskId: scope.task,
      })
      if ('problem' in written) return `Nothing was changed. ${textIn(written.problem, 'en')}`
      return written.changed ? 'Changed. It applies from the next message on.' : 'It says so already.'
    },

    read(scope, { section, ofAssistant }) {
      const found = fileFor(scope, ofAssistant)
      if ('refused' in found) return found.refused
      const sections = parseSections(profiles.read(found.file))
      const one = findSection(sections, section)
      if (one) return one.body || 'This section is empty.'
      const titles = sections.map(({ title }) => JSON.stringify(title))
      return titles.length === 0
        ? 'The profile is empty.'
        : `There is no such section. There are: ${titles.join(', ')}.`
    },
  }
}

function effectOf(before: string, after: string) {
  if (before === '') return effects.addToProfile
  return after === '' ? effects.removeFromProfile : effects.changeProfile
}

/** Whether the person wrote every new line, and nothing is lost. */
function isInOwnWords(
  { old }: { old: { body: string } | undefined },
  { section, text }: SectionChange,
  words: OwnText,
): boolean {
  const linesOf = (body: string) =>
    body
      .split('\n')
      .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s/, '').trim())
      .filter((line) => line !== '')
  const [before, after] = [linesOf(old?.body ?? ''), linesOf(text)]
  const isKnownSection = old !== undefined || words.holds(section)
  return (
    isKnownSection &&
    before.every((line) => after.includes(line)) &&
    after.every((line) => before.includes(line) || words.holds(line))
  )
}
