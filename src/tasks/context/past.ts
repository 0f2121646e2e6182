import type { PastMessage } from '../../gateway/past.ts'
import { safeName } from '../../lib/text/safe-name.ts'
import type { Database } from '../../store/database.ts'
import { filesOf } from '../../store/files/files.ts'
import { reactionsOf } from '../../store/messages/reactions.ts'
import { unfinishedAmong } from '../../store/messages/unfinished.ts'
import type { PastRow } from '../../store/recall/past.ts'
import { actionsOf } from '../../store/work/actions.ts'

/** Stored lines as the gateway shows them: with what we did for each of ours, and what hung on each. */
export function toPastMessages(db: Database, rows: PastRow[]): PastMessage[] {
  const ours = idsOf(rows.filter((row) => row.author === 'bot'))
  const actions = actionsOf(db, ours)
  const unfinished = unfinishedAmong(db, ours)
  const files = filesOf(db, idsOf(rows))
  const reactions = reactionsOf(db, idsOf(rows))
  return rows.map((row) => {
    const { id, chat, lane, conversation, author, name, at, text, origin, trust, replyTo } = row
    const names = files.get(id)?.map((file) => safeName(file.name)) ?? nothing
    const done = actions.get(id) ?? nothing
    // Field by field: hundreds are made for a turn, and spread out of others each takes several times as long (measured).
    const told = {
      id,
      chat,
      lane,
      conversation,
      author,
      name,
      at,
      text,
      origin,
      trust,
      replyTo,
      actions: done,
      files: names,
    }
    const [why, below] = [unfinished.get(id), reactions.get(id)]
    return why || below ? { ...told, ...(why && { unfinished: why }), ...(below && { reactions: below }) } : told
  })
}

const nothing: never[] = []

export function idsOf(rows: { id: number }[]): number[] {
  return rows.map((row) => row.id)
}
