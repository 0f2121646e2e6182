// Versions. A lane is a list of lines until a person edits an earlier message or retries an answer on the page. Then the
// lines from that place on become a branch, and what is said instead is another one. Branches have places of their own,
// so a lane with versions is a tree. Exactly one path from its beginning to an end is chosen:
//   joinChosenBranch   every new line of the chat joins the end of the chosen path (branch-path.ts)
//   forkAt             begins an empty version at a line and chooses it
//   chooseBranch       makes another path the chosen one
// Lines off the chosen path belong to no conversation, so that history and recall do not see them (decision 0057).
import type { ChatId, Lane } from '../../domain/ids.ts'
import { type Moment, steadyMs } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { closePendingQuestion } from '../recall/pending-questions.ts'
import { isOnOtherBranch } from './branch-path.ts'
import { createRuns, leaveConversation } from './conversations.ts'
import { hasNewerVersion } from './messages.ts'

export interface PathChange extends Moment {
  /** The silence after which another conversation begins. */
  gapMs: number
}

interface Place {
  lane: Lane
  place: number
  parentId: number | null
}

/** Begins another version at a line of the chosen path. Returns the place: from this line on, other lines are shown. */
export function forkAt(db: Database, line: number, change: PathChange): number {
  const { lane, place, parentId } = placeAt(db, line) ?? splitAt(db, line)
  changePath(db, lane, change, () => {
    db.statement('UPDATE branch SET chosen = 0 WHERE lane = ? AND place = ?').run(lane, place)
    db.statement('INSERT INTO branch (lane, place, parent_id, chosen, shown) VALUES (?, ?, ?, 1, 0)').run(
      lane,
      place,
      parentId,
    )
  })
  return place
}

/** Shows a version, with the versions that it continues. Returns the first place that changed; undefined if none did. */
export function chooseBranch(db: Database, branch: number, change: PathChange): number | undefined {
  const path = db.statement(PATH_TO).all(branch) as { id: number; lane: Lane; place: number; chosen: 0 | 1 }[]
  const [first] = path
  if (!first) return undefined
  changePath(db, first.lane, change, () => {
    for (const { id, lane, place } of path)
      db.statement('UPDATE branch SET chosen = (id = ?) WHERE lane = ? AND place = ?').run(id, lane, place)
  })
  return path
    .filter(({ chosen }) => chosen === 0)
    .reduce<number | undefined>((least, { place }) => min(least, place), undefined)
}

const min = (a: number | undefined, b: number) => (a === undefined ? b : Math.min(a, b))

const PATH_TO = `WITH RECURSIVE path (id, lane, place, parent_id, chosen) AS (
    SELECT id, lane, place, parent_id, chosen FROM branch WHERE id = ?
    UNION ALL SELECT branch.id, branch.lane, branch.place, branch.parent_id, branch.chosen
    FROM path JOIN branch ON branch.id = path.parent_id)
  SELECT id, lane, place, chosen FROM path`

export function chatOfBranch(db: Database, branch: number): ChatId | undefined {
  const statement = db.statement(
    'SELECT message.chat FROM branch JOIN message ON message.id = place WHERE branch.id = ?',
  )
  return statement.pluck().get(branch) as ChatId | undefined
}

/** The first line of an answer of a task: the lines of ours before it that belong to the same task come with it. */
export function firstLineOfAnswer(db: Database, { line, task }: { line: number; task: number }): number {
  const before = db
    .statement(
      `SELECT id FROM message WHERE lane = (SELECT lane FROM message WHERE id = @line) AND id < @line AND origin = 'chat'
         AND NOT ${isOnOtherBranch('message.id')}
         AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.message_id = message.id AND outbox.task_id = @task)
       ORDER BY id DESC LIMIT 1`,
    )
    .pluck()
    .get({ line, task }) as number | undefined
  return db
    .statement(
      `SELECT min(id) FROM message WHERE lane = (SELECT lane FROM message WHERE id = @line) AND id > @before AND id <= @line
         AND origin = 'chat' AND NOT ${isOnOtherBranch('message.id')}`,
    )
    .pluck()
    .get({ line, before: before ?? 0 }) as number
}

/** The place of which a line is the first in its version. */
function placeAt(db: Database, line: number): Place | undefined {
  return db
    .statement(
      `SELECT lane, place, parent_id AS parentId FROM branch_message AS own JOIN branch ON branch.id = own.branch_id
       WHERE own.message_id = @line AND ${isFirstOfBranch}`,
    )
    .get({ line }) as Place | undefined
}

const isFirstOfBranch = `NOT EXISTS (SELECT 1 FROM branch_message AS earlier
  WHERE earlier.branch_id = own.branch_id AND earlier.message_id < own.message_id)`

/** Makes the lines from this one on the first version of a place. Places among them move with them. */
function splitAt(db: Database, line: number): Place {
  const row = db
    .statement(
      `SELECT lane, branch_id AS parentId FROM message LEFT JOIN branch_message ON message_id = message.id WHERE message.id = ?`,
    )
    .get(line) as Pick<Place, 'lane' | 'parentId'>
  const { lastInsertRowid: branch } = db
    .statement('INSERT INTO branch (lane, place, parent_id, chosen, shown) VALUES (?, ?, ?, 1, 1)')
    .run(row.lane, line, row.parentId)
  const named = { lane: row.lane, line, parent: row.parentId, branch }
  db.statement(
    'UPDATE branch SET parent_id = @branch WHERE lane = @lane AND parent_id IS @parent AND place > @line',
  ).run(named)
  if (row.parentId === null)
    db.statement(
      `INSERT INTO branch_message (message_id, branch_id) SELECT id, @branch FROM message
       WHERE lane = @lane AND id >= @line AND origin = 'chat' AND id NOT IN (SELECT message_id FROM branch_message)`,
    ).run({ lane: row.lane, line, branch })
  else
    db.statement('UPDATE branch_message SET branch_id = @branch WHERE branch_id = @parent AND message_id >= @line').run(
      {
        line,
        parent: row.parentId,
        branch,
      },
    )
  return { ...row, place: line }
}

/** Hides the lines that leave the chosen path, shows those that come onto it, and lets the next turn open a session. */
function changePath(db: Database, lane: Lane, { now, steady, gapMs }: PathChange, change: () => void): void {
  const before = shownBranches(db, lane)
  change()
  db.statement(MARK_SHOWN).run({ lane })
  const after = shownBranches(db, lane)
  hideLines(
    db,
    before.filter((id) => !after.includes(id)),
  )
  showLines(
    db,
    after.filter((id) => !before.includes(id)),
    gapMs,
  )
  db.statement('UPDATE lane SET anew_at = ? WHERE key = ?').run(steadyMs(steady), lane)
  closePendingQuestion(db, lane, now)
}

const MARK_SHOWN = `WITH RECURSIVE path (id) AS (
    SELECT id FROM branch WHERE lane = @lane AND parent_id IS NULL AND chosen
    UNION ALL SELECT branch.id FROM path JOIN branch ON branch.parent_id = path.id WHERE chosen)
  UPDATE branch SET shown = id IN (SELECT id FROM path) WHERE lane = @lane`

function shownBranches(db: Database, lane: Lane): number[] {
  return db.statement('SELECT id FROM branch WHERE lane = ? AND shown').pluck().all(lane) as number[]
}

const linesOf = 'json_each(?) AS wanted JOIN branch_message AS own ON own.branch_id = wanted.value'

/** Their conversations get another summary, because theirs may be about these lines. */
function hideLines(db: Database, branches: number[]): void {
  const ids = JSON.stringify(branches)
  db.statement(
    `UPDATE conversation SET closed_at = NULL WHERE id IN (
       SELECT conversation_id FROM ${linesOf} JOIN conversation_message USING (message_id))`,
  ).run(ids)
  const lines = db
    .statement(
      `SELECT message.id, text FROM ${linesOf} JOIN conversation_message USING (message_id) JOIN message ON message.id = message_id`,
    )
    .all(ids) as { id: number; text: string }[]
  for (const { id, text } of lines) leaveConversation(db, id, text.length)
}

function showLines(db: Database, branches: number[], gapMs: number): void {
  const lines = db
    .statement(
      `SELECT message.id, chat, lane, at, text FROM ${linesOf} JOIN message ON message.id = own.message_id
       WHERE kind = 'conversation' AND message.id NOT IN (SELECT message_id FROM deleted_message)
         AND NOT ${hasNewerVersion('message')} ORDER BY message.id`,
    )
    .all(JSON.stringify(branches)) as { id: number; chat: ChatId; lane: Lane; at: number; text: string }[]
  const runs = createRuns(db, gapMs)
  for (const { text, ...line } of lines) runs.join({ ...line, chars: text.length })
  runs.finish()
}

/** The versions of a place, as the line at the place shows them. */
export interface LineVersions {
  /** The position of the shown version, from 1. */
  at: number
  count: number
  /** The branches before and after it. */
  previous: number | undefined
  next: number | undefined
}

/** The versions that begin with one of these lines. */
export function versionsAt(db: Database, lines: number[]): Map<number, LineVersions> {
  const rows = db
    .statement(
      `SELECT own.message_id AS line, ${versionColumns} FROM json_each(?) AS wanted
         JOIN branch_message AS own ON own.message_id = wanted.value JOIN branch ON branch.id = own.branch_id
       WHERE ${isFirstOfBranch}`,
    )
    .all(JSON.stringify(lines)) as VersionRow[]
  return new Map(
    rows.map(({ line, at, count, previous, next }) => [
      line,
      { at, count, previous: previous ?? undefined, next: next ?? undefined },
    ]),
  )
}

const versionsOfPlace = (what: string, which = 'true') =>
  `(SELECT ${what} FROM branch AS other WHERE other.lane = branch.lane AND other.place = branch.place AND ${which})`
const versionColumns = `${versionsOfPlace('count(*)', 'other.id <= branch.id')} AS at, ${versionsOfPlace('count(*)')} AS count,
  ${versionsOfPlace('max(other.id)', 'other.id < branch.id')} AS previous,
  ${versionsOfPlace('min(other.id)', 'other.id > branch.id')} AS next`

interface VersionRow {
  line: number
  at: number
  count: number
  previous: number | null
  next: number | null
}
