import { addressName, parseAddress } from '../../domain/person.ts'
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
    usage: '[list | remove address]',
    summary: 'make a code that lets somebody in; see who is, or take somebody out',
    german: 'einen Code machen, der jemanden einlässt',
    ownerOnly: true,
    run(args, { person, chat, sender, prefix, now, steady, byPublicDoor, after }) {
      // In a group everybody would read the code, and the first to use it is let in.
      if (!isPrivateTo(deps.db, chat, person.id)) return 'Ask me for that where nobody else reads along.'
      const [verb = '', name = ''] = args.split(/\s+/)
      if (verb === 'list')
        return describePeople(listPeople(deps.db))
          .map((line) => `- ${line}`)
          .join('\n')
      if (verb === 'remove') {
        const at = parseAddress(name)
        if (!at) return `Name the address as ${prefix}pair list shows it, such as ${addressName(sender)}.`
        const onlyHere = byPublicDoor ? whyNotFromElsewhere(deps.db, at) : undefined
        if (onlyHere !== undefined) return onlyHere
        const dismissed = dismissNow(deps, at, now, after)
        if ('problem' in dismissed) return dismissed.problem
        return describeDismissal(name, dismissed.cancelled)
      }
      const { code } = makePairing(deps.db, 'member', { now, steady })
      return `Whoever sends me \`${prefix}start ${code}\` in a private chat within 15 minutes is let in. It works once.`
    },
  }
}
