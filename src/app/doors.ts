import type { WebChannel } from '../channels/web/web.ts'
import type { Config } from '../config/config.ts'
import { socketPath } from '../config/paths.ts'
import type { Person } from '../domain/person.ts'
import { momentOf } from '../lib/time/clock.ts'
import { createImporter } from '../tasks/intake/importing.ts'
import { createDismissal } from '../tasks/people/dismissal.ts'
import { makePairing } from '../tasks/people/pairing.ts'
import { createAllowedDesk } from '../tasks/permissions/allowed.ts'
import { createSearch, readerOfAll } from '../tasks/recall/search.ts'
import { meaningOf, type Understand } from '../tasks/recall/understand.ts'
import { contextUse, type KeptAssembly } from '../tasks/reports/context-use.ts'
import { whySentences } from '../tasks/reports/why-words.ts'
import { createSettingsDoor } from '../tasks/settings/live-config.ts'
import { createControl } from '../web/control/control.ts'
import { createOwnerJobs } from '../web/routes/owner-jobs.ts'
import { createUploads } from '../web/server/uploads.ts'
import { createWebServer } from '../web/server.ts'
import type { BuiltRoad } from './road.ts'

export interface DoorsDeps {
  road: BuiltRoad
  channel: WebChannel
  owner: Person
  config: Config
  dataDir: string
  gate(): void
  understand: Understand | undefined
  scrub(text: string): string
}

/** The ways in from this machine. */
export interface Doors {
  /** Of the page; undefined where it is off. */
  url: string | undefined
  /** A new link to sign in with. */
  link(): string | undefined
  close(): Promise<void>
}

/** The local page, and the socket of the command line. */
export async function openDoors(deps: DoorsDeps): Promise<Doors> {
  const { road, channel, owner, config, gate, understand, scrub } = deps
  const { db, clock, log, liveConfig, overview } = road
  const current = liveConfig.current
  const find = createSearch(db, clock, () => current().timezone)
  const search = async (words: string, limit: number) =>
    find(readerOfAll(owner.id), words, limit, await meaningOf(understand, words))
  const ownTools = road.brains.all.flatMap(({ own }) => own ?? [])
  const uploads = createUploads({ db, shelf: road.files.shelf, clock, owner, gate })
  const timezone = () => owner.timezone ?? current().timezone
  const jobs = createOwnerJobs({ db, clock, desk: road.scheduling.desk, owner, timezone })
  const shared = { db, channel, log, owner, uploads, jobs, allowed: createAllowedDesk(db, ownTools, owner) }
  const page = {
    clock,
    brain: () => overview().brain,
    overview,
    search,
    contextUse: (seen: KeptAssembly) => contextUse(db, seen),
    why: (seen: KeptAssembly) => whySentences(db, seen, { timezone: timezone(), now: clock.now() }),
    port: config.web.port,
  }
  const server = config.web.enabled ? await createWebServer({ ...shared, ...page }) : undefined
  const link = () => server?.link()
  try {
    const control = await createControl({
      ...shared,
      onChange(listener) {
        const stops = [channel.subscribe(listener), road.deliver.onTried(listener)]
        return () => stops.forEach((stop) => stop())
      },
      overview,
      commands: () => road.commands.all,
      link,
      pair: (role) => makePairing(db, role, momentOf(clock)),
      dismiss: createDismissal(road.stopping),
      // More workers, or the end of safe mode, should not wait for the next look.
      settings: createSettingsDoor(liveConfig, owner, clock, road.worker.wake),
      importing: createImporter({ db, clock, owner, config: current, scrub, broughtIn: road.upkeep.broughtIn }),
      socket: socketPath(deps.dataDir),
    })
    return {
      url: server?.url,
      link,
      async close() {
        await control.close()
        await server?.close()
      },
    }
  } catch (error) {
    await server?.close()
    throw error
  }
}
