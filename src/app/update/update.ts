// An update, in an order in which a kill at any point leaves either version able to run, with all data:
//   1. A backup of everything, read back and checked.
//   2. The new version is unpacked and built in a folder inside the installation. Nothing of the old one is touched.
//   3. It proves itself on a copy of the store: upgrade, start, one message, its answer, a clean stop.
//   4. The entries become stubs, and one file is created. From this moment every start runs the new version, from there.
//   5. The service is restarted. If the new version does not become ready, the store goes back to the copy that this start
//      has made before its upgrade, the file is removed, and the old version is started again.
//   6. The files are brought to their place one by one, the entries last. The service is restarted from there.
// The journal says how far it came; the next `skein update` goes on from it, or cleans up.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UserFacingError } from '../../domain/errors.ts'
import { createCrashSteps } from '../../lib/crash-point.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Returned } from '../../store/file/upgrade-return.ts'
import { entriesOf, placeStubs, removeStubs } from './entries.ts'
import {
  removeUpdateFolder,
  type UpdateJournal,
  type UpdatePlace,
  type Version,
  versionText,
  writeJournal,
  writeWhole,
} from './place.ts'
import type { Rehearsal } from './rehearsal.ts'
import type { Service } from './service.ts'
import { settleFiles } from './settle.ts'
import type { Candidate, Source } from './source.ts'

/** How much longer a start may take than the one on the copy. */
const START_MARGIN = 2

const LOOK_AND_GO_ON =
  'Read what is wrong with "skein service logs --lines 50", repair it, and run "skein update" again; it goes on from here.'

export interface UpdateDeps {
  place: UpdatePlace
  source: Source
  service: Service | undefined
  /** These three work on the data, as the user to whom it belongs. */
  backUp(signal: AbortSignal): Promise<string | undefined>
  rehearse(signal: AbortSignal): Promise<Rehearsal>
  returnStore(journal: Pick<UpdateJournal, 'schema' | 'switchedAt'>, signal: AbortSignal): Promise<Returned>
  /** Throws if a daemon runs that we cannot restart. */
  assertNoOtherDaemon(isServed: boolean): void
  /** Shows what is being done for as long as it takes. */
  perform<T>(what: string, work: () => Promise<T>): Promise<T>
  clock: Pick<Clock, 'now'>
}

export type UpdateResult = { from: Version; to: Version; backup: string | undefined } & (
  | { status: 'updated' }
  /** The old version runs again. */
  | { status: 'returned'; reason: string }
  /** The new version stays, although it is not ready: going back would lose or repeat something. */
  | { status: 'stuck'; reason: string; returned: Returned }
)

export type Update = ReturnType<typeof createUpdate>

export function createUpdate(deps: UpdateDeps) {
  const { place, source, service, perform, clock } = deps
  const step = createCrashSteps('update')
  // After the switch, Ctrl-C must not leave things half way.
  const never = new AbortController().signal

  async function apply(candidate: Candidate, signal: AbortSignal): Promise<UpdateResult> {
    const { from, to } = candidate
    const isServed = (await service?.isActive(signal)) ?? false
    deps.assertNoOtherDaemon(isServed)
    step()
    const backup = await perform('Backing up', () => deps.backUp(signal))
    step()
    await perform(`Preparing version ${versionText(to)}`, () => source.prepare(candidate, signal))
    step()
    const { schema, startMs } = await perform('Trying it on a copy of your conversations', () => deps.rehearse(signal))
    if (isServed) await requireQuickStart(startMs, signal)
    await source.confirm(candidate, signal)
    deps.assertNoOtherDaemon(isServed)
    step()
    const journal: UpdateJournal = {
      format: 1,
      phase: 'prepared',
      from,
      to,
      isServed,
      switchedAt: clock.now(),
      ...(schema === undefined ? {} : { schema }),
      ...(backup === undefined ? {} : { backup }),
    }
    signal.throwIfAborted()
    writeJournal(place, journal)
    step()
    placeStubs(place, step)
    const switched: UpdateJournal = { ...journal, phase: 'switched', switchedAt: clock.now() }
    writeJournal(place, switched)
    step()
    writeWhole(place.switched, '')
    step()
    return await takeOver(switched)
  }

  /** A large database takes its time to be upgraded. */
  async function requireQuickStart(startMs: number, signal: AbortSignal): Promise<void> {
    const limit = (await service?.startSeconds(signal)) || Number.POSITIVE_INFINITY
    const needed = Math.ceil((startMs / 1000) * START_MARGIN)
    if (needed <= limit) return
    throw new UserFacingError(
      `The new version needed ${Math.round(startMs / 1000)} seconds to upgrade a copy of the database, and systemd gives a start ${limit}. ` +
        `Nothing was changed. Run "systemctl edit skein", add the lines "[Service]" and "TimeoutStartSec=${needed}", and run this command again.`,
    )
  }

  async function takeOver(journal: UpdateJournal): Promise<UpdateResult> {
    if (journal.isServed) {
      const problem = await perform('Restarting the service', async () => await service?.restart(never))
      step()
      if (problem !== undefined) return await goBack(journal, problem)
    }
    const settling: UpdateJournal = { ...journal, phase: 'settling' }
    writeJournal(place, settling)
    step()
    return await settle(settling)
  }

  async function settle(journal: UpdateJournal): Promise<UpdateResult> {
    await perform('Moving the files to their place', async () => {
      settleFiles(place, await source.listFiles(journal, never), step)
      await source.conclude(journal, never)
    })
    step()
    rmSync(place.switched)
    step()
    return await conclude(journal)
  }

  async function conclude(journal: UpdateJournal): Promise<UpdateResult> {
    if (journal.isServed) {
      const problem = await perform('Restarting the service from there', async () => await service?.restart(never))
      if (problem !== undefined)
        throw new UserFacingError(
          `The new version is in its place, but the service did not become ready: ${problem}\n${LOOK_AND_GO_ON}`,
        )
    }
    step()
    await perform('Cleaning up', async () => removeUpdateFolder(place))
    step()
    return { status: 'updated', ...summaryOf(journal) }
  }

  async function goBack(journal: UpdateJournal, reason: string): Promise<UpdateResult> {
    writeJournal(place, { ...journal, phase: 'returning' })
    step()
    const returned = await perform('Going back to the old version', async () => {
      await service?.stop(never)
      step()
      return await deps.returnStore(journal, never)
    })
    step()
    if (returned === 'used' || returned === 'no copy') {
      writeJournal(place, { ...journal, phase: 'switched' })
      if (journal.isServed) await service?.start(never)
      return { status: 'stuck', reason, returned, ...summaryOf(journal) }
    }
    rmSync(place.switched)
    step()
    await cleanUp({ ...journal, phase: 'returning' })
    return { status: 'returned', reason, ...summaryOf(journal) }
  }

  /** The old version is in force: nothing may be left of the new one. */
  async function cleanUp(journal: UpdateJournal): Promise<void> {
    removeStubs(place, entriesOf(place.folder), step)
    if (journal.phase === 'returning' && journal.isServed) {
      const problem = (await service?.isActive(never)) ? undefined : await service?.start(never)
      if (problem !== undefined)
        throw new UserFacingError(
          `The old version is back, but its service did not become ready: ${problem}\n${LOOK_AND_GO_ON}`,
        )
    }
    step()
    removeUpdateFolder(place)
    step()
  }

  return {
    apply,
    /** Goes on with an update that was interrupted. Undefined if it had changed nothing, so that it was cleaned up. */
    async resume(journal: UpdateJournal): Promise<UpdateResult | undefined> {
      deps.assertNoOtherDaemon(journal.isServed)
      if (existsSync(place.switched)) {
        if (journal.phase === 'returning') return await goBack(journal, 'the update was interrupted while it went back')
        return journal.phase === 'settling' ? await settle(journal) : await takeOver(journal)
      }
      if (journal.phase === 'settling') return await conclude(journal)
      await cleanUp(journal)
      return journal.phase === 'returning'
        ? { status: 'returned', reason: 'the new version was not ready', ...summaryOf(journal) }
        : undefined
    },
  }
}

function summaryOf({ from, to, backup }: UpdateJournal) {
  return { from, to, backup }
}

/** Whether the folder can be built by itself, or is what npm installed. */
export function isCheckout(folder: string): boolean {
  return existsSync(join(folder, '.git'))
}
