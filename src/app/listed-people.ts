import type { Config } from '../config/config.ts'
import type { Person } from '../domain/person.ts'
import { admitListed } from '../tasks/people/listed-people.ts'
import type { Road } from '../tasks/road.ts'

/** Whom the lists of the configuration name; whom they do not name any more has no say in anything. */
export function introducePeople({ db, clock, log }: Road, { telegram }: Config, owner: Person): void {
  const lists = { owners: telegram.ownerIds.map(String), members: telegram.memberIds.map(String) }
  const gone = db.transaction(() => admitListed(db, owner, { channel: 'telegram', ...lists }, clock.now()))
  if (gone.length > 0) log.info({ ids: gone.map(({ id }) => id) }, 'not let in on telegram any more')
}
