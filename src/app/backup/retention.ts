import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dateText } from '../../lib/time/calendar.ts'
import { nightlyTime } from './archive-format.ts'

/** How many of the newest days, weeks and months keep their last archive. */
export interface Retention {
  days: number
  weeks: number
  months: number
}

const DAY_MS = 86_400_000

/** The archives that are kept, each as the time when it was made. The newest one always is. */
export function keptArchives(times: Date[], retention: Retention, timezone: string): Set<number> {
  const newestFirst = times.map((time) => time.getTime()).toSorted((a, b) => b - a)
  const kept = new Set(newestFirst.slice(0, 1))
  const periods: [count: number, nameOf: (time: number) => string][] = [
    [retention.days, (time) => dayOf(time, timezone)],
    [retention.weeks, (time) => weekOf(time, timezone)],
    [retention.months, (time) => dayOf(time, timezone).slice(0, 7)],
  ]
  for (const [count, nameOf] of periods) {
    const seen = new Set<string>()
    for (const time of newestFirst) {
      const name = nameOf(time)
      if (seen.has(name)) continue
      if (seen.size >= count) break
      seen.add(name)
      kept.add(time)
    }
  }
  return kept
}

function dayOf(time: number, timezone: string): string {
  return dateText(new Date(time), timezone)
}

/** The Monday of the week. */
function weekOf(time: number, timezone: string): string {
  const noon = new Date(`${dayOf(time, timezone)}T12:00:00Z`)
  const sinceMonday = (noon.getUTCDay() + 6) % 7
  return new Date(noon.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** Removes the nightly archives in a folder that are not kept any more. Other files are never touched. */
export async function pruneArchives(folder: string, retention: Retention, timezone: string): Promise<string[]> {
  const archives = (await readdir(folder)).flatMap((name) => {
    const at = nightlyTime(name)
    return at ? [{ name, at }] : []
  })
  const kept = keptArchives(
    archives.map(({ at }) => at),
    retention,
    timezone,
  )
  const removed = archives.filter(({ at }) => !kept.has(at.getTime())).map(({ name }) => name)
  for (const name of removed) rmSync(join(folder, name), { force: true })
  return removed
}
