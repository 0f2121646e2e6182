import {
  isSkillName,
  type ProfileFile,
  profileFileName,
  roomFile,
  skillFile,
  soulFile,
  userFile,
} from '../../domain/profile.ts'
import { readSkill } from '../../gateway/skills.ts'
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
  function fileFor(
    { chat, person }: Scope,
    { section, ofAssistant }: Wanted,
  ): { file: ProfileFile } | { refused: string } {
    const isPrivate = isPrivateTo(db, chat, person.id)
    const isGroup = audienceOf(db, chat) === 'group'
    const skill = skillIn(section)
    if (skill !== undefined && person.role === 'owner') {
      if (!isSkillName(skill)) return { refused: 'The name of a skill has lowercase letters, digits and hyphens.' }
      return { file: skillFile(skill, isGroup ? chat : undefined) }
    }
    if (ofAssistant && isPrivate && person.role === 'owner') return { file: soulFile }
    if (ofAssistant || skill !== undefined) return { refused: 'Only the owner can do this, in a private chat.' }
    if (isPrivate) return { file: userFile(person.id) }
    return isGroup ? { file: roomFile(chat) } : { refused: 'There is no profile here.' }
  }

  function writableFile(scope: Scope, wanted: Wanted): ReturnType<typeof fileFor> {
    if (scope.isBackground)
      return { refused: 'A scheduled task cannot change this. Say in your answer what you would change.' }
    const found = fileFor(scope, wanted)
    if ('refused' in found || found.file === userFile(scope.person.id) || scope.person.role === 'owner') return found
    return { refused: 'Only the owner can change the profile of a group. Say what you would change.' }
  }

  function plan(scope: Scope, change: SectionChange): Plan | { refused: string } {
    const found = writableFile(scope, change)
    if ('refused' in found) return found
    const { file } = found
    const before = profiles.read(file)
    const text = change.text.trim()
    const skill = skillIn(change.section)
    if (skill !== undefined) {
      if (text !== '' && !readSkill(text)) return { refused: skillFormat(skill) }
      const after = text === '' ? '' : `${text}\n`
      return { file, old: before.trim(), before, after, name: skill, effect: skillEffects }
    }
    if (parseSections(text).some(({ heading }) => heading !== ''))
      return { refused: 'Write the text of one section, without headings.' }
    const old = findSection(parseSections(before), change.section)?.body ?? ''
    const title = change.section.trim()
    const name = title === '' ? profileFileName(file) : `${profileFileName(file)}, ${title}`
    return { file, old, before, after: replaceSection(before, change.section, text), name, effect: sectionEffects }
  }

  return {
    preview(scope, change) {
      const planned = plan(scope, change)
      if ('refused' in planned || planned.before === planned.after) return undefined
      const { file, old, name, effect } = planned
      const text = change.text.trim()
      return {
        what: old === '' ? effect.add : text === '' ? effect.remove : effect.change,
        shown: [name, old, text].filter((part) => part !== ''),
        // In a group, others may be waiting for the owner to say something.
        needsOwnWords: file.startsWith('rooms/') || effect === skillEffects,
        isInOwnWords: (words) => effect !== skillEffects && isInOwnWords(old, change, words),
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
      const found = fileFor(scope, { section, ofAssistant })
      if ('refused' in found) return found.refused
      if (skillIn(section) !== undefined) return profiles.read(found.file) || 'There is no such skill.'
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

type Wanted = Omit<SectionChange, 'text'>

/** What a change would do to a whole file. */
interface Plan {
  file: ProfileFile
  /** The text of the section or skill as it is. */
  old: string
  before: string
  after: string
  /** What is changed, for the person who is asked. */
  name: string
  effect: typeof sectionEffects
}

const sectionEffects = { add: effects.addToProfile, change: effects.changeProfile, remove: effects.removeFromProfile }
const skillEffects = { add: effects.addSkill, change: effects.changeSkill, remove: effects.removeSkill }

/** The name in `skill weekly-report`. */
function skillIn(section: string): string | undefined {
  return /^skill[ :]+([^\s:]+)$/i.exec(section.trim())?.[1]
}

function skillFormat(name: string): string {
  return `Nothing was kept. Write it as the file SKILL.md: a line ---, "name: ${name}", "description: " with what it does and when it is used, a line ---, then the steps in Markdown.`
}

/** Whether the text only adds lines at the end, and the person wrote each of them. */
function isInOwnWords(old: string, { section, text }: SectionChange, words: OwnText): boolean {
  const [before, after] = [old, text].map((body) => body.split('\n').filter((line) => line.trim() !== ''))
  const added = after?.slice(before?.length) ?? []
  const isKept = before?.every((line, at) => line === after?.[at]) === true
  const isWritten = (line: string) => words.holds(line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s/, ''))
  return isKept && added.length > 0 && added.every(isWritten) && (old !== '' || words.holds(section))
}
