import { goOnAfterAll } from '../../store/chats.ts'
import type { Command } from '../commands.ts'
import type { Road } from '../road.ts'

export function createContinue({ db }: Pick<Road, 'db'>): Command {
  return {
    name: 'continue',
    summary: 'go on with the conversation before, however long ago it was',
    run(_args, { lane, now }) {
      goOnAfterAll(db, lane, now)
      return 'We go on where we were.'
    },
  }
}
