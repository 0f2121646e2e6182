import { addressName, parseAddress } from '../../domain/person.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { listPeople } from '../../store/people/people.ts'
import { dismissNow, whyNotFromElsewhere } from '../people/dismissal.ts'
import { makePairing } from '../people/pairing.ts'
import { describeDismissal, describePeople } from '../people/people-list.ts'
import type { StopDeps } from '../run/stop.ts'
import type { Command } from './command.ts'

/** Who may talk to us: lets somebody in, tells who is, and sees somebody out. */
export function createPair(deps: StopDeps): Command {
  return {
    name: 'pair',
    usage: commandMessages.usages.pair,
    summary: commandMessages.summaries.pair,
    ownerOnly: true,
    run(args, { person, chat, sender, prefix, now, steady, byPublicDoor, after }) {
      // In a group everybody would read the code, and the first to use it is let in.
      if (!isPrivateTo(deps.db, chat, person.id)) return commandMessages.privateOnly
      const [verb = '', name = ''] = args.split(/\s+/)
      if (verb === 'list')
        return describePeople(listPeople(deps.db))
          .map((line) => `- ${line}`)
          .join('\n')
      if (verb === 'remove') {
        const at = parseAddress(name)
        if (!at) return commandMessages.addressNeeded(prefix, addressName(sender))
        const onlyHere = byPublicDoor ? whyNotFromElsewhere(deps.db, at) : undefined
        if (onlyHere !== undefined) return onlyHere
        const dismissed = dismissNow(deps, at, now, after)
        if ('problem' in dismissed) return dismissed.problem
        return describeDismissal(name, dismissed.cancelled)
      }
      const { code } = makePairing(deps.db, 'member', { now, steady })
      return commandMessages.pairingCode(`${prefix}start ${code}`)
    },
  }
}
