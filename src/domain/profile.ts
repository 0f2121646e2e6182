import { createHash } from 'node:crypto'
import { type ChatId, channelOf } from './ids.ts'

/** The path of a profile file in the profile folder: what the model always knows of itself, a person or a group. */
export type ProfileFile = 'SOUL.md' | `people/${number}/USER.md` | `rooms/${string}/ROOM.md` | SkillFile

/** A skill, for all chats or for one. The folder has its name, as in the Agent Skills format. */
type SkillFile = `skills/${string}/SKILL.md` | `rooms/${string}/skills/${string}/SKILL.md`

/** How a version came about: edited by hand, on the page, by a model, or by undoing a change. */
export type ProfileOrigin = 'hand' | 'page' | 'model' | 'undo'

/** The tool with which models read a skill. What it shows applies for the rest of the conversation. */
export const READ_SKILL = 'read_skill'

export const soulFile: ProfileFile = 'SOUL.md'

/** One person has one file, whatever addresses they write from. */
export function userFile(personId: number): ProfileFile {
  return `people/${personId}/USER.md`
}

export function roomFile(chat: ChatId): ProfileFile {
  return `rooms/${roomFolder(chat)}/ROOM.md`
}

export function skillFile(name: string, chat?: ChatId): ProfileFile {
  return chat === undefined ? `skills/${name}/SKILL.md` : `rooms/${roomFolder(chat)}/skills/${name}/SKILL.md`
}

export function isSkillName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(name)
}

/** `telegram:-100` is in `telegram--100`. An id that is no good name for a folder is replaced by its hash. */
function roomFolder(chat: ChatId): string {
  const channel = channelOf(chat)
  const id = chat.slice(channel.length + 1)
  const isPlain = /^[\w-][\w.-]{0,99}$/.test(id)
  return `${channel}-${isPlain ? id : createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}

/** `USER.md`, as people call it. */
export function profileFileName(file: ProfileFile): string {
  return file.slice(file.lastIndexOf('/') + 1)
}

const filePatterns = [
  /^SOUL\.md$/,
  /^people\/\d{1,15}\/USER\.md$/,
  /^rooms\/[a-z]+-[\w.-]{1,110}\/ROOM\.md$/,
  /^(?:rooms\/[a-z]+-[\w.-]{1,110}\/)?skills\/[a-z0-9][a-z0-9-]{0,63}\/SKILL\.md$/,
]

export function parseProfileFile(path: string): ProfileFile | undefined {
  return filePatterns.some((pattern) => pattern.test(path)) ? (path as ProfileFile) : undefined
}
