import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { socketProblem } from '../../config/paths.ts'
import { openReadOnly } from '../../store/database.ts'
import { checkEverything } from '../../store/file/store-check.ts'
import { describeMissingStore, storeFiles } from '../../store/file/store-condition.ts'
import { countUnread } from '../../store/messages/channel-state.ts'
import { unreadWords } from '../../tasks/reports/overview.ts'
import { type CheckResult, reasonOf } from './check-rounds.ts'

const LOW_DISK_MB = 500
/** A large store cannot be read completely in this time, but a running daemon does that once a day. */
const STORE_CHECK_MS = 45_000

export function examineData(dir: string): CheckResult {
  let existing = dir
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    const tooLong = socketProblem(dir)
    if (tooLong) throw new Error(tooLong)
    if (!statSync(existing).isDirectory()) throw new Error(`${existing} is not a folder`)
    accessSync(existing, constants.W_OK)
    const { bavail, bsize } = statfsSync(existing)
    const freeMb = Math.round((bavail * bsize) / 1024 / 1024)
    const place = `${dir}${existing === dir ? '' : ' (will be created)'}, ${freeMb} MB free`
    return freeMb < LOW_DISK_MB
      ? { verdict: 'note', says: `${place}; free some space soon` }
      : { verdict: 'ok', says: place }
  } catch (error) {
    return { verdict: 'bad', says: `${dir} cannot be used: ${reasonOf(error)}` }
  }
}

export async function examineStore(dataDir: string, signal: AbortSignal): Promise<(CheckResult & { what?: string })[]> {
  const file = join(dataDir, 'skein.db')
  try {
    const missing = describeMissingStore(storeFiles(dataDir))
    if (missing !== undefined) return [{ verdict: 'bad', says: missing }]
    if (!existsSync(file)) return [{ verdict: 'ok', says: 'none yet; the first start creates it' }]
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(STORE_CHECK_MS)])
    const check = await checkEverything(file, bounded)
    if (check.status === 'damaged') {
      const copies = join(dataDir, 'backups')
      return [{ verdict: 'bad', says: `${file} is damaged: ${check.problem}. Replace it with a copy from ${copies}.` }]
    }
    return [
      { verdict: 'ok', says: check.status === 'sound' ? file : notWhole(file, check, bounded) },
      ...unreadIn(file),
    ]
  } catch (error) {
    return [{ verdict: 'bad', says: `${file} cannot be read: ${reasonOf(error)}` }]
  }
}

function notWhole(file: string, { reason }: { reason: string }, signal: AbortSignal): string {
  if (!signal.aborted) throw new Error(reason)
  return `${file}; no problem found in ${STORE_CHECK_MS / 1000} seconds of reading (a running daemon reads all of it once a day)`
}

function unreadIn(file: string): (CheckResult & { what: string })[] {
  const db = openReadOnly(file)
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return countUnread(db).map((one) => ({ what: 'messages', verdict: 'note', says: unreadWords(one, timeZone).en }))
  } finally {
    db.close()
  }
}
