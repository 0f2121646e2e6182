import { type Address, addressName } from '../../domain/person.ts'
import { momentOf } from '../../lib/time/clock.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import type { PairingRole } from '../../store/people/pairing.ts'
import { listPeople } from '../../store/people/people.ts'
import type { StopDeps } from '../run/stop.ts'
import { createDismissal, whyNotDismissed, whyNotFromElsewhere } from './dismissal.ts'
import { makePairing } from './pairing.ts'
import { describeDismissal } from './people-list.ts'

/** Who is let in, how somebody else is, and how one is taken out: for whoever acts as the owner outside of a chat. */
export function createPeopleDoor(deps: StopDeps) {
  const { db, clock, channels } = deps
  const dismiss = createDismissal(deps)
  const whyNot = (at: Address, isAtMachine: boolean) =>
    whyNotDismissed(db, at) ?? (isAtMachine ? undefined : whyNotFromElsewhere(db, at))
  return {
    /** `isAtMachine`: whoever asks sits at the machine itself. */
    list: (isAtMachine: boolean) =>
      listPeople(db).map(({ addresses, ...person }) => ({
        ...person,
        addresses: addresses.map((at) => ({ ...at, stays: whyNot(at, isAtMachine) })),
      })),
    /** With an address that brings the code along, where a channel knows one. */
    pair(role: PairingRole) {
      const made = makePairing(db, role, momentOf(clock))
      const [link] = [...channels.values()].flatMap((channel) => channel.startLink?.(made.code) ?? [])
      return { ...made, link }
    },
    dismiss(at: Address, isAtMachine: boolean): { problem: LocalizedText } | { said: LocalizedText } {
      const problem = whyNot(at, isAtMachine)
      if (problem !== undefined) return { problem }
      const dismissed = dismiss(at)
      return 'problem' in dismissed ? dismissed : { said: describeDismissal(addressName(at), dismissed.cancelled) }
    },
  }
}
