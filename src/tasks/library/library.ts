// The library: files of the owner that the model can look things up in.
//   1. Each pass lists the folders (folder-scan.ts) and compares them with what is filed. Changed and new files are read
//      (file-reader.ts), cut into passages (passage-cutter.ts) and filed in small steps; missing ones are retired.
//   2. A pass starts at the beginning, after a change that the system reports (folder-watch.ts), and every ten minutes,
//      because such reports get lost.
//   3. The gateway shows passages that fit a message, and the tool search_library searches them (library-reader.ts).

import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { LibraryFolder } from '../../domain/library.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import { printable } from '../../lib/text/visible.ts'
import { createWaker, sleep } from '../../lib/time/timers.ts'
import { libraryMessages } from '../../messages/library-messages.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import {
  addPassages,
  beginFile,
  confirmFile,
  type FiledFile,
  filedFiles,
  hasLibrary,
  type NewLibraryPassage,
  publishFile,
  removeRetired,
  retireFile,
  retireOtherFolders,
  retireUnfinished,
} from '../../store/library/library-files.ts'
import { librarySize, libraryTroubles } from '../../store/library/library-search.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type ReadLibraryFile, readLibraryFile, rulesFor } from './file-reader.ts'
import { existingRoots, type FolderScan, scanFolder, scanLimits } from './folder-scan.ts'
import { createFolderWatch } from './folder-watch.ts'
import { cutIntoPassages, takeFrom } from './passage-cutter.ts'
import { canReadPdfs, createPdfReader, type PdfReader } from './pdf-text.ts'

export interface LibraryDeps extends Pick<TaskDeps, 'db' | 'persist'> {
  clock: { mono(): number }
  log: { info(fields: object, text: string): void }
  folders: readonly LibraryFolder[]
  /** Skein's own data, which is never read. */
  dataDir: string
  env: NodeJS.ProcessEnv
  /** Removes every known secret. */
  scrub(text: string): string
  pauses?: LibraryPauses
}

export interface LibraryPauses {
  fullPassMs: number
  /** How long to wait after a change, because files are often written in several steps. */
  settleMs: number
  /** Between two steps, so that everything else gets its turn. */
  stepMs: number
}

export interface Library {
  /** Keeps the index like the folders until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** For the owner. Undefined without a library. */
  report(): LibraryReport | undefined
}

export interface LibraryReport {
  says: LocalizedText
  problems: LocalizedText[]
}

/** Small enough to take a few milliseconds. */
const PASSAGES_PER_STEP = 10
const FILES_RETIRED_PER_STEP = 50
const PASSAGES_REMOVED_PER_STEP = 100
/** In a folder that changes all the time, listing it takes at most a twentieth of the time. */
const LISTING_PAUSE_FACTOR = 20
const defaultPauses: LibraryPauses = { fullPassMs: 600_000, settleMs: 2000, stepMs: 5 }

export function createLibrary(deps: LibraryDeps): Library {
  const { db, log, clock, persist, folders, dataDir, env, scrub, pauses = defaultPauses } = deps
  const waker = createWaker()
  const folderProblems = new Map<string, LocalizedText[]>()
  const notPlainByFolder = new Map<string, number>()
  const watchedFolders = new Map<string, string[]>()
  /** The folders in which files were seen since the start, by path. */
  const filledFolders = new Map<string, string>()
  const watcher = createFolderWatch(waker.wake)
  /** The files that the current pass still has to look at. */
  let left = 0
  /** How long the current pass took to list the folders. */
  let listingMs = 0

  return {
    async run(signal) {
      if (folders.length === 0 && !hasLibrary(db)) return
      await persist(() => retireUnfinished(db))
      try {
        while (!signal.aborted) {
          listingMs = 0
          await pass(signal)
          if (folders.length === 0) return
          await sleep(Math.min(listingMs * LISTING_PAUSE_FACTOR, pauses.fullPassMs), signal)
          await waker.wait(pauses.fullPassMs, signal)
          await sleep(pauses.settleMs, signal)
        }
      } finally {
        watcher.close()
      }
    },
    report() {
      if (folders.length === 0) return undefined
      const { files, passages } = librarySize(db, folders)
      const notPlain = [...notPlainByFolder.values()].reduce((sum, count) => sum + count, 0)
      const says = [
        libraryMessages.status(files, passages, folders.length),
        ...(left > 0 ? [libraryMessages.left(left)] : []),
        ...(notPlain > 0 ? [libraryMessages.notPlain(notPlain)] : []),
      ]
      const fileProblems = libraryTroubles(db, folders).map(({ files: count, example, problem }) =>
        libraryMessages.problem(count, printable(example), libraryMessages.problems[problem]),
      )
      return { says: joinTexts(says, '; '), problems: [...[...folderProblems.values()].flat(), ...fileProblems] }
    },
  }

  /** Makes the index like the folders. */
  async function pass(signal: AbortSignal): Promise<void> {
    const paths = folders.map(({ path }) => path)
    await steps(signal, () => retireOtherFolders(db, paths, FILES_RETIRED_PER_STEP))
    const pdf = folders.length > 0 && (await canReadPdfs(env, signal)) ? createPdfReader(env) : undefined
    for (const folder of folders) await passOver(folder, pdf, signal)
    await steps(signal, () => removeRetired(db, PASSAGES_REMOVED_PER_STEP))
  }

  async function passOver(folder: LibraryFolder, pdf: PdfReader | undefined, signal: AbortSignal): Promise<void> {
    const data = await realpath(dataDir)
    const root = await realpath(folder.path).catch(() => undefined)
    if (root === undefined) {
      folderProblems.set(folder.path, [libraryMessages.missing(folder.path)])
      return
    }
    if (root === data || root.startsWith(`${data}/`)) {
      folderProblems.set(folder.path, [libraryMessages.ownData(folder.path)])
      return
    }
    const startedMs = clock.mono()
    // A folder inside another one is read as its own, because only one of them may be trusted.
    const others = await existingRoots(folders.filter(({ path }) => path !== folder.path))
    const scan = await scanFolder(root, new Set([data, ...others]), signal)
    listingMs += clock.mono() - startedMs
    // Before the files are read, so that no change is missed meanwhile.
    watchedFolders.set(folder.path, scan.folders)
    watcher.set([...watchedFolders.values()].flat())
    folderProblems.set(folder.path, problemsOf(folder.path, scan))
    notPlainByFolder.set(folder.path, scan.notPlain)
    const known = new Map(filedFiles(db, folder.path).map((file) => [file.path, file]))
    if (scan.files.size > 0) filledFolders.set(folder.path, scan.identity)
    else if (known.size > 0 && filledFolders.get(folder.path) !== scan.identity) {
      // The mount point of a disk that is away is an empty folder.
      folderProblems.set(folder.path, [libraryMessages.empty(folder.path)])
      return
    }
    left = scan.files.size
    let isChanged = false
    for (const [path, listed] of scan.files) {
      if (signal.aborted) return
      const filedFile = known.get(path)
      const rules = rulesFor(path, pdf !== undefined)
      if (!filedFile || isOutdated(filedFile, { ...listed, rules })) {
        const read = await readLibraryFile(root, join(root, path), { listed, pdf, signal })
        if (signal.aborted) return
        isChanged = (await keep({ folder, path, rules, read }, filedFile, signal)) || isChanged
      }
      left--
    }
    left = 0
    // A folder that cannot be listed now may be back later.
    const mayBeThere = (path: string) =>
      scan.unreadable.some((unread) => unread === '' || path === unread || path.startsWith(`${unread}/`))
    const gone = [...known.values()].filter(({ path }) => !scan.files.has(path) && !mayBeThere(path))
    for (const { id } of signal.aborted ? [] : gone) {
      await persist(() => retireFile(db, id))
      await sleep(0, signal)
    }
    if (isChanged || gone.length > 0)
      log.info({ folder: folder.path, files: scan.files.size }, 'the library is up to date')
  }

  /** Files what was read, unless it is filed already. Returns whether it was filed. */
  async function keep(
    { folder, path, rules, read }: { folder: LibraryFolder; path: string; rules: string; read: ReadLibraryFile },
    filedFile: FiledFile | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { size, modifiedAt, hash, problem } = read
    if (filedFile?.hash === hash && filedFile.rules === rules && filedFile.problem === (problem ?? null)) {
      await persist(() => confirmFile(db, filedFile.id, read))
      return false
    }
    const file = { folder: folder.path, path, rules, size, modifiedAt, hash, problem }
    const passages = cutIntoPassages(read.sections)
    let fileId: number | undefined
    for (let isLast = false; !isLast; ) {
      const step = Array.from(takeFrom(passages, PASSAGES_PER_STEP), withoutSecrets)
      isLast = step.length < PASSAGES_PER_STEP
      fileId = await persist(() =>
        db.transaction(() => {
          const id = fileId ?? beginFile(db, file)
          addPassages(db, id, step)
          if (isLast) publishFile(db, id)
          return id
        }),
      )
      await sleep(pauses.stepMs, signal)
      if (signal.aborted) return isLast
    }
    return true
  }

  /** A passage may be shown in any prompt. */
  function withoutSecrets({ heading, text }: NewLibraryPassage): NewLibraryPassage {
    const clean = (words: string) => withoutCredentials(scrub(words)).toWellFormed()
    return { heading: clean(heading), text: clean(text) }
  }

  async function steps(signal: AbortSignal, step: () => boolean): Promise<void> {
    while (!signal.aborted && (await persist(step))) await sleep(pauses.stepMs, signal)
  }
}

function isOutdated(
  filed: FiledFile,
  { size, modifiedAt, rules }: Pick<FiledFile, 'size' | 'modifiedAt' | 'rules'>,
): boolean {
  // Permissions can change without a trace in size and time.
  const mayBeReadable = filed.problem === 'unreadable'
  return mayBeReadable || filed.size !== size || filed.modifiedAt !== modifiedAt || filed.rules !== rules
}

function problemsOf(folder: string, { isTooMany, unreadable }: FolderScan): LocalizedText[] {
  return [
    ...(isTooMany ? [libraryMessages.tooMany(folder, scanLimits)] : []),
    ...(unreadable.length > 0
      ? [libraryMessages.unlisted(folder, printable(join(folder, unreadable[0] ?? '')), unreadable.length)]
      : []),
  ]
}
