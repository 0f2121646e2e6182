import type { Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

/** SQL condition on the id of a line: it belongs to a version that is not the chosen one. */
export const isOnOtherBranch = (id: string) =>
  `EXISTS (SELECT 1 FROM branch_message AS line_branch JOIN branch AS own_branch ON own_branch.id = line_branch.branch_id
    WHERE line_branch.message_id = ${id} AND NOT own_branch.shown)`

/** The lines among these that belong to a version that is not the chosen one. */
export function linesOnOtherBranches(db: Database, ids: number[]): Set<number> {
  const found = db.statement(`SELECT value FROM json_each(?) WHERE ${isOnOtherBranch('value')}`)
  return new Set(found.pluck().all(JSON.stringify(ids)) as number[])
}

/** A new line continues the chosen version. */
export function joinChosenBranch(db: Database, id: number, lane: Lane): void {
  const branch = db.statement(CHOSEN_END).pluck().get(lane) as number | undefined
  if (branch !== undefined)
    db.statement('INSERT INTO branch_message (message_id, branch_id) VALUES (?, ?)').run(id, branch)
}

/** The last branch of the chosen path. */
const CHOSEN_END = `SELECT id FROM branch WHERE lane = ? AND shown
  AND NOT EXISTS (SELECT 1 FROM branch AS next WHERE next.parent_id = branch.id AND next.shown)`
