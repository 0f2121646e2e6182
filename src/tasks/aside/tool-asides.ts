import type { Config } from '../../config/config.ts'
import { momentOf } from '../../lib/time/clock.ts'
import { textIn } from '../../messages/localized.ts'
import { readPerson } from '../../store/people/people.ts'
import { readTask } from '../../store/work/tasks.ts'
import type { Asides } from '../../tools/aside.ts'
import type { TaskDeps } from '../task-deps.ts'
import { beginAside, describeAsideLimit } from './aside.ts'

/** Work beside the chat as a model begins it on behalf of its person. */
export function createToolAsides(deps: TaskDeps, config: () => Pick<Config, 'brain'>): Asides {
  const { db, clock } = deps
  const replyTo = (task: number) => {
    const found = readTask(db, task)
    return found?.kind === 'reply' ? found : undefined
  }
  return {
    mayBegin: ({ task }) => config().brain.asides && replyTo(task) !== undefined,
    begin({ task, person: { id } }, what) {
      const running = replyTo(task)
      if (!running || !config().brain.asides) return 'Only an answer in a chat can begin work beside it.'
      const moment = momentOf(clock)
      return db.transaction(() => {
        const person = readPerson(db, id)
        const limit = describeAsideLimit(deps, person, moment.steady)
        if (limit) return `Nothing was begun. ${textIn(limit, 'en')}`
        const number = beginAside(deps, { ...running, person }, { instruction: what }, moment)
        return `Begun as task ${number}. They were told; its result will be sent here. Do not do that work in this answer.`
      })
    },
  }
}
