import { plainAddress } from '../channels/email/authority/addresses.ts'
import type { Config } from '../config/config.ts'
import type { Person } from '../domain/person.ts'
import { admitListed, type Listed } from '../tasks/people/listed-people.ts'
import type { Road } from '../tasks/road.ts'

/** Whom the lists of the configuration name; whom they do not name any more has no say in anything. */
export function introducePeople({ db, clock, log }: Road, { telegram, talk, email }: Config, owner: Person): void {
  const lists: Listed[] = [
    { channel: 'telegram', owners: telegram.ownerIds.map(String), members: telegram.memberIds.map(String) },
    { channel: 'talk', owners: talk.ownerIds.map(account), members: talk.memberIds.map(account) },
    {
      channel: 'email',
      owners: email.ownerAddresses.map(plainAddress),
      members: email.memberAddresses.map(plainAddress),
    },
  ]
  for (const list of lists) {
    const gone = db.transaction(() => admitListed(db, owner, list, clock.now()))
    const { channel } = list
    if (gone.length > 0) log.info({ channel, ids: gone.map(({ id }) => id) }, 'not let in any more')
  }
}

/** With its kind, as the server names accounts: guests have ids too. */
function account(id: string): string {
  return id.startsWith('users/') ? id : `users/${id}`
}
