import { printable } from '../../lib/text/visible.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import type { KnownPerson } from '../../store/people/people.ts'

/** What whoever took an address away reads. */
export function describeDismissal(address: string, cancelled: number): LocalizedText {
  return cancelled === 0 ? peopleMessages.removed(address) : peopleMessages.removedWithTasks(address, cancelled)
}

/** One line for each: who they are, and each address with where it came from. */
export function describePeople(people: KnownPerson[]): string[] {
  return people.map(({ name, role, addresses }) => {
    const reached = addresses.map(({ channel, id, source }) => `${channel}:${id} (${source})`)
    return `${printable(name)}  ${role}  ${reached.join(', ')}`
  })
}
