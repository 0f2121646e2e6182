import { and, eq } from 'drizzle-orm'
import { type ChannelName, localOwner } from '../../domain/ids.ts'
import { type Address, type AddressSource, type Person, pageAddress, type Role } from '../../domain/person.ts'
import type { Language } from '../../messages/languages.ts'
import type { Database } from '../database.ts'
import { address, person } from '../schema/schema.ts'

/**
 * The person who runs the daemon; created at the first start and reachable on the local page. Without a configured name
 * they keep their old one, or are called "owner".
 */
export function ensureOwner(db: Database, name: string | undefined, now: Date): Person {
  return db.transaction(() => {
    const found = findOwner(db)
    const called = name ?? found?.name ?? 'Owner'
    if (found?.name === called) return found
    const owner = found ?? addPerson(db, { name: called, role: 'owner' }, now)
    db.orm.update(person).set({ name: called }).where(eq(person.id, owner.id)).run()
    linkAddress(db, localOwner, owner.id, called, now)
    return { ...owner, name: called }
  })
}

export function findOwner(db: Database): Person | undefined {
  const row = db.orm.select().from(person).where(eq(person.role, 'owner')).get()
  return row && toPerson(row)
}

/** The owner exists from the first start on. */
export function ownerId(db: Database): number {
  const id = db.statement(`SELECT id FROM person WHERE role = 'owner'`).pluck().get() as number | undefined
  if (id === undefined) throw new Error('there is no owner yet')
  return id
}

export function addPerson(db: Database, values: { name: string; role: Person['role'] }, now: Date): Person {
  return toPerson(
    db.orm
      .insert(person)
      .values({ ...values, createdAt: now.getTime() })
      .returning()
      .get(),
  )
}

export function linkAddress(
  db: Database,
  at: Address,
  personId: number,
  name: string,
  now: Date,
  source: AddressSource = 'daemon',
): void {
  db.orm
    .insert(address)
    .values({ channel: at.channel, remoteId: at.id, personId, name, source, createdAt: now.getTime() })
    .onConflictDoUpdate({ target: [address.channel, address.remoteId], set: { personId, name, source } })
    .run()
}

/** Removes the address completely: whoever writes from it next is new to us. */
export function forgetAddress(db: Database, at: Address): void {
  db.orm
    .delete(address)
    .where(and(eq(address.channel, at.channel), eq(address.remoteId, at.id)))
    .run()
}

/** An address that belongs to somebody. */
export interface KnownAddress extends Address {
  source: AddressSource
  /** It was linked to them later, so the link can be removed. */
  isLinked?: true
}

export interface KnownPerson extends Pick<Person, 'id' | 'name' | 'role'> {
  addresses: KnownAddress[]
}

/** Everybody we let in with their addresses, the owner first. */
export function listPeople(db: Database): KnownPerson[] {
  const people = new Map<number, KnownPerson>()
  for (const row of db.statement(everybody).all() as ListedRow[]) {
    const { id, name, role, channel, remoteId, source, isLinked } = row
    const entry = people.get(id) ?? { id, name, role, addresses: [] }
    entry.addresses.push({ channel, id: remoteId, source, ...(isLinked === 1 && { isLinked: true }) })
    people.set(id, entry)
  }
  return [...people.values()]
}

/** The ids of the owner's accounts on a channel. */
export function ownAccounts(db: Database, channel: ChannelName): string[] {
  const addresses = listPeople(db).flatMap((person) => (person.role === 'owner' ? person.addresses : []))
  return addresses.filter((address) => address.channel === channel).map(({ id }) => id)
}

// A person from the configuration is only an address; the title of their chat is what they call themselves.
const everybody = `SELECT person.id, role, address.channel, remote_id AS remoteId, source,
    source = 'link' OR former_person_id IS NOT NULL AS isLinked,
    iif(source = 'configuration' AND role <> 'owner', coalesce((SELECT title FROM chat WHERE audience = 'private'
      AND chat.channel = address.channel AND owner_address = remote_id ORDER BY created_at LIMIT 1), person.name), person.name) AS name
  FROM person JOIN address ON address.person_id = person.id
  ORDER BY role <> 'owner', person.id, address.rowid`

type ListedRow = Pick<KnownPerson, 'id' | 'name' | 'role'> & {
  channel: ChannelName
  remoteId: string
  source: AddressSource
  isLinked: 0 | 1
}

export function readAddress(
  db: Database,
  { channel, id }: Address,
): (Omit<KnownAddress, 'isLinked'> & { personId: number; formerPersonId: number | undefined }) | undefined {
  const row = db.orm
    .select()
    .from(address)
    .where(and(eq(address.channel, channel), eq(address.remoteId, id)))
    .get()
  if (row?.personId == null) return undefined
  const { personId, source, formerPersonId } = row
  return { channel, id, source, personId, formerPersonId: formerPersonId ?? undefined }
}

/** A prepared statement, because this runs for every message. */
export function findPerson(db: Database, at: Address): Person | undefined {
  const id = db
    .statement('SELECT person_id FROM address WHERE channel = ? AND remote_id = ?')
    .pluck()
    .get(at.channel, at.id) as number | null | undefined
  if (id === null || id === undefined) return undefined
  const row = db.statement('SELECT id, name, role, timezone, language FROM person WHERE id = ?').get(id)
  return row === undefined ? undefined : toPerson(row as PersonRow)
}

export function readPerson(db: Database, id: number): Person {
  const row = db.orm.select().from(person).where(eq(person.id, id)).get()
  if (!row) throw new Error(`no person ${id}`)
  return toPerson(row)
}

/** Somebody who may sign in to the page; undefined if there is no such person, or if they have no address there. */
export function findPageUser(db: Database, id: number): Person | undefined {
  const row = db.statement('SELECT id, name, role, timezone, language FROM person WHERE id = ?').get(id)
  const found = row === undefined ? undefined : toPerson(row as PersonRow)
  return found && findPerson(db, pageAddress(found))?.id === id ? found : undefined
}

/** The time zone and the language that belong to the person; null for what applies to everybody. And their role. */
export function setPersonSettings(
  db: Database,
  id: number,
  settings: { timezone?: string | null; language?: Language | null; role?: Exclude<Role, 'owner'> },
): void {
  db.orm.update(person).set(settings).where(eq(person.id, id)).run()
}

/** Whether the person still has an address. */
export function isLetIn(db: Database, personId: number): boolean {
  return db.statement('SELECT 1 FROM address WHERE person_id = ? LIMIT 1').pluck().get(personId) === 1
}

/** Whether this address was already told that we do not know it. */
export function isKnownStranger(db: Database, at: Address): boolean {
  const found = db.statement('SELECT 1 FROM address WHERE channel = ? AND remote_id = ? AND person_id IS NULL').pluck()
  return found.get(at.channel, at.id) === 1
}

export function rememberStranger(db: Database, at: Address, name: string, now: Date): void {
  db.orm
    .insert(address)
    .values({ channel: at.channel, remoteId: at.id, personId: null, name, createdAt: now.getTime() })
    .onConflictDoNothing()
    .run()
}

type PersonRow = Pick<typeof person.$inferSelect, 'id' | 'name' | 'role' | 'timezone' | 'language'>

function toPerson(row: PersonRow): Person {
  const { id, name, role, timezone, language } = row
  return { id, name, role, timezone: timezone ?? undefined, language: language ?? undefined }
}
