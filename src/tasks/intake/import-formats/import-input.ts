import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../../../domain/errors.ts'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { ParsedLine } from '../../../store/messages/import-messages.ts'
import { type ImportFile, openImportFile } from './import-file.ts'
import { isSure } from './import-formats.ts'
import { maildir, readMaildir } from './maildir.ts'

/** What one command imports: a file, or everything in a folder that a format recognises. */
export interface ImportInput {
  /** The names of the programs, without duplicates. */
  formats: string[]
  /** Whether the owner has to say which name is theirs, unless the files say so. */
  hasNames: boolean
  files: number
  /** Files of a folder that no format recognises. */
  otherFiles: number
  /** The size of all files; undefined if it is not known before they are read. */
  bytes: number | undefined
  bytesRead(): number
  /** Reads the messages with flat memory; may be called several times. */
  read(): AsyncIterable<(ParsedLine | undefined)[]>
}

interface Part {
  format: { name: string; hasNames: boolean }
  bytes: number | undefined
  bytesRead(): number
  read(): AsyncIterable<(ParsedLine | undefined)[]>
}

const MAX_DEPTH = 8
/** More than any export has besides its mails, which are not listed. */
const MAX_ENTRIES = 200_000

/** `called` is what people read in place of the path. */
export async function openImportInput(path: string, now: Date, called: AnyText = path): Promise<ImportInput> {
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isFile()) {
    const file = await openPart(path, now)
    if (file.isArchive) throw new UsageError(messages.isArchive)
    return inputOf([file.part], 0)
  }
  if (!stats?.isDirectory()) throw new UsageError(messages.noFile(called))
  const found = await partsIn(path, now)
  if (found.parts.length === 0) throw new UsageError(messages.nothingToImport(called))
  return inputOf(found.parts, found.otherFiles)
}

interface OpenedPart {
  part: Part
  isSure: boolean
  isArchive: boolean
}

async function openPart(path: string, now: Date): Promise<OpenedPart> {
  const { file, head } = await openImportFile(path, now)
  return { part: filePart(file), isSure: isSure(file.format, head), isArchive: head.startsWith('PK\u0003\u0004') }
}

function filePart(file: ImportFile): Part {
  const { format, bytes } = file
  return { format, bytes, bytesRead: () => Math.min(file.bytesRead(), bytes), read: () => format.read(file) }
}

interface FoundParts {
  parts: Part[]
  otherFiles: number
}

/** Symbolic links are not followed, so nothing outside of the folder is read. */
async function partsIn(root: string, now: Date): Promise<FoundParts> {
  const found: FoundParts = { parts: [], otherFiles: 0 }
  let entries = 0
  const walk = async (folder: string, depth: number): Promise<void> => {
    const list = await listFolder(folder, MAX_ENTRIES - entries)
    entries += list.length
    if (entries >= MAX_ENTRIES) throw new UsageError(messages.tooManyFiles(MAX_ENTRIES))
    const folders = list.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    const isMaildir = folders.includes('cur') && folders.includes('new')
    if (isMaildir) found.parts.push(maildirPart(folder, now))
    for (const name of list.filter((entry) => entry.isFile()).map((entry) => entry.name)) {
      const opened = await openPart(join(folder, name), now).catch(() => undefined)
      if (opened?.isSure) found.parts.push(named(opened.part, name))
      else found.otherFiles++
    }
    const rest = isMaildir ? folders.filter((name) => !['cur', 'new', 'tmp'].includes(name)) : folders
    if (depth < MAX_DEPTH) for (const name of rest) await walk(join(folder, name), depth + 1)
  }
  await walk(root, 0)
  return found
}

async function listFolder(folder: string, most: number) {
  const list = []
  for await (const entry of await opendir(folder)) if (list.push(entry) >= most) break
  return list.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function maildirPart(folder: string, now: Date): Part {
  let read = 0
  return {
    format: maildir,
    bytes: undefined,
    bytesRead: () => read,
    read() {
      read = 0
      return readMaildir(folder, now, (bytes) => (read += bytes))
    },
  }
}

/** Problems say in which file of the folder they are. */
function named(part: Part, name: string): Part {
  return {
    ...part,
    async *read() {
      for await (const entries of part.read())
        yield entries.map((entry) =>
          entry?.status === 'bad' ? { ...entry, problem: messages.problem(name, entry.problem) } : entry,
        )
    },
  }
}

function inputOf(parts: Part[], otherFiles: number): ImportInput {
  let doneBytes = 0
  let current: Part | undefined
  return {
    formats: [...new Set(parts.map(({ format }) => format.name))],
    hasNames: parts.some(({ format }) => format.hasNames),
    files: parts.length,
    otherFiles,
    bytes: parts.reduce<number | undefined>(
      (sum, { bytes }) => (sum === undefined || bytes === undefined ? undefined : sum + bytes),
      0,
    ),
    bytesRead: () => doneBytes + (current?.bytesRead() ?? 0),
    async *read() {
      doneBytes = 0
      for (const part of parts) {
        current = part
        yield* part.read()
        doneBytes += part.bytesRead()
        current = undefined
      }
    },
  }
}
