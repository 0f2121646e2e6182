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
import { findSection, parseSections } from '../../lib/text/markdown-sections.ts'
import type { OwnText } from '../../lib/text/own-text.ts'
import { textIn } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Database } from '../../store/database.ts'
import { audienceOf, isPrivateTo } from '../../store/messages/chats.ts'
import { taskMessages } from '../../store/messages/messages.ts'
import type { ProfileEditor, SectionChange } from '../../tools/profile.ts'
import type { Scope } from '../../tools/tool.ts'
import type { Profiles } from './profiles.ts'
import { type Proposals, partOf, withPart } from './proposals.ts'

const { effects } = permissionMessages

/** Lets a model read and change one section of a profile file, on behalf of the person of its task. */
export function createProfileEditor(
  db: Database,
  profiles: Profiles,
  proposals: Pick<Proposals, 'propose'>,
): ProfileEditor {
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

  function plan(scope: Scope, change: SectionChange, find = writableFile): Plan | { refused: string } {
    const found = find(scope, change)
    if ('refused' in found) return found
    const { file } = found
    const before = profiles.read(file)
    const text = change.text.trim()
    const skill = skillIn(change.section)
    if (skill !== undefined && text !== '' && !readSkill(text)) return { refused: skillFormat(skill) }
    if (skill === undefined && parseSections(text).some(({ heading }) => heading !== ''))
      return { refused: 'Write the text of one section, without headings.' }
    const title = skill === undefined ? change.section.trim() : ''
    const part = { file, section: title, old: partOf({ file, section: title }, before), text }
    const after = withPart(file, before, title, text)
    if (skill !== undefined) return { ...part, before, after, name: skill, effect: skillEffects }
    const name = title === '' ? profileFileName(file) : `${profileFileName(file)}, ${title}`
    return { ...part, before, after, name, effect: sectionEffects }
  }

  return {
    preview(scope, change) {
      const planned = plan(scope, change)
      if ('refused' in planned || planned.before === planned.after) return undefined
      const { file, old, text, name, effect } = planned
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

    propose(scope, change, reason) {
      if (scope.isBackground) return 'A scheduled task cannot propose anything.'
      // What others wrote must not wait for a careless yes later.
      if (scope.foreign.length > 0)
        return 'Not proposed: your context contains words of others. Tell the person what you would change. If they want it, change it without why, which shows them the exact words.'
      const planned = plan(scope, change, fileFor)
      if ('refused' in planned) return planned.refused
      const { file, section, old, text } = planned
      const { task, chat, person, timezone } = scope
      const messageId = taskMessages(db, task).findLast(({ personId }) => personId === person.id)?.id
      const place = { personId: person.id, chat, messageId, taskId: task }
      return proposals.propose({ file, section, before: old, text, reason, ...place }, timezone)
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
  /** Its title; empty for a skill. */
  section: string
  /** The text of the section or skill as it is, and as it would be. */
  old: string
  text: string
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
