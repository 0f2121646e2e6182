import type { Command } from 'commander'
import { readConfig } from '../../config/load.ts'
import { UsageError } from '../../domain/errors.ts'
import type { Asker, JobReading } from '../../domain/job-service.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { findOwner } from '../../store/people/people.ts'
import { type Place, placeOf } from '../place.ts'
import { withStoreToRead } from '../store.ts'

interface Jobs {
  desk: JobReading
  /** Whoever can open the store is the owner. */
  asker: Pick<Asker, 'person' | 'now'>
  timezone: string
}

/** What is scheduled, only to be read: beside a running daemon or without one. */
export async function withJobs(
  command: Command,
  env: NodeJS.ProcessEnv,
  read: (jobs: Jobs, place: Place) => void,
): Promise<void> {
  const place = placeOf(command, env)
  const config = readConfig(place, env)
  // Not with every command line: it reads time zones and cron lines.
  const { createJobReading } = await import('../../scheduler/jobs/job-list.ts')
  withStoreToRead(place.dataDir, (db) => {
    const owner = findOwner(db)
    if (!owner) throw new UsageError('There is nobody in this store yet; start Skein once.')
    const timezone = owner.timezone ?? config.timezone
    const desk = createJobReading({ db, settings: () => ({ timezone: config.timezone }) })
    read({ desk, asker: { person: owner, now: systemClock.now() }, timezone }, place)
  })
}
