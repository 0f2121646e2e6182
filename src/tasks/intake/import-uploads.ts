import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type ImportReport, importParsed } from '../../store/messages/import-messages.ts'
import { type ImportInput, openImportInput } from './import-formats/import-input.ts'
import { type ImportPreview, previewImport } from './import-formats/import-preview.ts'
import type { Importer } from './importer.ts'

export interface ImportUploadsDeps {
  /** A folder of its own. What an earlier run left in it is removed. */
  folder: string
  now(): Date
  importer: Pick<Importer, 'write' | 'settle'>
  owner: { name: string }
  /** Throws NotStoredError if the disk is full. */
  assertDiskNotFull(): void
}

export interface ImportWork {
  signal: AbortSignal
  /** The share of the file that was read. */
  progress(share: number): void
}

/** Files that the page uploads to import them. They are read from the disk, so their size costs no memory. */
export interface ImportUploads {
  begin(): string
  /** Resolves with the size so far; undefined if there is no such file, or if a piece is missing before this one. */
  append(id: string, at: number, piece: Uint8Array): Promise<number | undefined>
  /** Undefined if there is no such file. Throws a UsageError if it cannot be imported. */
  preview(id: string, work: ImportWork): Promise<ImportPreview | undefined>
  /** Imports everything and makes the summaries. The file is removed in any case. */
  run(id: string, ownersNames: string[], work: ImportWork): Promise<ImportReport | undefined>
  remove(id: string): Promise<void>
}

/** A file that nobody imports is removed after this time, when the next one is uploaded. */
const KEEP_MS = 86_400_000

export function createImportUploads(deps: ImportUploadsDeps): ImportUploads {
  const { folder, now, importer, owner, assertDiskNotFull } = deps
  const begunAt = new Map<string, number>()
  rmSync(folder, { recursive: true, force: true })
  const pathOf = (id: string) => join(folder, id)

  async function remove(id: string): Promise<void> {
    if (!begunAt.delete(id)) return
    await rm(pathOf(id), { force: true })
  }

  async function openUpload(id: string): Promise<ImportInput | undefined> {
    return begunAt.has(id) ? openImportInput(pathOf(id), now()) : undefined
  }

  return {
    begin() {
      assertDiskNotFull()
      const time = now().getTime()
      for (const [id, at] of begunAt) if (time - at > KEEP_MS) void remove(id)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const id = randomUUID()
      writeFileSync(pathOf(id), '', { mode: 0o600 })
      begunAt.set(id, time)
      return id
    },
    async append(id, at, piece) {
      if (!begunAt.has(id)) return undefined
      assertDiskNotFull()
      // A piece that is sent again, because its answer was lost, is written to the same place.
      if ((await stat(pathOf(id))).size < at) return undefined
      const file = await open(pathOf(id), 'r+')
      try {
        await file.write(piece, 0, piece.length, at)
      } finally {
        await file.close()
      }
      return at + piece.length
    },
    async preview(id, { signal, progress }) {
      const input = await openUpload(id)
      if (!input) return undefined
      const show = () => progress(shareOf(input))
      return previewImport(input, { owner: owner.name, ownersNames: [], signal, progress: show })
    },
    async run(id, ownersNames, { signal, progress }) {
      try {
        const input = await openUpload(id)
        if (!input) return undefined
        const report = await importParsed(input.read(), {
          ownersNames,
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

function shareOf(input: ImportInput): number {
  return input.bytes ? input.bytesRead() / input.bytes : 1
}
