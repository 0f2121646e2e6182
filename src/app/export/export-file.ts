import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { storeFile } from '../../store/files/files.ts'
import type { MakeExport } from '../../tasks/commands/export-command.ts'
import { exportAll } from './export.ts'

interface ExportFileDeps {
  db: Database
  clock: SteadyClock
  dataDir: string
  files: { fileStore: FileStore }
}

/** Makes an archive and stores it as a file that can be attached to a message. */
export function createExportFile({ db, clock, dataDir, files: { fileStore } }: ExportFileDeps): MakeExport {
  return async (scope, timezone, signal) => {
    const to = await mkdtemp(join(tmpdir(), 'skein-export-'))
    try {
      const { archive, bytes, messages, files } = await exportAll(scope, {
        db,
        dataDir,
        to,
        now: clock.now(),
        timezone,
        signal,
      })
      const stored = await storeFile(db, fileStore, createReadStream(archive), clock.steady)
      if ('tooLarge' in stored) return { tooLarge: bytes }
      return { file: { ...stored, name: basename(archive) }, messages, files }
    } finally {
      await rm(to, { recursive: true, force: true })
    }
  }
}
