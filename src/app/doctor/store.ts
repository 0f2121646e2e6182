import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { socketProblem } from '../../config/paths.ts'
import type { AnyText } from '../../messages/localized.ts'
import { openReadOnly } from '../../store/database.ts'
import { checkEverything } from '../../store/file/store-check.ts'
import { describeMissingStore, storeFiles } from '../../store/file/store-condition.ts'
import { countUnread } from '../../store/messages/channel-state.ts'
import { describeUnread } from '../../tasks/reports/overview.ts'
import { type CheckResult, reasonOf } from './check-rounds.ts'
import { doctorMessages as texts } from './doctor-messages.ts'

const LOW_DISK_MB = 500
/** A large store cannot be read completely in this time, but a running daemon does that once a day. */
const STORE_CHECK_MS = 45_000

export function examineData(dir: string): CheckResult {
  const unusable = (why: AnyText): CheckResult => ({ verdict: 'bad', says: texts.directoryUnusable(dir, why) })
  let existing = dir
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    const tooLong = socketProblem(dir)
    if (tooLong) return unusable(tooLong)
    if (!statSync(existing).isDirectory()) return unusable(texts.notFolder(existing))
    accessSync(existing, constants.W_OK)
    const { bavail, bsize } = statfsSync(existing)
    const freeMb = Math.round((bavail * bsize) / 1024 / 1024)
    const place = texts.freeSpace(dir, existing !== dir, freeMb)
    return freeMb < LOW_DISK_MB ? { verdict: 'note', says: texts.lowSpace(place) } : { verdict: 'ok', says: place }
  } catch (error) {
    return unusable(reasonOf(error))
  }
}

export async function examineStore(
  dataDir: string,
  signal: AbortSignal,
): Promise<(CheckResult & { what?: AnyText })[]> {
  const file = join(dataDir, 'skein.db')
  try {
    const missing = describeMissingStore(storeFiles(dataDir))
    if (missing !== undefined) return [{ verdict: 'bad', says: missing }]
    if (!existsSync(file)) return [{ verdict: 'ok', says: texts.noStore }]
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(STORE_CHECK_MS)])
    const check = await checkEverything(file, bounded)
    if (check.status === 'damaged')
      return [{ verdict: 'bad', says: texts.damaged(file, check.problem, join(dataDir, 'backups')) }]
    return [
      { verdict: 'ok', says: check.status === 'sound' ? file : notWhole(file, check, bounded) },
      ...unreadIn(file),
    ]
  } catch (error) {
    return [{ verdict: 'bad', says: texts.unreadable(file, reasonOf(error)) }]
  }
}

function notWhole(file: string, { reason }: { reason: string }, signal: AbortSignal): AnyText {
  if (!signal.aborted) throw new Error(reason)
  return texts.partlyRead(file, STORE_CHECK_MS / 1000)
}

function unreadIn(file: string): (CheckResult & { what: AnyText })[] {
  const db = openReadOnly(file)
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return countUnread(db).map((one) => ({
      what: texts.names.messages,
      verdict: 'note',
      says: describeUnread(one, timeZone),
    }))
  } finally {
    db.close()
  }
}
