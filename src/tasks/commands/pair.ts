import { makeChatId } from '../../domain/ids.ts'
import type { Database } from '../../store/database.ts'
import type { Command } from '../commands.ts'
import { makePairing } from '../pairing.ts'

export function createPair(db: Database): Command {
  return {
    name: 'pair',
    summary: 'make a code that lets somebody in',
    ownerOnly: true,
    run(_args, { chat, sender, now }) {
      // In a group everybody would read the code, and the first to use it is let in.
      if (chat !== makeChatId(sender.channel, sender.id) && sender.channel !== 'web')
        return 'Ask me for a code where nobody else reads along.'
      const { code } = makePairing(db, 'member', now)
      return `Whoever sends me \`/start ${code}\` in a private chat within 15 minutes is let in. It works once.`
    },
  }
}
