import type { Config } from '../../../config/config.ts'
import { commandMessages } from '../../../messages/command-messages.ts'
import { clearContext } from '../../../store/messages/chats.ts'
import { describeContext, lastAssembly } from '../../reports/context-report.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

export function createContext({ db }: Pick<Road, 'db'>, config: () => Config): Command {
  return {
    name: 'context',
    usage: '[clear]',
    summary: commandMessages.summaries.context,
    run(args, { lane, now, steady, prefix }) {
      if (args.toLowerCase() === 'clear') {
        clearContext(db, lane, { now, steady })
        return commandMessages.contextCleared
      }
      if (args !== '') return commandMessages.contextUsage(prefix)
      return describeContext(db, lane, lastAssembly(db, lane), config())
    },
  }
}
