import type { Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { recordEvent } from '../work/tasks.ts'

const SKILL_READ = 'skill read'

export function recordSkillRead(db: Database, taskId: number, name: string, at: Date): void {
  recordEvent(db, taskId, SKILL_READ, name, at)
}

/** The skills that models have read in the present conversation of a lane, since its last new start. */
export function skillsReadIn(db: Database, lane: Lane): string[] {
  return db
    .statement(
      `SELECT DISTINCT data FROM task_event JOIN task ON task.id = task_event.task_id
       WHERE task_event.kind = @kind AND task.lane = @lane
         AND task_event.at >= (SELECT max(started_at) FROM conversation WHERE lane = @lane)
         AND task_event.at > (SELECT ifnull(new_at, 0) FROM lane WHERE key = @lane)`,
    )
    .pluck()
    .all({ kind: SKILL_READ, lane }) as string[]
}
