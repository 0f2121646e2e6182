import type { Api, ApiResult } from '../../../api.ts'
import type { ListedAddress, ListedPerson, Pairing, People, SignInLink } from '../../../wire/people-wire.ts'

/** The requests of the list of people. Changes resolve with the updated list. */
export interface PeopleCalls {
  read(): Promise<ApiResult<People>>
  pair(role: Pairing['role']): Promise<ApiResult<Pairing>>
  revoke(at: AddressId): Promise<ApiResult<People>>
  link(at: AddressId, person: Pick<ListedPerson, 'id'>): Promise<ApiResult<People>>
  unlink(at: AddressId): Promise<ApiResult<People>>
  set(person: number, settings: PersonChange): Promise<ApiResult<People>>
  /** A sign-in link for somebody we know, or for a new member with this name. */
  invite(guest: { person: number } | { name: string }): Promise<ApiResult<SignInLink & { name: string }>>
  decide(decision: 'allow' | 'refuse', at: AddressId): Promise<ApiResult<People>>
}

type AddressId = Pick<ListedAddress, 'channel' | 'id'>

/** Null is what applies to everybody. */
export interface PersonChange {
  role?: 'member' | 'guest'
  timezone: string | null
  language: 'en' | 'de' | null
}

export function peopleCalls({ get, post }: Pick<Api, 'get' | 'post'>): PeopleCalls {
  const idOf = ({ channel, id }: AddressId) => ({ channel, id })
  return {
    read: () => get('/api/people'),
    pair: (role) => post('/api/people/pair', { role }),
    revoke: (at) => post('/api/people/revoke', idOf(at)),
    link: (at, person) => post('/api/people/link', { ...idOf(at), person: person.id }),
    unlink: (at) => post('/api/people/unlink', idOf(at)),
    set: (person, settings) => post('/api/people/set', { person, ...settings }),
    invite: (guest) => post('/api/people/page-link', guest),
    decide: (decision, at) => post(`/api/people/requests/${decision}`, idOf(at)),
  }
}
