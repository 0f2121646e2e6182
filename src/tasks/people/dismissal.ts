import { type Address, addressName } from '../../domain/person.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Database } from '../../store/database.ts'
import { chatsWith } from '../../store/messages/chats.ts'
import { findPerson, forgetAddress, listPeople, readAddress } from '../../store/people/people.ts'
import { dropOpen } from '../../store/work/outbox.ts'
import { endTasks, liveOf, type Task } from '../../store/work/tasks.ts'
import type { StopDeps } from '../run/stop.ts'
import { showState } from '../say/task-ends.ts'

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
export function whyNotFromElsewhere(db: Database, at: Address): LocalizedText | undefined {
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
