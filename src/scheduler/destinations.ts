import type { Route } from '../domain/delivery.ts'
import { type ChatId, type Lane, localChat, localOwner, parseChatId, rootLane } from '../domain/ids.ts'
import { type Address, parseAddress } from '../domain/person.ts'
import type { Database } from '../store/database.ts'
import { audienceOf, ensureChat, ensureLane, isPrivateTo, ownChats, routeInto } from '../store/messages/chats.ts'
import { findPerson, ownerId } from '../store/people/people.ts'
import type { Job } from '../store/schedule/jobs.ts'
import type { SchedulerDeps } from './deps.ts'

/** Where a line goes. */
export interface Destination {
  lane: Lane
  route: Route
}

type PlacesDeps = Pick<SchedulerDeps, 'db' | 'clock' | 'reaches' | 'ownThread'>

/** Where the results of a job go, as far as it is known without writing to anybody first. Its owner has always one. */
export function destinationsOf(deps: PlacesDeps, job: Job): Destination[] {
  return chatsOf(deps, job).map((place) => ownThreadOf(deps, job, place) ?? place)
}

/** The conversations that a job belongs to. By mail its results are not written there. */
export function chatsOf(deps: PlacesDeps, job: Job): Destination[] {
  const named = job.destinations.flatMap((destination) => placeNamed(deps.db, job, destination) ?? [])
  return named.length > 0 ? named : homeOf(deps, job)
}

/** One for all runs of the job. */
function ownThreadOf({ db, clock, ownThread }: PlacesDeps, job: Job, { route }: Destination): Destination | undefined {
  const own = ownThread?.(route, { title: job.name, key: `job ${job.id}` })
  if (!own) return undefined
  const { chat, facts } = own.route
  if (audienceOf(db, chat) === undefined) {
    const personId = findPerson(db, own.to)?.id
    ensureChat(db, { id: chat, title: job.name, audience: 'private', owner: own.to, personId, facts }, clock.now())
    ensureLane(db, rootLane(chat), chat)
  }
  return { lane: rootLane(chat), route: own.route }
}

/** Those whom we have to write to first. */
export function addressesOf(db: Database, job: Job): Address[] {
  return job.destinations.flatMap((destination) =>
    placeNamed(db, job, destination) ? [] : (parseAddress(destination) ?? []),
  )
}

/** What the configuration names is the owner's to say. */
function placeNamed(db: Database, { source, personId }: Job, destination: string): Destination | undefined {
  const chat = parseChatId(destination)
  if (!chat || audienceOf(db, chat) === undefined) return undefined
  if (source === 'person' && personId !== ownerId(db) && !isTheirs(db, chat, personId)) return undefined
  return { lane: rootLane(chat), route: routeInto(db, chat) }
}

/**
 * Where it was made; else where its person wrote last and nobody else reads along; else, for the owner, a chat made for
 * it. What is a member's is not told on the owner's page.
 */
function homeOf(deps: PlacesDeps, { chat, lane, route, personId }: Job): Destination[] {
  const isHome = chat !== null && deps.reaches(chat) && isTheirs(deps.db, chat, personId)
  if (isHome && lane !== null && route !== null) return [{ lane, route }]
  const last = ownChats(deps.db, personId).findLast((own) => deps.reaches(own))
  if (last) return [{ lane: rootLane(last), route: routeInto(deps.db, last) }]
  return personId === ownerId(deps.db) ? [ownPlace(deps, personId)] : []
}

/** A chat with somebody who has its address no more is nobody's to be written to. */
function isTheirs(db: Database, chat: ChatId, personId: number): boolean {
  return audienceOf(db, chat) === 'group' || isPrivateTo(db, chat, personId)
}

/** On the local page, where the owner reads everything. */
function ownPlace({ db, clock }: PlacesDeps, personId: number): Destination {
  const chat = localChat('scheduled')
  const ours = { audience: 'private', owner: localOwner, personId } as const
  ensureChat(db, { id: chat, title: 'Scheduled', ...ours }, clock.now())
  ensureLane(db, rootLane(chat), chat)
  return { lane: rootLane(chat), route: { chat } }
}

/** As an answer to nothing: what asked for the job was answered when it was made. */
export function homeRoute(route: Route): Route {
  const home = { ...route }
  delete home.replyTo
  return home
}
