import type { Answer, Api } from '../../../api.ts'
import type { ListedAddress, Pairing, People } from '../../../wire/people-wire.ts'

export interface PeopleCalls {
  read(): Promise<Answer<People>>
  pair(role: Pairing['role']): Promise<Answer<Pairing>>
  /** Resolves with who is left. */
  dismiss(at: Pick<ListedAddress, 'channel' | 'id'>): Promise<Answer<People>>
}

export function peopleCalls({ get, post }: Pick<Api, 'get' | 'post'>): PeopleCalls {
  return {
    read: () => get('/api/people'),
    pair: (role) => post('/api/people/pair', { role }),
    dismiss: ({ channel, id }) => post('/api/people/dismiss', { channel, id }),
  }
}
