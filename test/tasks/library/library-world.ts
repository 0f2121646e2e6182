import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { LibraryFolder } from '../../../src/domain/library.ts'
import { withoutCredentials } from '../../../src/lib/text/secrets.ts'
import { textIn } from '../../../src/messages/localized.ts'
import type { Database } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createLibrary, type LibraryDeps } from '../../../src/tasks/library/library.ts'
import { createLibrarySearch } from '../../../src/tasks/library/library-search.ts'
import { silentLog } from '../../support/silent-log.ts'
import { placeStore } from '../../support/template-store.ts'
import { createTestClock } from '../../support/test-clock.ts'

/** Short ones, so that a test waits for the events and not for the pauses. */
const pauses = { fullPassMs: 50, settleMs: 1, stepMs: 0 }

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-library-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function write(folder: string, path: string, content: string | Buffer): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

export interface LibraryWorld {
  db: Database
  folder: string
  /** Runs until the test is true of what is found, and stops. */
  until(check: (problems: string) => void, more?: Partial<LibraryDeps>): Promise<string>
  /** Starts it and leaves it running. Returns what stops it. */
  start(more?: Partial<LibraryDeps>): () => Promise<void>
  /** What the library that was started last reports. */
  problems(): string
  says(): string
  found(text: string): string[]
  paths(): string[]
}

export function createLibraryWorld(files: Record<string, string | Buffer> = {}): LibraryWorld {
  const data = createFolder()
  const db = openDatabase(placeStore(data))
  onTestFinished(() => db.close())
  const folder = createFolder()
  for (const [path, content] of Object.entries(files)) write(folder, path, content)
  const folders: LibraryFolder[] = [{ path: folder, name: 'notes', isTrusted: false }]
  const recall = createLibrarySearch(db, folders)
  const start: LibraryWorld['start'] = (more = {}) => {
    const stop = new AbortController()
    const deps = { db, log: silentLog, clock: createTestClock(), persist: async <T>(write: () => T) => write() }
    const library = createLibrary({
      ...deps,
      folders,
      dataDir: data,
      env: process.env,
      scrub: withoutCredentials,
      pauses,
      ...more,
    })
    reports = () => (library.report()?.problems ?? []).map(({ en }) => en).join('\n')
    status = () => textIn(library.report()?.says ?? '', 'en')
    const running = library.run(stop.signal)
    return async () => {
      stop.abort()
      await running
    }
  }
  let reports = () => ''
  let status = () => ''
  return {
    db,
    folder,
    start,
    problems: () => reports(),
    says: () => status(),
    async until(check, more) {
      const stop = start(more)
      try {
        await vi.waitFor(() => check(reports()), { timeout: 60_000, interval: 10 })
        return reports()
      } finally {
        await stop()
      }
    },
    found: (text) => recall.search({ text, limit: 20 }).map(({ passage }) => `${passage.path}#${passage.position}`),
    paths: () =>
      db.raw.prepare("SELECT path FROM library_file WHERE state = 'filed' ORDER BY path").pluck().all() as string[],
  }
}
