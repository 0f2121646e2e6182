// Everything of a chat or a person in one archive, for people and their own programs:
//   README.md               what is in it
//   chats/NAME/chat.md      the conversation to read, chat.json the same with all details, files/ what was sent there
//   facts.json, jobs.json, proposals.json, person.json   what Skein knows besides the conversations
//   profile/, notes/        profile files and skills with their versions, and the day notes of a person
// The store is only read, so an export works with or without a running daemon.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { UsageError } from '../../domain/errors.ts'
import type { ChatId } from '../../domain/ids.ts'
import { type ProfileFile, roomFile, skillFile, soulFile, userFile } from '../../domain/profile.ts'
import { makeFolder } from '../../lib/folders.ts'
import { safeName, withNumber } from '../../lib/text/safe-name.ts'
import { countOf } from '../../lib/text/text.ts'
import type { Database } from '../../store/database.ts'
import { audienceOf, chatOwner, chatTitles } from '../../store/messages/chats.ts'
import {
  chatsOfPerson,
  type ExportedLine,
  exportedLines,
  exportedRecords,
} from '../../store/messages/exported-lines.ts'
import { findOwner, listPeople, readPerson } from '../../store/people/people.ts'
import { listSkillNames, profileFolder, readProfileText } from '../../store/profile/profile-folder.ts'
import { listProfileVersions } from '../../store/profile/profile-versions.ts'
import { chatMarkdown } from '../../tasks/exporting/chat-markdown.ts'
import { listDayNotes, notesFolder } from '../../tasks/recall/day-notes.ts'
import { type MemberSource, writeFiles } from '../backup/archive-writer.ts'

export interface ExportScope {
  chat?: ChatId
  person?: number
}

export interface ExportOptions {
  db: Database
  dataDir: string
  /** The folder for the archive. */
  to: string
  now: Date
  timezone: string
  signal: AbortSignal
}

export interface Exported {
  archive: string
  bytes: number
  messages: number
  files: number
}

export async function exportAll(scope: ExportScope, options: ExportOptions): Promise<Exported> {
  const { to, now, signal } = options
  makeFolder(to)
  const archive = freeName(to, `skein-export-${nameOf(scope)}-${now.toISOString().slice(0, 10)}`)
  const part = `${archive}.part`
  const content = { messages: 0, files: 0 }
  try {
    const { bytes } = await writeFiles(
      part,
      { members: collect(scope, options, content), mtime: now },
      { signal, progress() {} },
    )
    await rename(part, archive)
    return { archive, bytes, ...content }
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** The same as a stream. Nothing is left on the disk. */
export async function exportForDownload(
  scope: ExportScope,
  options: Omit<ExportOptions, 'to'>,
): Promise<{ name: string; bytes: number; body: ReadableStream }> {
  const folder = await mkdtemp(join(tmpdir(), 'skein-export-'))
  try {
    const { archive, bytes } = await exportAll(scope, { ...options, to: folder })
    const file = await open(archive)
    return { name: basename(archive), bytes, body: Readable.toWeb(file.createReadStream()) as ReadableStream }
  } finally {
    // The open file stays readable.
    await rm(folder, { recursive: true, force: true })
  }
}

function nameOf({ chat, person }: ExportScope): string {
  return chat === undefined ? `person-${person}` : folderOf(chat)
}

/** An id can contain anything. */
function folderOf(chat: ChatId): string {
  return safeName(chat.replaceAll(/[^\w.-]/g, '-'))
}

function freeName(folder: string, name: string, number = 1): string {
  const path = join(folder, `${number === 1 ? name : `${name}-${number}`}.tar.gz`)
  return existsSync(path) ? freeName(folder, name, number + 1) : path
}

/** One member at a time, so that only one chat is in memory. */
function* collect(
  scope: ExportScope,
  options: ExportOptions,
  content: { messages: number; files: number },
): Generator<MemberSource> {
  const { db } = options
  const chats = scope.person === undefined ? wholeChat(scope.chat) : chatsOfPerson(db, scope.person)
  const folders = new Set<string>()
  for (const { chat, isOwn } of chats) {
    const folder = `chats/${freeFolder(folders, folderOf(chat))}`
    yield* collectChat({ chat, folder, person: isOwn ? undefined : scope.person }, options, content)
  }
  const { facts, jobs, proposals: all } = exportedRecords(db, scope)
  const proposals = all.filter(({ file }) => mayExportProposal(db, scope, String(file)))
  if (facts.length > 0) {
    yield json('facts.json', facts)
    yield text('facts.md', facts.map(({ id, statement }) => `- ${String(statement)} [f${String(id)}]`).join('\n'))
  }
  if (jobs.length > 0) yield json('jobs.json', jobs)
  if (proposals.length > 0) yield json('proposals.json', proposals)
  yield* collectProfiles(scope, options)
  if (scope.person !== undefined) {
    yield* collectNotes(scope.person, options)
    yield json('person.json', describePerson(db, scope.person))
  }
  yield text('README.md', readme(scope, options, content))
}

function wholeChat(chat: ChatId | undefined): { chat: ChatId; isOwn: boolean }[] {
  return chat === undefined ? [] : [{ chat, isOwn: true }]
}

function freeFolder(taken: Set<string>, name: string, number = 1): string {
  const folder = number === 1 ? name : withNumber(name, number)
  if (taken.has(folder.toLowerCase())) return freeFolder(taken, name, number + 1)
  taken.add(folder.toLowerCase())
  return folder
}

interface ChatPlace {
  chat: ChatId
  folder: string
  /** Only the lines of this person and the answers to them. */
  person: number | undefined
}

function* collectChat(
  { chat, folder, person }: ChatPlace,
  { db, dataDir, timezone }: ExportOptions,
  content: { messages: number; files: number },
): Generator<MemberSource> {
  const title = chatTitles(db, [chat]).get(chat) || chat
  const paths = new Map<string, string>()
  const taken = new Set<string>()
  const lines = exportedLines(db, chat, person).map((line) => withPaths(line, paths, taken))
  const { summaries } = exportedRecords(db, person === undefined ? { chat } : {})
  content.messages += lines.length
  content.files += paths.size
  yield json(`${folder}/chat.json`, {
    id: chat,
    title,
    ...(person !== undefined && { onlyPerson: person }),
    lines,
    summaries,
  })
  yield text(`${folder}/chat.md`, chatMarkdown({ title, lines, timezone }))
  for (const [hash, path] of paths)
    yield { name: `${folder}/${path}`, from: join(dataDir, 'files', hash.slice(0, 2), hash) }
}

export interface PlacedLine extends Omit<ExportedLine, 'files'> {
  files?: { name: string; path: string }[]
}

function withPaths({ files, ...line }: ExportedLine, paths: Map<string, string>, taken: Set<string>): PlacedLine {
  // The only files of commands are earlier exports.
  if (!files || line.kind === 'command') return line
  const placed = files.map(({ name, hash }) => {
    const path = paths.get(hash) ?? `files/${freeFolder(taken, safeName(name))}`
    paths.set(hash, path)
    return { name, path }
  })
  return { ...line, files: placed }
}

function* collectProfiles({ chat, person }: ExportScope, { db, dataDir }: ExportOptions): Generator<MemberSource> {
  const isOwner = person !== undefined && findOwner(db)?.id === person
  const folder = profileFolder(dataDir)
  const skillsOf = (room?: ChatId) => listSkillNames(folder, room).map((name) => skillFile(name, room))
  const files = [
    ...(chat === undefined ? [] : [roomFile(chat), ...skillsOf(chat)]),
    ...(person === undefined ? [] : [userFile(person)]),
    ...(isOwner ? [soulFile, ...skillsOf()] : []),
  ]
  for (const file of files) {
    const found = readProfileText(folder, file)
    if ('text' in found && found.text !== '') {
      yield text(`profile/${file}`, found.text)
      if (file.endsWith('/SKILL.md')) yield* collectBeside(folder, file)
    }
    const versions = listProfileVersions(db, file, { limit: 10_000 })
    if (versions.length > 0) yield json(`profile/${file}.versions.json`, versions)
  }
}

/** The other files of a skill. Links are left out. */
function* collectBeside(folder: string, file: ProfileFile): Generator<MemberSource> {
  const skill = dirname(join(folder, file))
  for (const entry of readdirSync(skill, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name)
    const name = `profile/${relative(folder, from)}`
    if (entry.isFile() && name !== `profile/${file}`) yield { name, from }
  }
}

/** Words for the profile of a person are shown only to that person, and those for the assistant only to the owner. */
function mayExportProposal(db: Database, { chat, person }: ExportScope, file: string): boolean {
  if (person !== undefined) return file === userFile(person) || findOwner(db)?.id === person
  if (chat === undefined) return false
  const reader = audienceOf(db, chat) === 'private' ? chatOwner(db, chat) : undefined
  if (reader !== undefined) return mayExportProposal(db, { person: reader }, file)
  return file.startsWith(`${dirname(roomFile(chat))}/`)
}

function* collectNotes(person: number, { dataDir }: ExportOptions): Generator<MemberSource> {
  for (const name of listDayNotes(dataDir, person)) {
    const found = readProfileText(notesFolder(dataDir), `${person}/${name}`)
    if ('text' in found) yield text(`notes/${name}`, found.text)
  }
}

function describePerson(db: Database, id: number): object {
  return { ...readPerson(db, id), addresses: listPeople(db).find((person) => person.id === id)?.addresses ?? [] }
}

function readme(
  { chat, person }: ExportScope,
  { now }: ExportOptions,
  content: { messages: number; files: number },
): string {
  const what = chat === undefined ? `person ${person}` : `the chat ${chat}`
  return `# Export of ${what}

Made by Skein on ${now.toISOString()}: ${describeContent(content)}.

- \`chats/*/chat.md\` is the conversation to read, \`chat.json\` the same with all details. Files are beside them.
- Times in JSON files are ISO 8601, or milliseconds since 1970 in UTC.
- In chats with other people, the export of a person has what that person said and the answers to it.
`
}

/** "1 message and 3 files" */
export function describeContent({ messages, files }: { messages: number; files: number }): string {
  return `${countOf(messages, 'message')} and ${countOf(files, 'file')}`
}

function json(name: string, value: unknown): MemberSource {
  return { name, from: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}

function text(name: string, value: string): MemberSource {
  return { name, from: Buffer.from(value.endsWith('\n') ? value : `${value}\n`) }
}

/** Throws if there is no such chat or person. */
export function assertExists(db: Database, { chat, person }: ExportScope): void {
  if (chat !== undefined && !db.raw.prepare('SELECT 1 FROM chat WHERE id = ?').get(chat))
    throw new UsageError(`There is no chat ${chat}. "skein chats" lists them.`)
  if (person !== undefined && !db.raw.prepare('SELECT 1 FROM person WHERE id = ?').get(person))
    throw new UsageError(`There is no person ${person}. "skein people" lists everybody.`)
}
