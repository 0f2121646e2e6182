import { type ChatId, localOwner } from '../../domain/ids.ts'
import { type Address, addressName, type Person, pageAddress } from '../../domain/person.ts'
import { printable } from '../../lib/text/visible.ts'
import { momentOf } from '../../lib/time/clock.ts'
import { linkMessages } from '../../messages/link-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Database } from '../../store/database.ts'
import { chatsWith } from '../../store/messages/chats.ts'
import type { PairingRole } from '../../store/people/pairing.ts'
import {
  addPerson,
  findPerson,
  forgetAddress,
  type KnownPerson,
  linkAddress,
  listPeople,
  readAddress,
  readPerson,
} from '../../store/people/people.ts'
import { endSessionsOf } from '../../store/people/web-sessions.ts'
import { closeEpochsIn } from '../../store/recall/epochs.ts'
import { dropOpen } from '../../store/work/outbox.ts'
import { endTasks, liveOf, type Task } from '../../store/work/tasks.ts'
import type { StopDeps } from '../run/stop.ts'
import { showState } from '../say/task-ends.ts'
import { createAccessRequests } from './access-requests.ts'
import { makePairing } from './pairing.ts'

/** The result of removing an address: why it failed, or how many tasks were cancelled. */
export type Dismissed = { problem: LocalizedText } | { cancelled: number }

const REASON = peopleMessages.notLetInAnyMore

/** Removes an address in the running daemon. Running tasks of the person are aborted after the commit. */
export function dismissNow(
  deps: StopDeps,
  address: Address,
  now: Date,
  afterCommit: (effect: () => void) => void,
): Dismissed {
  const problem = describeDismissalObstacle(deps.db, address)
  if (problem !== undefined) return { problem }
  const tasks = dismiss(deps.db, address, now)
  abortCancelled(deps, tasks, now, afterCommit)
  return { cancelled: tasks.length }
}

/** Ends the runs of tasks that were cancelled in this transaction. */
export function abortCancelled(
  deps: StopDeps,
  tasks: Task[],
  now: Date,
  afterCommit: (effect: () => void) => void,
): void {
  const ids = tasks.map(({ id }) => id)
  deps.approvals.withdraw(ids, permissionMessages.notNeeded, now, afterCommit)
  afterCommit(() => {
    deps.abort(ids)
    for (const task of tasks) showState(deps, task, 'cancelled')
  })
}

/** The same, in a transaction of its own. */
export function createDismissal(deps: StopDeps): (address: Address) => Dismissed {
  return (address) => {
    const effects: (() => void)[] = []
    const dismissed = deps.db.transaction(() =>
      dismissNow(deps, address, deps.clock.now(), (effect) => effects.push(effect)),
    )
    for (const effect of effects) effect()
    return dismissed
  }
}

/**
 * Makes the address a stranger's again. Their tasks are cancelled and deliveries to their own chats are dropped. Answers
 * in groups are still sent, because others read them too. Call it inside a transaction.
 */
export function dismiss(db: Database, address: Address, now: Date): Task[] {
  const person = readAddress(db, address)
  if (!person) return []
  const theirChats = chatsWith(db, address)
  forgetAddress(db, address)
  if (address.channel === localOwner.channel) endSessionsOf(db, person.personId)
  closeEpochsIn(db, theirChats, 'somebody else may write here next', now)
  const isElsewhere = listPeople(db).some(({ id }) => id === person.personId)
  const tasks = cancelOf(db, person.personId, isElsewhere ? theirChats : undefined, now)
  dropOpen(db, theirChats, REASON)
  return tasks
}

/** Cancels what somebody asked, everywhere or in these chats, because they no longer are who they were. */
export function cancelOf(db: Database, personId: number, chats: ChatId[] | undefined, now: Date): Task[] {
  const tasks = liveOf(db, personId, chats)
  endTasks(
    db,
    tasks.map(({ id }) => id),
    'cancelled',
    REASON,
    now,
  )
  return tasks
}

/** A remote session may not remove an address of the owner, so that it cannot lock them out of their other chats. */
export function describeRemoteObstacle(db: Database, address: Address): LocalizedText | undefined {
  if (findPerson(db, address)?.role !== 'owner') return undefined
  return peopleMessages.addressOfOwner(addressName(address))
}

/** Why an address cannot be removed; undefined if it can. */
export function describeDismissalObstacle(db: Database, address: Address): LocalizedText | undefined {
  const name = addressName(address)
  switch (readAddress(db, address)?.source) {
    case undefined:
      return peopleMessages.unknownAddress(name)
    case 'configuration':
      return peopleMessages.inConfiguration(name, address.channel)
    case 'daemon':
      return peopleMessages.addressInUse(name)
    case 'pairing':
    case 'link':
      return undefined
  }
}

export function describeDismissal(address: string, cancelled: number): LocalizedText {
  return cancelled === 0 ? peopleMessages.removed(address) : peopleMessages.removedWithTasks(address, cancelled)
}

/** One line for each person, with their addresses and where each comes from. */
export function describePeople(people: KnownPerson[]): string[] {
  return people.map(({ name, role, addresses }) => {
    const addressTexts = addresses.map(({ channel, id, source, isLinked }) => {
      const origin = isLinked && source !== 'link' ? `${source}, linked` : source
      return `${channel}:${id} (${origin})`
    })
    return `${printable(name)}  ${role}  ${addressTexts.join(', ')}`
  })
}

/** Lists people, makes pairing codes and removes addresses, for the page and the command line. */
export function createPeopleAdmin(deps: StopDeps & { wake(): void }) {
  const { db, clock, channels } = deps
  const dismiss = createDismissal(deps)
  const describeObstacle = (address: Address, isAtMachine: boolean) =>
    describeDismissalObstacle(db, address) ?? (isAtMachine ? undefined : describeRemoteObstacle(db, address))
  return {
    /** `isAtMachine`: the request comes from this machine and not from a remote session. */
    list: (isAtMachine: boolean) =>
      listPeople(db).map(({ addresses, ...person }) => ({
        ...person,
        timezone: readPerson(db, person.id).timezone,
        language: readPerson(db, person.id).language,
        addresses: addresses.map((address) => ({ ...address, whyKept: describeObstacle(address, isAtMachine) })),
      })),
    /** Returns a code, and a link that contains it if a channel supports that. */
    pair(role: PairingRole) {
      const invitation = makePairing(db, role, momentOf(clock))
      const [link] = [...channels.values()].flatMap((channel) => channel.startLink?.(invitation.code) ?? [])
      return { ...invitation, link }
    },
    /** Lets somebody use the page in their own name. */
    admitToPage: (guest: PageGuest) => db.transaction(() => givePageAccess(db, guest, clock.now())),
    requests: createAccessRequests(deps),
    /** Where people write to us, besides the page. */
    channels: () => [...channels.keys()].filter((name) => name !== localOwner.channel),
    revoke(address: Address, isAtMachine: boolean): { problem: LocalizedText } | { said: LocalizedText } {
      const problem = describeObstacle(address, isAtMachine)
      if (problem !== undefined) return { problem }
      const dismissed = dismiss(address)
      return 'problem' in dismissed ? dismissed : { said: describeDismissal(addressName(address), dismissed.cancelled) }
    },
  }
}

/** Who is to use the page: somebody we let in, or somebody new with this name. */
export type PageGuest = { person: number } | { name: string }

/**
 * Lets somebody use the page in their own name: they get an address there, which is removed like any other. The owner
 * has one already, and nobody gets the owner's this way. Call it inside a transaction.
 */
export function givePageAccess(db: Database, guest: PageGuest, now: Date): Person | { problem: LocalizedText } {
  const person =
    'name' in guest ? addPerson(db, { name: guest.name, role: 'member' }, now) : findLetIn(db, guest.person)
  if (!person) return { problem: linkMessages.nobody }
  if (person.role === 'owner') return { problem: peopleMessages.ownerHasPage }
  const address = pageAddress(person)
  const current = readAddress(db, address)
  if (current && current.personId !== person.id)
    return { problem: linkMessages.alreadyTheirs(addressName(address), readPerson(db, current.personId).name) }
  if (!current) linkAddress(db, address, person.id, person.name, now, 'pairing')
  return person
}

function findLetIn(db: Database, id: number): Person | undefined {
  return listPeople(db).some((person) => person.id === id) ? readPerson(db, id) : undefined
}
