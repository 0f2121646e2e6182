import type { Route } from '../domain/delivery.ts'
import { type ChatId, type Lane, localChat, localOwner, parseChatId, rootLane } from '../domain/ids.ts'
import { type Address, parseAddress } from '../domain/person.ts'
import type { Database } from '../store/database.ts'
import { audienceOf, ensureChat, ensureLane, isPrivateTo, ownChats, routeInto } from '../store/messages/chats.ts'
import { findPerson, ownerId } from '../store/people/people.ts'
import type { Job } from '../store/schedule/jobs.ts'
import type { SchedulerDeps } from './deps.ts'

/** Where a message goes. */
export interface Destination {
  lane: Lane
  route: Route
}

type DestinationDeps = Pick<SchedulerDeps, 'db' | 'clock' | 'reaches' | 'ownThread'>

/** The chats that get the results of a job, as far as they exist. There is always one for the person of the job. */
export function destinationsOf(deps: DestinationDeps, job: Job): Destination[] {
  return chatsOf(deps, job).map((place) => openOwnThread(deps, job, place) ?? place)
}

/** The conversations that a job belongs to. Its results by mail go to a thread of their own instead. */
export function chatsOf(deps: DestinationDeps, job: Job): Destination[] {
  const destinations = job.destinations.flatMap((destination) => findDestination(deps.db, job, destination) ?? [])
  return destinations.length > 0 ? destinations : homeOf(deps, job)
}

/** All runs of the job share it. */
function openOwnThread(
  { db, clock, ownThread }: DestinationDeps,
  job: Job,
  { route }: Destination,
): Destination | undefined {
  const thread = ownThread?.(route, { title: job.name, key: `job ${job.id}` })
  if (!thread) return undefined
  const { chat, facts } = thread.route
  if (audienceOf(db, chat) === undefined) {
    const personId = findPerson(db, thread.to)?.id
    ensureChat(db, { id: chat, title: job.name, audience: 'private', owner: thread.to, personId, facts }, clock.now())
    ensureLane(db, rootLane(chat), chat)
  }
  return { lane: rootLane(chat), route: thread.route }
}

/** The addresses without a chat, which we have to write to first. */
export function addressesOf(db: Database, job: Job): Address[] {
  return job.destinations.flatMap((destination) =>
    findDestination(db, job, destination) ? [] : (parseAddress(destination) ?? []),
  )
}

/** Jobs from the configuration may name any destination, because the owner wrote them. */
function findDestination(db: Database, { source, personId }: Job, destination: string): Destination | undefined {
  const chat = parseChatId(destination)
  if (!chat || audienceOf(db, chat) === undefined) return undefined
  if (source === 'person' && personId !== ownerId(db) && !isReadableBy(db, chat, personId)) return undefined
  return { lane: rootLane(chat), route: routeInto(db, chat) }
}

/**
 * The chat where the job was created; otherwise the private chat where its person wrote last; otherwise, for the owner, a
 * new chat on the local page. Results of a member's job are never shown on the owner's page.
 */
function homeOf(deps: DestinationDeps, { chat, lane, route, personId }: Job): Destination[] {
  const isHome = chat !== null && deps.reaches(chat) && isReadableBy(deps.db, chat, personId)
  if (isHome && lane !== null && route !== null) return [{ lane, route }]
  const last = ownChats(deps.db, personId).findLast((thread) => deps.reaches(thread))
  if (last) return [{ lane: rootLane(last), route: routeInto(deps.db, last) }]
  return personId === ownerId(deps.db) ? [openScheduledChat(deps, personId)] : []
}

/** A private chat can be used only while its person still has the address. */
function isReadableBy(db: Database, chat: ChatId, personId: number): boolean {
  return audienceOf(db, chat) === 'group' || isPrivateTo(db, chat, personId)
}

/** A chat on the local page, where the owner reads everything. */
function openScheduledChat({ db, clock }: DestinationDeps, personId: number): Destination {
  const chat = localChat('scheduled')
  const ownership = { audience: 'private', owner: localOwner, personId } as const
  ensureChat(db, { id: chat, title: 'Scheduled', ...ownership }, clock.now())
  ensureLane(db, rootLane(chat), chat)
  return { lane: rootLane(chat), route: { chat } }
}

/** The route without the message it replies to, because that message was answered when the job was created. */
export function homeRoute(route: Route): Route {
  const home = { ...route }
  delete home.replyTo
  return home
}
