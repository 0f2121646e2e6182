import { type Clock, systemClock } from '../../../src/lib/time/clock.ts'
import { createDueFaults } from '../due-faults.ts'
import { createLoopbackServer, type LoopbackServer } from '../loopback.ts'
import { createAccounts, type User } from './accounts.ts'
import { createCapabilities, hashOf } from './capabilities.ts'
import { createDav } from './dav.ts'
import { createDoor } from './door.ts'
import type { Fault } from './faults.ts'
import { createHomes } from './homes.ts'
import { createDoorkeeper } from './identity.ts'
import { createLogin, type Login } from './login.ts'
import { add, deleteAccount, oneToOne, openRoom } from './membership.ts'
import { createPlace, type Place } from './place.ts'
import { createReading, type PollRules } from './reading.ts'
import { createRooms } from './rooms.ts'
import { addAttendee, write } from './rows.ts'
import { createSharing } from './sharing.ts'
import { createThrottle } from './throttle.ts'
import { createTraffic, type Traffic } from './traffic.ts'
import { releaseOf, type TalkVersion } from './version.ts'
import { type Actor, type Room, type World } from './world.ts'
import { createWriting } from './writing.ts'

export interface TalkOptions {
  version?: TalkVersion
  /** Timestamps, expiry and the half hour of brute-force protection; waiting polls always take real time. */
  clock?: Clock
  /** How long one second of a waiting poll takes. */
  secondMs?: number
  /** How often a waiting poll looks: at once unless told otherwise; the real server takes a second. */
  tickMs?: number
}

export interface TalkServer extends LoopbackServer, Pick<Login, 'grant'> {
  readonly traffic: Traffic
  readonly world: World
  /** An account with a login password and an app password. */
  user(id: string, name?: string): User
  guest(id: string, name?: string): Actor
  /** Somebody of another server, such as `bea@other.example`. */
  federated(cloudId: string, name?: string): Actor
  oneToOne(opener: User, other: User): Place
  /** The first one owns it. */
  group(name: string, members: Actor[]): Place
  publicRoom(name: string, members: Actor[]): Place
  noteToSelf(user: User): Place
  changelog(user: User): Place
  place(token: string): Place
  places(): Place[]
  deleteAccount(user: User): void
  /** The password is worth nothing from now on, and so are its sessions. */
  revoke(user: User): void
  disable(user: User, isDisabled?: boolean): void
  forgetSessions(): void
  /** How many bytes somebody may hold. */
  quota(user: User, bytes: number): void
  /** What goes wrong with the next calls of a route, by its name in the tables; `*` is any. */
  fail(route: string, fault: Fault, times?: number): void
  /** Nothing goes wrong any more, and maintenance is over. */
  mend(): void
  maintain(isOn?: boolean): void
  /** A proxy in front cuts what takes longer with 504. */
  cutAfter(ms: number | undefined): void
  /** Answers polls with 304 at once. */
  storm(isOn?: boolean): void
  /** The clock of the server goes wrong by this much. */
  skew(ms: number): void
  /** Adds a capability: the hash changes, and who is careful looks again. */
  upgrade(feature: string): void
  close(): Promise<void>
}

/** A Nextcloud with Talk on loopback, strict where the real one is, with people and rooms in the hands of a test. */
export async function createTalkServer(options: TalkOptions = {}): Promise<TalkServer> {
  const { version = 17, clock = systemClock, secondMs = 1000, tickMs = 0 } = options
  let skewMs = 0
  let isUnderMaintenance = false
  let cutMs: number | undefined
  const extra: string[] = []
  const ids = new Map<string, number>()
  const watchers = new Map<Room, Set<() => void>>()
  const traffic = createTraffic()
  const faults = createDueFaults<Fault>()
  const rules: PollRules = { secondMs, tickMs, isStorming: false }

  const nextId = (kind: string) => {
    const id = (ids.get(kind) ?? 0) + 1
    ids.set(kind, id)
    return id
  }
  const seconds = () => Math.floor((clock.now().getTime() + skewMs) / 1000)
  const world: World = {
    clock,
    release: releaseOf(version),
    accounts: createAccounts(),
    homes: createHomes({ nextId, seconds }),
    rooms: new Map(),
    origin: () => server.url(),
    nextId,
    seconds,
    changed(room) {
      for (const look of watchers.get(room) ?? []) look()
      traffic.changed()
    },
    written: [],
    watch(room, look) {
      const mine = watchers.get(room) ?? new Set()
      watchers.set(room, mine.add(look))
      return () => void mine.delete(look)
    },
  }
  const throttle = createThrottle(clock)
  const login = createLogin(world)
  const door = createDoor({
    routes: [
      ...createCapabilities(
        world,
        () => isUnderMaintenance,
        () => extra,
      ),
      ...login.routes,
      ...createRooms(world, throttle, () => hashOf(world, extra)),
      ...createReading(world, rules),
      ...createWriting(world),
      ...createDav(world),
      ...createSharing(world),
    ],
    identify: createDoorkeeper(world, throttle),
    isUnderMaintenance: () => isUnderMaintenance,
    cutsAfterMs: () => cutMs,
    now: () => new Date(clock.now().getTime() + skewMs),
    faults,
    traffic,
  })
  const server = createLoopbackServer(door)
  await server.up()

  function open(type: 2 | 3 | 6, name: string, [owner, ...others]: Actor[]): Place {
    if (owner === undefined) throw new Error(`the room ${name} needs somebody in it`)
    const room = openRoom(world, { type, name, owner })
    for (const actor of others) add(world, room, owner, actor)
    return createPlace(world, room)
  }

  function changelog(user: User): Place {
    const room = openRoom(world, { type: 4, name: user.id })
    const actor: Actor = { type: 'bots', id: 'changelog', name: 'Talk updates ✅' }
    addAttendee(world, room, user, 3)
    write(world, room, { actor, text: '## New in Talk\n- Something' })
    return createPlace(world, room)
  }

  return {
    ...server,
    close: server.down,
    traffic,
    world,
    grant: login.grant,
    user: (id, name) => world.accounts.get(id) ?? world.accounts.add(id, name),
    guest: (id, name = '') => ({ type: 'guests', id, name }),
    federated: (cloudId, name = cloudId) => ({ type: 'federated_users', id: cloudId, name }),
    oneToOne: (opener, other) => createPlace(world, oneToOne(world, opener, other).room),
    group: (name, members) => open(2, name, members),
    publicRoom: (name, members) => open(3, name, members),
    noteToSelf: (user) => open(6, 'Note to self', [user]),
    changelog,
    place(token) {
      const room = world.rooms.get(token)
      if (room === undefined) throw new Error(`there is no room ${token}`)
      return createPlace(world, room)
    },
    places: () => [...world.rooms.values()].map((room) => createPlace(world, room)),
    deleteAccount: (user) => deleteAccount(world, user),
    revoke: (user) => world.accounts.revoke(user.appPassword),
    disable(user, isDisabled = true) {
      user.isDisabled = isDisabled
    },
    forgetSessions: world.accounts.forgetSessions,
    quota: (user, bytes) => void world.homes.quotas.set(user.id, bytes),
    fail: (route, fault, times = 1) => faults.add(route, fault, times),
    mend() {
      faults.clear()
      isUnderMaintenance = false
    },
    maintain(isOn = true) {
      isUnderMaintenance = isOn
    },
    cutAfter(ms) {
      cutMs = ms
    },
    storm(isOn = true) {
      rules.isStorming = isOn
    },
    skew(ms) {
      skewMs = ms
    },
    upgrade: (feature) => void extra.push(feature),
  }
}
