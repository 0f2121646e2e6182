import { createHash } from 'node:crypto'
import { type ChatId, channelOf } from './ids.ts'

/** The path of a profile file in the profile folder: what the model always knows of itself, a person or a group. */
export type ProfileFile = 'SOUL.md' | `people/${number}/USER.md` | `rooms/${string}/ROOM.md`

/** How a version came about: edited by hand, on the page, by a model, or by undoing a change. */
export type ProfileOrigin = 'hand' | 'page' | 'model' | 'undo'

export const soulFile: ProfileFile = 'SOUL.md'

/** One person has one file, whatever addresses they write from. */
export function userFile(personId: number): ProfileFile {
  return `people/${personId}/USER.md`
}

export function roomFile(chat: ChatId): ProfileFile {
  return `rooms/${roomFolder(chat)}/ROOM.md`
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

export function parseProfileFile(path: string): ProfileFile | undefined {
  const isOne =
    path === soulFile || /^people\/\d{1,15}\/USER\.md$/.test(path) || /^rooms\/[\w.-]{1,120}\/ROOM\.md$/.test(path)
  return isOne ? (path as ProfileFile) : undefined
}
