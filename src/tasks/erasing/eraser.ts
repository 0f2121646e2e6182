// Erases lines, chats, people and everything before a date, so that no file of Skein holds their words any more.
//   1. One commit records the erasure and the ids of its lines, ends the running work on them, and keeps unsent answers back.
//      From then on a kill only delays it: the next start continues (`resume`).
//   2. The lines are hidden step by step, as if they had been deleted on their channel. This takes them out of the word index,
//      the summaries and the conversations. Their words are still there.
//   3. With these words, copies are found elsewhere: what models were shown, sessions and transcripts, results of tools, log
//      lines. They are removed. What runners have to erase from their own disks is stored until they confirm it.
//   4. The lines, their files and what belongs to them lose their words.
//   5. The word index is merged and the database file is rewritten, so that no free space holds the words.
// docs/decisions/0054-erasing.md has the reasons.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ErasureCounts, ErasureScope } from '../../domain/erasure.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Log } from '../../lib/log.ts'
import type { FindCopy } from '../../lib/text/text-copies.ts'
import { momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { Database } from '../../store/database.ts'
import {
  eraseSession,
  type KnownSession,
  type SweepPlace,
  sessionsWithCopies,
  sweepRecords,
  sweepSummaries,
} from '../../store/erasing/derived-records.ts'
import { emptyLines } from '../../store/erasing/empty-lines.ts'
import { emptyPlaces } from '../../store/erasing/empty-places.ts'
import { countErasure, factsIn, selectLines } from '../../store/erasing/erased-selection.ts'
import { concernedTasks, erasedFiles, keepBackUnsent, runningTasks } from '../../store/erasing/erased-work.ts'
import {
  type Erasure,
  erasedLines,
  insertErasure,
  linesToHide,
  readErasure,
  setErasureState,
  unfinishedErasures,
  wholeChats,
} from '../../store/erasing/erasures.ts'
import { emptyLog, mergeWords, rewriteStore } from '../../store/erasing/rewriting.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { forgetFact } from '../../store/memory/facts.ts'
import { markDeleted } from '../../store/messages/deletions.ts'
import { deleteChat } from '../../store/messages/kept-chats.ts'
import { reindexWords } from '../../store/recall/word-reindexing.ts'
import { addRunnerErasures } from '../../store/work/runner-erasures.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { Workspaces } from '../files/workspaces.ts'
import { filesBelow, removeCopies, removeLogLines, removeSameFiles } from './copies-in-files.ts'
import { findErasedWords } from './erased-words.ts'
import { removeMarkdownFiles, removeMarkdownLines } from './markdown-files.ts'

export interface EraserDeps {
  db: Database
  clock: SteadyClock
  log: Log
  dataDir: string
  fileStore: FileStore
  workspaces: Workspaces
  /** The file of the log; undefined if it has none. */
  logFile: string | undefined
  /** Ends these tasks inside the transaction, and their runs after it. */
  cancel(tasks: Task[], now: Date, afterCommit: (effect: () => void) => void): void
  /** Ends the processes of these sessions and deletes what the model keeps of them. */
  forget(sessions: KnownSession[]): Promise<void>
}

export interface Eraser {
  /** What would be erased. Changes nothing. */
  preview(scope: ErasureScope): ErasureCounts
  /** Begins an erasure, which then cannot be undone. It is finished by `finish`. A task that asks for it goes on. */
  begin(scope: ErasureScope, task?: number): number
  /** Resolves when nothing shows or finds the lines any more. */
  hide(id: number, signal: AbortSignal): Promise<void>
  /** Resolves when nothing is left, or when the signal aborts. The state says which. Waits for the task that asked. */
  finish(id: number, signal: AbortSignal, task?: number): Promise<Erasure>
  /** Finishes what earlier runs began. */
  resume(signal: AbortSignal): Promise<void>
}

const LINES_PER_STEP = 50
const RECORDS_PER_STEP = 20
const PAUSE_MS = 500

export function createEraser(deps: EraserDeps): Eraser {
  const { db, clock, log } = deps

  function preview(scope: ErasureScope): ErasureCounts {
    return countErasure(db, scope, selectLines(db, scope))
  }

  function begin(scope: ErasureScope, asking?: number): number {
    const effects: (() => void)[] = []
    const id = db.transaction(() => {
      const now = clock.now()
      const lines = selectLines(db, scope)
      const erasure = insertErasure(db, { scope, lines, counts: countErasure(db, scope, lines) }, now)
      const chats = wholeChats(db, scope)
      const concerned = concernedTasks(db, erasure, { chats, person: scope.person }).filter(({ id }) => id !== asking)
      deps.cancel(concerned, now, (effect) => effects.push(effect))
      keepBackUnsent(db, erasure)
      for (const chat of chats) deleteChat(db, chat, momentOf(clock))
      return erasure
    })
    for (const effect of effects) effect()
    return id
  }

  async function hide(id: number, signal: AbortSignal): Promise<void> {
    // Entries of an older index cannot be removed one by one.
    while (!signal.aborted && reindexWords(db, LINES_PER_STEP)) await setImmediate()
    while (!signal.aborted) {
      const lines = linesToHide(db, id, LINES_PER_STEP)
      db.transaction(() => {
        for (const line of lines) markDeleted(db, line, momentOf(clock))
      })
      if (lines.length < LINES_PER_STEP) return
      await setImmediate()
    }
  }

  /** Waits for answers in other chats, because their models may have read the words. */
  async function untilEnded(tasks: number[], signal: AbortSignal): Promise<void> {
    while (!signal.aborted && runningTasks(db).some((task) => tasks.includes(task))) await sleep(PAUSE_MS, signal)
  }

  async function sweep(erasure: Erasure, isCopy: FindCopy, signal: AbortSignal): Promise<void> {
    let place: SweepPlace | undefined = { table: 0, after: 0 }
    while (place && !signal.aborted) {
      place = sweepRecords(db, place, { isCopy, limit: RECORDS_PER_STEP }).next
      await setImmediate()
    }
    if (signal.aborted) return
    sweepSummaries(db, isCopy)
    await removeMarkdownLines(deps, isCopy)
    const sessions = sessionsWithCopies(db, erasure.id, isCopy)
    for (const { session } of sessions) eraseSession(db, session, clock.now())
    await deps.forget(sessions)
    await sweepFiles(erasure, isCopy, new Set(sessions.map(({ session }) => session)))
  }

  async function sweepFiles(erasure: Erasure, isCopy: FindCopy, sessions: ReadonlySet<string>): Promise<void> {
    const { dataDir, workspaces, logFile } = deps
    const transcripts = (await filesBelow(join(dataDir, 'claude'))).filter((path) => !/\/\.[^/]*$/.test(path))
    for (const path of transcripts)
      if (path.split(/[/.]/).some((part) => sessions.has(part))) await rm(path, { force: true })
    const kept = (await filesBelow(join(dataDir, 'workspaces'))).filter((path) => path.includes('/.kept/'))
    await removeCopies([...transcripts, ...kept, ...(await filesBelow(join(dataDir, 'imports')))], isCopy)
    const { hashes, chats } = erasedFiles(db, erasure.id)
    for (const chat of hashes.size === 0 ? [] : chats)
      await removeSameFiles(await filesBelow(workspaces.pathOf(chat)), hashes)
    if (logFile !== undefined) await removeLogLines(logFile, isCopy)
  }

  async function empty(erasure: Erasure, signal: AbortSignal): Promise<void> {
    for (let after = 0; !signal.aborted; ) {
      const lines = erasedLines(db, erasure.id, { after, limit: LINES_PER_STEP })
      const orphans = emptyLines(
        db,
        lines.map(({ id }) => id),
      )
      // A kill in between leaves files that no row refers to. The next start removes those.
      for (const hash of orphans) deps.fileStore.remove(hash)
      const last = lines.at(-1)
      if (!last) break
      after = last.id
      await setImmediate()
    }
    if (signal.aborted) return
    for (const { id } of factsOf(erasure)) forgetFact(db, id, clock.now())
    emptyPlaces(db, erasure.scope, clock.now())
    await removeMarkdownFiles(deps, erasure.scope)
    for (const chat of wholeChats(db, erasure.scope)) await removeWorkspace(chat)
  }

  const removeWorkspace = (chat: ChatId) => rm(deps.workspaces.pathOf(chat), { recursive: true, force: true })

  async function rewrite(signal: AbortSignal): Promise<boolean> {
    for (let isFirst = true; !signal.aborted && mergeWords(db, isFirst); isFirst = false) await setImmediate()
    if (signal.aborted || !rewriteStore(db)) return false
    // Another program that reads the store at this moment holds the log for a short time.
    while (!signal.aborted && !emptyLog(db)) await sleep(PAUSE_MS, signal)
    return !signal.aborted
  }

  const factsOf = ({ id, scope }: Erasure) =>
    factsIn(db, scope, `SELECT message_id FROM erased_message WHERE erasure_id = ${id}`)

  async function finish(id: number, signal: AbortSignal, asking?: number): Promise<Erasure> {
    if (asking !== undefined) await untilEnded([asking], signal)
    const state = () => {
      const erasure = readErasure(db, id)
      if (!erasure) throw new Error(`no erasure ${id}`)
      return erasure
    }
    const erasure = state()
    if (erasure.state === 'hiding') {
      // Hiding a line forgets its facts.
      const facts = factsOf(erasure)
      await hide(id, signal)
      const running = runningTasks(db)
      const isCopy = await findErasedWords(db, erasure, { facts, hide: () => hide(id, signal), signal })
      if (!signal.aborted) await sweep(erasure, isCopy, signal)
      await untilEnded(running, signal)
      // What ran meanwhile may have written the words once more.
      if (!signal.aborted) await sweep(erasure, isCopy, signal)
      if (!signal.aborted)
        db.transaction(() => {
          addRunnerErasures(db, erasure)
          setErasureState(db, id, 'emptying', clock.now())
        })
    }
    if (!signal.aborted && state().state === 'emptying') {
      await empty(erasure, signal)
      if (!signal.aborted) setErasureState(db, id, 'rewriting', clock.now())
    }
    if (!signal.aborted && state().state === 'rewriting' && (await rewrite(signal)))
      setErasureState(db, id, 'done', clock.now())
    const ended = state()
    if (ended.state === 'done') log.info({ erasure: id, ...ended.counts }, 'erased')
    else log.warn({ erasure: id, state: ended.state }, 'an erasure is not finished; the next start continues it')
    return ended
  }

  return {
    preview,
    begin,
    hide,
    finish,
    async resume(signal) {
      for (const { id } of unfinishedErasures(db)) await finish(id, signal)
    },
  }
}
