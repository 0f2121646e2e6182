import { startAnew } from '../../store/chats.ts'
import type { Command } from '../commands.ts'
import type { Road } from '../road.ts'

export function createNew({ db }: Pick<Road, 'db'>): Command {
  return {
    name: 'new',
    summary: 'begin a new conversation here; nothing is forgotten',
    run(_args, { lane, now, steady }) {
      startAnew(db, lane, { now, steady })
      return {
        text: 'A new conversation begins. What came before is kept and can still be found.',
        buttons: [{ label: 'Go on after all', data: 'continue' }],
      }
    },
  }
}
