import { printable } from '../../lib/text/visible.ts'
import type { KnownPerson } from '../../store/people/people.ts'

/** What whoever took an address away reads. */
export function describeDismissal(address: string, cancelled: number): string {
  const asked = cancelled === 0 ? '' : ` What they had asked and I had not answered is cancelled (${cancelled}).`
  return `Whoever writes from ${address} is a stranger now.${asked}`
}

/** One line for each: who they are, and each address with where it came from. */
export function describePeople(people: KnownPerson[]): string[] {
  return people.map(({ name, role, addresses }) => {
    const reached = addresses.map(({ channel, id, source }) => `${channel}:${id} (${source})`)
    return `${printable(name)}  ${role}  ${reached.join(', ')}`
  })
}
