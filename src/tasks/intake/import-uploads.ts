import { randomUUID } from 'node:crypto'
import { constants, mkdirSync, rmSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { UsageError } from '../../domain/errors.ts'
import type { Log } from '../../lib/log.ts'
import { safeName } from '../../lib/text/safe-name.ts'
import { importMessages as messages } from '../../messages/import-messages.ts'
import type { Language } from '../../messages/languages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { type ImportReport, importParsed } from '../../store/messages/import-messages.ts'
import type { ImportInput } from './import-formats/import-input.ts'
import { type ImportPreview, previewImport } from './import-formats/import-preview.ts'
import type { Importer } from './importer.ts'

export interface ImportUploadsDeps {
  /** A folder of its own. What an earlier run left in it is removed. */
  folder: string
  now(): Date
  importer: Pick<Importer, 'write' | 'settle'>
  owner: { name: string }
  log: Log
  /** The past of a Nextcloud Talk room. Throws a UsageError if it cannot be read. */
  openRoom(room: string, signal: AbortSignal): Promise<ImportInput>
  /** Throws NotStoredError if the disk is full. */
  assertDiskNotFull(): void
}

export interface ImportWork {
  /** The language in which problems with the file are described. */
  language: Language
  signal: AbortSignal
  /** The share of the file that was read. */
  progress(share: number): void
}

/** A place in one of the files of an upload. */
export interface UploadPlace {
  /** With its folders, as the browser names it. */
  path: string
  at: number
}

/** Files that the page uploads to import them, each upload in a folder of its own. They are read from the disk, so their size costs no memory. */
export interface ImportUploads {
  begin(): string
  /** A room in place of files. */
  beginRoom(room: string): string
  /**
   * Resolves with the size of the file so far; undefined if there is no such upload, if a piece is missing before this
   * one, or if there are too many files.
   */
  append(id: string, place: UploadPlace, piece: Uint8Array): Promise<number | undefined>
  /** Undefined if there is no such upload. Throws a UsageError if it cannot be imported. */
  preview(id: string, work: ImportWork): Promise<ImportPreview | undefined>
  /** Imports everything and makes the summaries. The file is removed in any case. */
  run(id: string, ownersNames: string[], work: ImportWork): Promise<ImportReport | undefined>
  remove(id: string): Promise<void>
}

/** An upload that nobody imports is removed after this time, when the next one is uploaded. */
const KEEP_MS = 86_400_000
const MAX_FILES = 20_000
const MAX_DEPTH = 8

export function createImportUploads(deps: ImportUploadsDeps): ImportUploads {
  const { folder, now, importer, owner, log, openRoom, assertDiskNotFull } = deps
  const uploads = new Map<string, { begunAt: number; paths: Set<string>; room?: string }>()
  rmSync(folder, { recursive: true, force: true })
  const pathOf = (id: string) => join(folder, id)

  async function remove(id: string): Promise<void> {
    if (!uploads.delete(id)) return
    // A database that is read has other files beside it.
    await rm(pathOf(id), { recursive: true, force: true })
  }

  function begin(room?: string): string {
    const time = now().getTime()
    for (const [id, { begunAt }] of uploads) if (time - begunAt > KEEP_MS) void remove(id)
    const id = randomUUID()
    uploads.set(id, { begunAt: time, paths: new Set(), ...(room !== undefined && { room }) })
    return id
  }

  async function openUpload(id: string, signal: AbortSignal): Promise<ImportInput | undefined> {
    const upload = uploads.get(id)
    if (!upload) return undefined
    const [only = '', ...others] = upload.paths
    const path = others.length === 0 ? join(pathOf(id), only) : pathOf(id)
    const { room } = upload
    const problem = room === undefined ? messages.unreadable : messages.roomUnreadable
    try {
      // All formats are loaded with it, and with them the reader of mails.
      const { openImportInput } = await import('./import-formats/import-input.ts')
      const input =
        room === undefined ? await openImportInput(path, now(), messages.theseFiles) : await openRoom(room, signal)
      return { ...input, read: () => readSafely(input, problem) }
    } catch (err) {
      throw asSentence(err, problem)
    }
  }

  /** Whatever a damaged file does to its reader, the person gets a sentence. */
  async function* readSafely(input: ImportInput, problem: AnyText): ReturnType<ImportInput['read']> {
    try {
      yield* input.read()
    } catch (err) {
      throw asSentence(err, problem)
    }
  }

  function asSentence(err: unknown, problem: AnyText): UsageError {
    if (err instanceof UsageError) return err
    log.warn({ err }, 'what should be imported could not be read')
    return new UsageError(problem, { cause: err })
  }

  return {
    begin() {
      assertDiskNotFull()
      const id = begin()
      mkdirSync(pathOf(id), { recursive: true, mode: 0o700 })
      return id
    },
    beginRoom: begin,
    async append(id, { path, at }, piece) {
      const upload = uploads.get(id)
      const safePath = safePathOf(path)
      if (!upload || upload.room !== undefined || upload.paths.size >= MAX_FILES + (upload.paths.has(safePath) ? 1 : 0))
        return undefined
      assertDiskNotFull()
      upload.paths.add(safePath)
      const place = join(pathOf(id), safePath)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      const file = await open(place, constants.O_RDWR | constants.O_CREAT, 0o600)
      try {
        // A piece that is sent again, because its answer was lost, is written to the same place.
        if ((await file.stat()).size < at) return undefined
        await file.write(piece, 0, piece.length, at)
      } finally {
        await file.close()
      }
      return at + piece.length
    },
    async preview(id, { language, signal, progress }) {
      const input = await openUpload(id, signal)
      if (!input) return undefined
      const show = () => progress(shareOf(input))
      return previewImport(input, { owner: owner.name, ownersNames: [], language, signal, progress: show })
    },
    async run(id, ownersNames, { language, signal, progress }) {
      try {
        const input = await openUpload(id, signal)
        if (!input) return undefined
        const report = await importParsed(input.read(), {
          ownersNames,
          language,
          signal,
          progress: () => progress(shareOf(input)),
          async write(batch) {
            // Lets other requests run between two batches.
            await setImmediate()
            return importer.write(batch)
          },
        })
        progress(1)
        while (importer.settle()) await setImmediate(undefined, { signal })
        return report
      } finally {
        await remove(id)
      }
    },
    remove,
  }
}

/** The names are those of the person's machine, so they could lead anywhere. */
function safePathOf(path: string): string {
  const names = path.split('/').filter((name) => name !== '')
  return names.length === 0 ? 'file' : names.slice(-MAX_DEPTH).map(safeName).join('/')
}

function shareOf(input: ImportInput): number {
  return input.bytes ? input.bytesRead() / input.bytes : 1
}
