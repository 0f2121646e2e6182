import { type Clock, systemClock } from '../../../src/lib/time/clock.ts'
import { createDueFaults } from '../due-faults.ts'
import { createLoopbackServer, type LoopbackServer } from '../loopback.ts'
import { createAccounts } from './accounts/accounts.ts'
import { claimedBy, createDoorkeeper } from './accounts/identity.ts'
import { createLogin, type Login } from './accounts/login.ts'
import { createThrottle } from './accounts/throttle.ts'
import { createBotCalls } from './bots/bot-calls.ts'
import { createWebhooks, type Webhooks } from './bots/webhooks.ts'
import { createControl } from './control.ts'
import { createAttachments } from './files/attachments.ts'
import { createDav } from './files/dav.ts'
import { createHomes } from './files/homes.ts'
import { createSharing } from './files/sharing.ts'
import { createDoor } from './http/door.ts'
import type { Fault } from './http/faults.ts'
import { createTraffic, type Traffic } from './http/traffic.ts'
import { createReading } from './messages/reading.ts'
import { createThreads } from './messages/threads.ts'
import { createWriting } from './messages/writing.ts'
import { createDirectory, type Directory } from './rooms/directory.ts'
import { createModeration } from './rooms/moderation.ts'
import type { Place } from './rooms/place.ts'
import { createRooms } from './rooms/rooms.ts'
import { createCapabilities, hashOf } from './server/capabilities.ts'
import type { ServerState } from './server/state.ts'
import { releaseOf, type TalkVersion } from './server/version.ts'
import type { Room, World } from './world.ts'

export interface TalkOptions {
  version?: TalkVersion
  /** Timestamps, expiry and the half hour of brute-force protection; waiting polls always take real time. */
  clock?: Clock
  secondMs?: number
  tickMs?: number
  /** Listens here, so that it can be found by another process. */
  port?: number
}

export interface TalkServer extends Directory, LoopbackServer, Pick<Login, 'grant'> {
  readonly traffic: Traffic
  readonly world: World
  readonly webhooks: Webhooks
  readonly state: ServerState
  /** What goes wrong with the next calls of a route, by its name in the tables; `*` is any, `send@skein` those of one person. */
  fail(route: string, fault: Fault, times?: number): void
  /** No fault is due any more, maintenance is over, and polls wait as they should. */
  mend(): void
  /** Resolves when a poll waits, so that whatever is said next reaches a listener. */
  listening(place?: Place): Promise<number>
  close(): Promise<void>
}

/** A Nextcloud with Talk on loopback, strict where the real one is, with people and rooms in the hands of a test. */
export async function createTalkServer(options: TalkOptions = {}): Promise<TalkServer> {
  const { version = 17, clock = systemClock, secondMs = 1000, tickMs = 0, port = 0 } = options
  const state: ServerState = {
    isUnderMaintenance: false,
    cutMs: undefined,
    cutsBy: 'page',
    skewMs: 0,
    hasSubfolders: true,
    extraFeatures: [],
    secondMs,
    tickMs,
    isStorming: false,
  }
  const traffic = createTraffic()
  const faults = createDueFaults<Fault>()
  const world = createWorld(releaseOf(version), () => new Date(clock.now().getTime() + state.skewMs))
  const throttle = createThrottle(clock)
  const login = createLogin(world)
  const webhooks = createWebhooks(world)
  const door = createDoor({
    routes: [
      ...createCapabilities(world, state),
      ...login.routes,
      ...createRooms(world, throttle, () => hashOf(world, state)),
      ...createReading(world, state),
      ...createWriting(world),
      ...createDav(world),
      ...createSharing(world),
      ...createThreads(world),
      ...createAttachments(world, state),
      ...createModeration(world),
      ...createBotCalls(world, throttle, webhooks),
    ],
    identify: createDoorkeeper(world, throttle),
    claimedBy: (request) => claimedBy(world, request),
    state,
    now: world.now,
    faults,
    traffic,
  })

  function createWorld(release: World['release'], now: () => Date): World {
    const ids = new Map<string, number>()
    const watchers = new Map<Room, Set<() => void>>()
    const seconds = () => Math.floor(now().getTime() / 1000)
    const nextId = (kind: string) => {
      const id = (ids.get(kind) ?? 0) + 1
      ids.set(kind, id)
      return id
    }
    return {
      now,
      release,
      accounts: createAccounts(),
      homes: createHomes({ nextId, seconds }),
      rooms: new Map(),
      origin: () => server.url(),
      nextId,
      lastId: (kind) => ids.get(kind) ?? 0,
      seconds,
      changed(room) {
        for (const look of watchers.get(room) ?? []) look()
        traffic.changed()
      },
      written: [],
      watch(room, look) {
        const mine = watchers.get(room) ?? new Set()
        watchers.set(room, mine.add(look))
        traffic.changed()
        return () => void mine.delete(look)
      },
      waiting(room) {
        const rooms = room === undefined ? [...watchers.keys()] : [room]
        return rooms.reduce((sum, one) => sum + (watchers.get(one)?.size ?? 0), 0)
      },
    }
  }

  const directory = createDirectory(world)
  const inProcess = {
    ...directory,
    state,
    traffic,
    webhooks,
    fail: (route: string, fault: Fault, times = 1) => faults.add(route, fault, times),
    mend() {
      faults.clear()
      Object.assign(state, { isUnderMaintenance: false, cutMs: undefined, isStorming: false })
    },
  }
  const control = createControl(inProcess)
  const server = createLoopbackServer((request, response) => {
    if (!control(request, response)) door(request, response)
  }, port)
  await server.up()
  return {
    ...inProcess,
    ...server,
    close: server.down,
    world,
    grant: login.grant,
    listening: (place) => traffic.until('a waiting poll', () => world.waiting(place?.room) || undefined),
  }
}
