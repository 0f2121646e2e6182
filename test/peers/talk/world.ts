import type { Accounts, User } from './accounts/accounts.ts'
import type { Homes, Share } from './files/homes.ts'
import type { Release } from './server/version.ts'

/** Who did something. Only `users` have an account here. */
export interface Actor {
  type: 'users' | 'guests' | 'emails' | 'federated_users' | 'bots' | 'bridged' | 'deleted_users'
  id: string
  name: string
}

export type RichObject = { type: string; id: string; name: string } & Record<string, unknown>

/** One row of the chat, with everything that ever happened to it. */
export interface Comment {
  id: number
  actor: Actor
  /** Seconds. */
  at: number
  kind: 'comment' | 'system' | 'command' | 'deleted'
  /** The raw text of a comment; for a system row, its sentence. */
  text: string
  /** The name of a system row, such as `user_added`. */
  system: string
  /** What a system row speaks of besides its actor. */
  about: Record<string, RichObject>
  referenceId: string
  parent?: Comment
  /** Seconds, or 0. */
  expiresAt: number
  file?: { share: Share; voice: boolean; caption: string }
  object?: RichObject
  deletedBy?: Actor
  edited?: { by: Actor; at: number }
  /** By emoji, by who gave it. */
  reactions: Map<string, Map<string, { actor: Actor; at: number; row: Comment }>>
  /** The root of the reply chain or thread this belongs to. */
  threadId: number
  silent: boolean
  /** An id that is taken, and a row that is not there yet: its transaction is still open. */
  isHeld: boolean
  /** The webhook bot that wrote it goes by its full name only in the chat. */
  botName?: string
}

export interface Attendee {
  id: number
  actor: Actor
  /** 1 owner, 2 moderator, 3 user, 4 guest. */
  type: number
  lastRead: number
  lastMention: number
  lastDirectMention: number
  /** Own permissions, 0 for those of everybody. */
  permissions: number
  isArchived: boolean
  isFavorite: boolean
}

/** 1 one-to-one, 2 group, 3 public, 4 changelog, 5 former one-to-one, 6 note to self. */
export type RoomType = 1 | 2 | 3 | 4 | 5 | 6

export interface Room {
  id: number
  token: string
  type: RoomType
  name: string
  description: string
  isReadOnly: boolean
  hasLobby: boolean
  expiration: number
  callSince: number
  lastActivity: number
  lastMessage: Comment | undefined
  comments: Comment[]
  attendees: Attendee[]
  threads: Map<number, { title: string }>
  /** The two people of a one-to-one, also of one that somebody left. */
  pair: User[]
  bots: Set<number>
  isGone: boolean
}

export interface World {
  /** By the clock of the server, which may be off. */
  now(): Date
  release: Release
  accounts: Accounts
  homes: Homes
  rooms: Map<string, Room>
  /** How the address of this server is written in links. */
  origin(): string
  nextId(kind: string): number
  /** The newest id of a kind. */
  lastId(kind: string): number
  seconds(): number
  /** Something changed in a room: polls that wait look again. */
  changed(room: Room): void
  /** A row was written, and those beside the polls are told. */
  written: ((room: Room, row: Comment) => void)[]
  watch(room: Room, look: () => void): () => void
  /** How many polls wait in a room, or in all of them. */
  waiting(room?: Room): number
}

export function keyOf(actor: Actor): string {
  return `${actor.type}/${actor.id}`
}

export function attendeeOf(room: Room, actor: Actor): Attendee | undefined {
  return room.attendees.find((attendee) => keyOf(attendee.actor) === keyOf(actor))
}

export function isModerator(attendee: Attendee): boolean {
  return attendee.type <= 2
}

/** The rows that exist: an open transaction is seen by nobody. */
export function rowsOf(room: Room): Comment[] {
  return room.comments.filter((row) => !row.isHeld)
}

export function findRow(room: Room, id: number): Comment | undefined {
  return rowsOf(room).find((row) => row.id === id)
}
