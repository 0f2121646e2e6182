import type { ToolAccess, Turn } from '../spawner/spawner.ts'
import type { Database } from '../store/database.ts'
import { findOpenEpoch } from '../store/epochs.ts'
import { readPerson } from '../store/people.ts'
import { readTask } from '../store/tasks.ts'
import type { Passes } from '../tools/passes.ts'
import type { Scope } from '../tools/tool.ts'
import { lowestTrust } from './epoch-rules.ts'

/** Joins a brain's processes to the tools: each pass is bound to what its running task may see. */
export function createToolAccess(db: Database, passes: Passes, url: string): ToolAccess {
  return {
    url,
    issue() {
      const pass = passes.issue()
      return { ...pass, bind: (turn) => pass.bind(scopeOf(db, turn)) }
    },
  }
}

/** From the stored task, never from anything a process or a model said. */
function scopeOf(db: Database, turn: Turn): Scope {
  const task = readTask(db, turn.task)
  if (!task) throw new Error(`no task ${turn.task}`)
  const person = readPerson(db, task.personId)
  const epoch = findOpenEpoch(db, task.lane)
  return {
    task: task.id,
    chat: task.chat,
    lane: task.lane,
    person: { id: person.id, role: person.role },
    trust: lowestTrust([person.role, ...(epoch ? [epoch.trust] : [])]),
  }
}
