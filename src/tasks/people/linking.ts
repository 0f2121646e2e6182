// Several addresses of one person.
//   link     gives an address to somebody who has another one. If it was somebody's before, the two people become one.
//   unlink   takes it off again: it goes back to the person it was before, or is a stranger's again
// The owner does both (command line, page), and a person does both for themselves with a code (link-codes.ts).
import { type Address, addressName, type Person, type Role } from '../../domain/person.ts'
import { findZone } from '../../lib/time/zone.ts'
import type { Language } from '../../messages/languages.ts'
import { linkMessages } from '../../messages/link-messages.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import { personMessages } from '../../messages/person-messages.ts'
import type { Database } from '../../store/database.ts'
import { chatsWith } from '../../store/messages/chats.ts'
import { mergePeople, splitAddress } from '../../store/people/linked-people.ts'
import {
  type KnownPerson,
  linkAddress,
  listPeople,
  readAddress,
  readPerson,
  setPersonSettings,
} from '../../store/people/people.ts'
import { closeEpochsIn } from '../../store/recall/epochs.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { StopDeps } from '../run/stop.ts'
import { joinMergedFiles } from './merged-files.ts'
import { abortCancelled, cancelOf, describeRemoteObstacle, dismiss } from './people-admin.ts'

type AfterCommit = (effect: () => void) => void

/** What was done, or why it was not. */
export type LinkResult = { problem: LocalizedText } | { said: LocalizedText; tasks: Task[] }

/** Why an address cannot be linked to a person; undefined if it can. */
export function describeLinkObstacle(db: Database, address: Address, person: Person): LocalizedText | undefined {
  const name = addressName(address)
  const current = readAddress(db, address)
  if (current === undefined) return undefined
  if (current.personId === person.id) return linkMessages.alreadyTheirs(name, person.name)
  if (readPerson(db, current.personId).role === 'owner') return linkMessages.ownersAddress(name)
  // At the next start the configuration would make a member of it again.
  const listed = addressesOf(db, current.personId).find(({ source }) => source === 'configuration')
  return listed && person.role !== 'member'
    ? linkMessages.listedAsMember(addressName(listed), listed.channel)
    : undefined
}

/**
 * Links an address to a person. With an address of somebody else come all of theirs. What they asked and was not answered
 * yet is cancelled, because it was asked with other rights. Call it inside a transaction.
 */
export function link(db: Database, address: Address, person: Person, now: Date): LinkResult {
  const problem = describeLinkObstacle(db, address, person)
  if (problem !== undefined) return { problem }
  const name = addressName(address)
  const before = readAddress(db, address)
  if (before === undefined) {
    linkAddress(db, address, person.id, person.name, now, 'link')
    return { said: linkMessages.linked(name, person.name, person.role), tasks: [] }
  }
  const other = readPerson(db, before.personId)
  const tasks = cancelOf(db, other.id, undefined, now)
  const moved = addressesOf(db, other.id).map(addressName)
  mergePeople(db, other.id, person.id)
  const isSameRole = other.role === person.role
  const said = [
    linkMessages.merged(moved, other.name, person.name),
    ...(isSameRole ? [] : [linkMessages.newRights(person.role)]),
  ]
  return { said: withCancelled(said, tasks), tasks }
}

/** Why a link cannot be removed; undefined if it can. */
export function describeUnlinkObstacle(db: Database, address: Address): LocalizedText | undefined {
  const name = addressName(address)
  const current = readAddress(db, address)
  if (current === undefined) return peopleMessages.unknownAddress(name)
  if (current.source !== 'link' && current.formerPersonId === undefined) return linkMessages.notLinked(name)
  return addressesOf(db, current.personId).length === 1 ? linkMessages.onlyAddress(name) : undefined
}

/** Takes an address off a person again. Call it inside a transaction. */
export function unlink(db: Database, address: Address, now: Date): LinkResult {
  const problem = describeUnlinkObstacle(db, address)
  const current = readAddress(db, address)
  if (problem !== undefined || current === undefined)
    return { problem: problem ?? peopleMessages.unknownAddress(addressName(address)) }
  const { personId, formerPersonId } = current
  const [name, person] = [addressName(address), readPerson(db, personId)]
  if (formerPersonId === undefined) {
    const tasks = dismiss(db, address, now)
    return { said: withCancelled([linkMessages.unlinked(name, person.name)], tasks), tasks }
  }
  const chats = chatsWith(db, address)
  const tasks = cancelOf(db, personId, chats, now)
  // The person's other private chats may have shown what was said in those that go.
  const ownChats = addressesOf(db, personId).flatMap((own) => chatsWith(db, own))
  closeEpochsIn(db, ownChats, 'the address was taken off a person', now)
  splitAddress(db, address, personId, formerPersonId)
  const former = readPerson(db, formerPersonId)
  return { said: withCancelled([linkMessages.split(name, former.name, person.name)], tasks), tasks }
}

function withCancelled(said: LocalizedText[], { length }: Task[]): LocalizedText {
  return joinTexts([...said, ...(length === 0 ? [] : [linkMessages.cancelled(length)])], ' ')
}

function addressesOf(db: Database, personId: number) {
  return listPeople(db).find(({ id }) => id === personId)?.addresses ?? []
}

export interface LinkingDeps extends StopDeps {
  dataDir: string
}

/** In the running daemon: runs of cancelled tasks are aborted and files are joined after the commit. */
export function linkNow(
  deps: LinkingDeps,
  change: (db: Database) => LinkResult,
  now: Date,
  afterCommit: AfterCommit,
): LinkResult {
  const result = change(deps.db)
  if ('problem' in result) return result
  abortCancelled(deps, result.tasks, now, afterCommit)
  afterCommit(() => joinMergedFiles(deps))
  return result
}

/** What the owner changes about a person. Null is what applies to everybody. */
export interface PersonSettings {
  role?: Exclude<Role, 'owner'> | undefined
  timezone?: string | null | undefined
  language?: Language | null | undefined
}

export function setPerson(
  db: Database,
  personId: number,
  { role, timezone, language }: PersonSettings,
  now: Date,
): LinkResult {
  const listed = listPeople(db).find(({ id }) => id === personId)
  if (!listed) return { problem: linkMessages.nobody }
  const problem = role && role !== listed.role ? describeRoleObstacle(listed, role) : undefined
  if (problem) return { problem }
  const zone = typeof timezone === 'string' ? findZone(timezone) : timezone
  if (typeof timezone === 'string' && zone === undefined) return { problem: personMessages.unknownZone(timezone) }
  const settings = {
    ...(zone !== undefined && { timezone: zone }),
    ...(language !== undefined && { language }),
    ...(role !== undefined && { role }),
  }
  if (Object.keys(settings).length > 0) setPersonSettings(db, personId, settings)
  const person = readPerson(db, personId)
  // What they asked with other rights is not answered with the new ones.
  const tasks = person.role === listed.role ? [] : cancelOf(db, personId, undefined, now)
  const shown = { zone: person.timezone ?? 'default', language: person.language ?? 'default' }
  return { said: withCancelled([personMessages.settings(person.name, person.role, shown)], tasks), tasks }
}

/** The role of the owner never changes. The configuration makes a member of everybody it lists. */
function describeRoleObstacle({ role, addresses }: KnownPerson, wanted: Role): LocalizedText | undefined {
  if (role === 'owner') return personMessages.ownerStays
  const listed = addresses.find(({ source }) => source === 'configuration')
  return listed && wanted !== 'member' ? linkMessages.listedAsMember(addressName(listed), listed.channel) : undefined
}

/** Links addresses for the owner, from the page and the command line. `isAtMachine`: not from a remote session. */
export function createLinking(deps: LinkingDeps) {
  const { db, clock } = deps
  function change(make: (now: Date) => LinkResult): { problem: LocalizedText } | { said: LocalizedText } {
    const effects: (() => void)[] = []
    const now = clock.now()
    const result = db.transaction(() =>
      linkNow(
        deps,
        () => make(now),
        now,
        (effect) => effects.push(effect),
      ),
    )
    for (const effect of effects) effect()
    return 'problem' in result ? result : { said: result.said }
  }
  return {
    link(address: Address, personId: number, isAtMachine = true) {
      const person = listPeople(db).find(({ id }) => id === personId)
      if (!person) return { problem: linkMessages.nobody }
      if (person.role === 'owner' && !isAtMachine) return { problem: linkMessages.atMachineOnly }
      return change((now) => link(db, address, readPerson(db, personId), now))
    },
    unlink(address: Address, isAtMachine = true) {
      const refusal = isAtMachine ? undefined : describeRemoteObstacle(db, address)
      return refusal ? { problem: refusal } : change((now) => unlink(db, address, now))
    },
    set: (personId: number, settings: PersonSettings) => change((now) => setPerson(db, personId, settings, now)),
  }
}
