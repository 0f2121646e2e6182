import type { ChatId } from '../../domain/ids.ts'
import { type ProfileFile, skillFile } from '../../domain/profile.ts'
import { readSkill, type Skill } from '../../gateway/skills.ts'
import { recordSkillRead } from '../../store/profile/skills-read.ts'
import type { Skills } from '../../tools/profile.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Profiles } from './profiles.ts'

/** With more skills than this, the prompt could not even name them. */
const MAX_SKILLS = 50

interface FoundSkill extends Skill {
  file: ProfileFile
  body: string
}

/** The skills that apply in a chat. One of the chat itself replaces one for all chats with the same name. */
export function findSkills(profiles: Pick<Profiles, 'read' | 'skillNames'>, chat: ChatId): FoundSkill[] {
  const found = new Map<string, FoundSkill>()
  for (const room of [undefined, chat]) {
    for (const name of profiles.skillNames(room)) {
      const file = skillFile(name, room)
      const skill = readSkill(profiles.read(file))
      if (skill) found.set(name, { name, file, ...skill })
    }
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MAX_SKILLS)
}

/** Reads skills for the model. */
export function createSkills({ db, clock }: Pick<TaskDeps, 'db' | 'clock'>, profiles: Profiles): Skills {
  return {
    has: ({ chat }) => findSkills(profiles, chat).length > 0,
    read({ task, chat }, name, path) {
      const skills = findSkills(profiles, chat)
      const skill = skills.find((one) => one.name === name)
      if (!skill) return `There is no such skill. There are: ${skills.map((one) => one.name).join(', ')}.`
      recordSkillRead(db, task, name, clock.now())
      if (path === undefined) return skill.body === '' ? 'This skill has no text.' : skill.body
      return profiles.readBeside(skill.file, path) ?? 'The folder of this skill has no such text file.'
    },
  }
}
