import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { formatSize } from '../../domain/file.ts'
import type { ChatId } from '../../domain/ids.ts'
import { isSkillName, type ProfileFile, parseProfileFile, skillFile, soulFile } from '../../domain/profile.ts'
import { makeFolder } from '../../lib/folders.ts'
import type { AnyText } from '../../messages/localized.ts'
import { profileMessages } from '../../messages/memory-messages.ts'

/** Nobody writes more by hand, and it would not fit into a prompt anyway. */
export const MAX_PROFILE_BYTES = 64 * 1024

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants

/** Where profile files are in the data folder. */
export function profileFolder(dataDir: string): string {
  return join(dataDir, 'profile')
}

/** The text of a file, empty if there is none. Never throws: a person may have put anything there. */
export function readProfileText(folder: string, file: string): { text: string } | { problem: AnyText } {
  const path = join(folder, file)
  try {
    if (hasLink(folder, file)) return { problem: profileMessages.linked(path) }
    // Without O_NONBLOCK a named pipe would wait for its other end.
    const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const stats = fstatSync(descriptor)
      if (!stats.isFile()) return { problem: profileMessages.notFile(path) }
      if (stats.size > MAX_PROFILE_BYTES)
        return { problem: profileMessages.tooLarge(path, formatSize(MAX_PROFILE_BYTES)) }
      return { text: decode(readFileSync(descriptor)) }
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (error instanceof TypeError) return { problem: profileMessages.notText(path) }
    const code = codeOf(error)
    if (code === 'ENOENT') return { text: '' }
    // A part of the path is a file instead of a folder, or it names a socket, which cannot be opened.
    if (code === 'ENOTDIR' || code === 'ENXIO') return { problem: profileMessages.notFile(path) }
    return { problem: profileMessages.unreadable(path, code) }
  }
}

/** Replaces the file as a whole, so that nobody ever reads half of it. An empty text removes it. */
export function writeProfileText(folder: string, file: string, text: string): void {
  const path = join(folder, file)
  if (text === '') return rmSync(path, { force: true })
  makeFolder(dirname(path))
  const draft = `${path}.new`
  rmSync(draft, { force: true })
  try {
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** The profile files in the folder, or what is there in their place. */
export function listProfileFiles(folder: string): ProfileFile[] {
  const below = (parent: string, name: string) =>
    entriesOf(join(folder, parent)).map((entry) => `${parent}/${entry}/${name}`)
  const rooms = entriesOf(join(folder, 'rooms')).map((room) => `rooms/${room}/`)
  const skills = ['', ...rooms].flatMap((place) => below(`${place}skills`, 'SKILL.md'))
  return [soulFile, ...below('people', 'USER.md'), ...below('rooms', 'ROOM.md'), ...skills].flatMap(
    (path) => parseProfileFile(path) ?? [],
  )
}

/** The skills for all chats, or those of one. What has another name is not a skill. */
export function listSkillNames(folder: string, chat?: ChatId): string[] {
  return entriesOf(dirname(dirname(join(folder, skillFile('a', chat))))).filter(isSkillName)
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** Whether any part of the path is a link: it could show the model a file from anywhere. */
function hasLink(folder: string, file: string): boolean {
  const parts = file.split('/')
  return ['', ...parts].some((_, at) => {
    const stats = lstatSync(join(folder, ...parts.slice(0, at)), { throwIfNoEntry: false })
    return stats?.isSymbolicLink() === true
  })
}

/** Throws a TypeError unless it is text in UTF-8. */
function decode(bytes: Buffer): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  if (text.includes('\0')) throw new TypeError('a text has no zero bytes')
  return text
}
