import { type Address, addressName } from '../../domain/person.ts'
import { printable } from '../../lib/text/visible.ts'
import { momentOf } from '../../lib/time/clock.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Database } from '../../store/database.ts'
import { chatsWith } from '../../store/messages/chats.ts'
import type { PairingRole } from '../../store/people/pairing.ts'
import { findPerson, forgetAddress, type KnownPerson, listPeople, readAddress } from '../../store/people/people.ts'
import { dropOpen } from '../../store/work/outbox.ts'
import { endTasks, liveOf, type Task } from '../../store/work/tasks.ts'
import type { StopDeps } from '../run/stop.ts'
import { showState } from '../say/task-ends.ts'
import { makePairing } from './pairing.ts'

/** What came of taking an address away: why not, or how many messages are not answered any more. */
export type Dismissed = { problem: LocalizedText } | { cancelled: number }

const REASON = peopleMessages.notLetInAnyMore

/** While the daemon runs: what is under way for them is cut down after the commit. */
export function dismissNow(deps: StopDeps, at: Address, now: Date, after: (effect: () => void) => void): Dismissed {
  const problem = whyNotDismissed(deps.db, at)
  if (problem !== undefined) return { problem }
  const tasks = dismiss(deps.db, at, now)
  const ids = tasks.map(({ id }) => id)
  deps.approvals.withdraw(ids, permissionMessages.notNeeded, now, after)
  after(() => {
    deps.abort(ids)
    for (const task of tasks) showState(deps, task, 'cancelled')
  })
  return { cancelled: ids.length }
}

/** The same from outside of any commit. */
export function createDismissal(deps: StopDeps): (at: Address) => Dismissed {
  return (at) => {
    const effects: (() => void)[] = []
    const dismissed = deps.db.transaction(() =>
      dismissNow(deps, at, deps.clock.now(), (effect) => effects.push(effect)),
    )
    for (const effect of effects) effect()
    return dismissed
  }
}

/**
 * Whoever writes from this address is a stranger again. What they wait for is cancelled and what was to be sent to them
 * is not sent; an answer in a group that others read is theirs too and still goes. Call it inside a transaction.
 */
export function dismiss(db: Database, at: Address, now: Date): Task[] {
  const known = readAddress(db, at)
  if (!known) return []
  const own = chatsWith(db, at)
  forgetAddress(db, at)
  const isElsewhere = listPeople(db).some(({ id }) => id === known.personId)
  const tasks = liveOf(db, known.personId, isElsewhere ? own : undefined)
  endTasks(
    db,
    tasks.map(({ id }) => id),
    'cancelled',
    REASON,
    now,
  )
  dropOpen(db, own, REASON)
  return tasks
}

/** Why a session from elsewhere cannot take this address away: it must not shut the owner out of their other chats. */
export function whyNotFromRemote(db: Database, at: Address): LocalizedText | undefined {
  if (findPerson(db, at)?.role !== 'owner') return undefined
  return peopleMessages.ownersAddress(addressName(at))
}

/** Why an address cannot be taken away from here; undefined when it can. */
export function whyNotDismissed(db: Database, at: Address): LocalizedText | undefined {
  const name = addressName(at)
  switch (readAddress(db, at)?.source) {
    case undefined:
      return peopleMessages.unknownAddress(name)
    case 'configuration':
      return peopleMessages.inConfiguration(name, at.channel)
    case 'daemon':
      return peopleMessages.ownAddress(name)
    case 'pairing':
      return undefined
  }
}

/** What whoever took an address away reads. */
export function describeDismissal(address: string, cancelled: number): LocalizedText {
  return cancelled === 0 ? peopleMessages.removed(address) : peopleMessages.removedWithTasks(address, cancelled)
}

/** One line for each: who they are, and each address with where it came from. */
export function describePeople(people: KnownPerson[]): string[] {
  return people.map(({ name, role, addresses }) => {
    const reached = addresses.map(({ channel, id, source }) => `${channel}:${id} (${source})`)
    return `${printable(name)}  ${role}  ${reached.join(', ')}`
  })
}

/** Who is let in, how somebody else is, and how one is taken out: for whoever acts as the owner outside of a chat. */
export function createPeopleAdmin(deps: StopDeps) {
  const { db, clock, channels } = deps
  const dismiss = createDismissal(deps)
  const whyNot = (at: Address, isAtMachine: boolean) =>
    whyNotDismissed(db, at) ?? (isAtMachine ? undefined : whyNotFromRemote(db, at))
  return {
    /** `isAtMachine`: whoever asks sits at the machine itself. */
    list: (isAtMachine: boolean) =>
      listPeople(db).map(({ addresses, ...person }) => ({
        ...person,
        addresses: addresses.map((at) => ({ ...at, stays: whyNot(at, isAtMachine) })),
      })),
    /** With an address that brings the code along, where a channel knows one. */
    pair(role: PairingRole) {
      const made = makePairing(db, role, momentOf(clock))
      const [link] = [...channels.values()].flatMap((channel) => channel.startLink?.(made.code) ?? [])
      return { ...made, link }
    },
    dismiss(at: Address, isAtMachine: boolean): { problem: LocalizedText } | { said: LocalizedText } {
      const problem = whyNot(at, isAtMachine)
      if (problem !== undefined) return { problem }
      const dismissed = dismiss(at)
      return 'problem' in dismissed ? dismissed : { said: describeDismissal(addressName(at), dismissed.cancelled) }
    },
  }
}
