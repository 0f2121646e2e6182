import type { Config } from '../../../config/config.ts'
import { clearContext } from '../../../store/messages/chats.ts'
import { describeContext, lastAssembly } from '../../reports/context-report.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

export function createContext({ db }: Pick<Road, 'db'>, config: () => Config): Command {
  return {
    name: 'context',
    usage: '[clear]',
    summary: 'what the model saw last, in numbers; "clear" hides everything before now from it',
    german: 'was das Modell zuletzt sah, in Zahlen; „clear“ verbirgt alles Bisherige vor ihm',
    run(args, { lane, now, steady }) {
      if (args.toLowerCase() === 'clear') {
        clearContext(db, lane, { now, steady })
        return 'From now on I see nothing of what was said here before. It is kept, and a search still finds it.'
      }
      if (args !== '') return 'Write it alone, or with "clear".'
      return describeContext(db, lane, lastAssembly(db, lane), config())
    },
  }
}
