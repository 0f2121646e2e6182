import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { RunnerErasure } from '../../domain/erasure.ts'
import type { Database } from '../database.ts'
import { erasedFiles } from '../erasing/erased-work.ts'
import { type Erasure, wholeChats } from '../erasing/erasures.ts'
import { pairedRunner, removedRunner, runnerErasure } from '../schema/schema.ts'

/** Each message to a runner names at most this many files or chats. */
const MAX_PER_MESSAGE = 500

/** Stores what every runner has to erase from its disk, while the lines of the erasure still have their files. */
export function addRunnerErasures(db: Database, { id, scope }: Pick<Erasure, 'id' | 'scope'>): void {
  const runners = [pairedRunner, removedRunner].flatMap((table) =>
    db.orm.select({ name: table.name }).from(table).all(),
  )
  if (runners.length === 0) return
  const erased = erasedFiles(db, id)
  const [chats, sentIn, files] = [wholeChats(db, scope), erased.chats, [...erased.hashes]]
  const longest = Math.max(1, chats.length, files.length)
  for (let at = 0; at < longest; at += MAX_PER_MESSAGE) {
    const part = <T>(all: T[]) => all.slice(at, at + MAX_PER_MESSAGE)
    const erasure = { chats: part(chats), files: part(files), sentIn }
    for (const { name } of runners)
      db.orm
        .insert(runnerErasure)
        .values({ runner: name, erasure: { ...erasure, token: randomBytes(16).toString('hex') } })
        .run()
  }
}

/** The oldest one that this runner has not confirmed. */
export function nextRunnerErasure(db: Database, runner: string): RunnerErasure | undefined {
  const { orm } = db
  const ofRunner = eq(runnerErasure.runner, runner)
  return orm.select().from(runnerErasure).where(ofRunner).orderBy(runnerErasure.id).limit(1).get()?.erasure
}

export function confirmRunnerErasure(db: Database, runner: string, token: string): void {
  db.statement("DELETE FROM runner_erasure WHERE runner = ? AND erasure ->> 'token' = ?").run(runner, token)
}

/** The runners that have not confirmed everything, also those that were removed and do not know it yet. */
export function runnersWithErasures(db: Database): string[] {
  return db.statement('SELECT DISTINCT runner FROM runner_erasure ORDER BY runner').pluck().all() as string[]
}
