import type { User } from '../accounts/accounts.ts'
import { addAttendee, write } from '../messages/rows.ts'
import type { Actor, World } from '../world.ts'
import { add, deleteAccount, oneToOne, openRoom } from './membership.ts'
import { createPlace, type Place } from './place.ts'

/** People and conversations, as a test makes them. */
export interface Directory {
  /** An account with a login password and an app password; the same one for the same id. */
  user(id: string, name?: string): User
  guest(id: string, name?: string): Actor
  /** Somebody of another server, such as `bea@other.example`. */
  federated(cloudId: string, name?: string): Actor
  oneToOne(opener: User, other: User): Place
  /** The first one owns it. */
  group(name: string, members: Actor[]): Place
  publicRoom(name: string, members: Actor[]): Place
  noteToSelf(user: User): Place
  changelog(user: User, token?: string): Place
  place(token: string): Place
  places(): Place[]
  deleteAccount(user: User): void
  /** The app password is worth nothing from now on, and so are its sessions. */
  revoke(user: User): void
  disable(user: User, isDisabled?: boolean): void
  forgetSessions(): void
  /** How many bytes somebody may hold. */
  quota(user: User, bytes: number): void
}

export function createDirectory(world: World): Directory {
  function open(type: 2 | 3 | 6, name: string, [owner, ...others]: Actor[]): Place {
    if (owner === undefined) throw new Error(`the room ${name} needs somebody in it`)
    const room = openRoom(world, { type, name, owner })
    for (const actor of others) add(world, room, owner, actor)
    return createPlace(world, room)
  }

  function changelog(user: User, token?: string): Place {
    const room = openRoom(world, { type: 4, name: user.id, ...(token === undefined ? {} : { token }) })
    const actor: Actor = { type: 'bots', id: 'changelog', name: 'Talk updates ✅' }
    addAttendee(world, room, user, 3)
    write(world, room, { actor, text: '## New in Talk\n- Something' })
    return createPlace(world, room)
  }

  return {
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
  }
}
