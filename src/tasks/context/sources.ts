import type { SourceBlock } from '../../domain/job.ts'
import { factsOf } from '../../domain/task.ts'
import type { PastMessage } from '../../gateway/past.ts'
import { repliedBy } from '../../gateway/question.ts'
import type { Database } from '../../store/database.ts'
import { runOfTask, sourcesOfMessage } from '../../store/schedule/runs.ts'
import type { Task } from '../../store/work/tasks.ts'

/** What was gathered for a task, or what the line that it answers a reply to was written from. */
export function sourcesFor(db: Database, task: Task, messages: PastMessage[]): SourceBlock[] | undefined {
  if (factsOf(task.kind).work === 'background') return runOfTask(db, task.id)?.run.sources ?? undefined
  const replied = repliedBy({ messages })
  return replied === undefined ? undefined : sourcesOfMessage(db, replied, task.personId)
}
