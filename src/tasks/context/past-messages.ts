import type { KnownFile } from '../../domain/file.ts'
import type { PastMessage } from '../../gateway/past.ts'
import { safeName } from '../../lib/text/safe-name.ts'
import type { Database } from '../../store/database.ts'
import { filesOf } from '../../store/files/files.ts'
import { reactionsOf } from '../../store/messages/reactions.ts'
import type { PastRow } from '../../store/recall/lane-history.ts'
import { actionsOf, unfinishedAmong } from '../../store/work/answers.ts'

/** Adds actions, files and reactions to stored messages, as the gateway shows them. */
export function toPastMessages(db: Database, rows: PastRow[]): PastMessage[] {
  const ours = idsOf(rows.filter((row) => row.author === 'bot'))
  const actions = actionsOf(db, ours)
  const unfinished = unfinishedAmong(db, ours)
  const files = filesOf(db, idsOf(rows))
  const reactions = reactionsOf(db, idsOf(rows))
  return rows.map((row) => {
    const { id, chat, lane, conversation, author, name, at, text, origin, trust, replyTo } = row
    const attached = files.get(id) ?? none
    const names = attached.map((file) => safeName(file.name))
    const recordings = attached.filter(isRecording).map((file) => safeName(file.name))
    const taskActions = actions.get(id) ?? none
    // Written field by field because a turn builds hundreds of these, and spreading is several times slower (measured).
    const message = {
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
      actions: taskActions,
      files: names,
    }
    const [why, below] = [unfinished.get(id), reactions.get(id)]
    if (!why && !below && recordings.length === 0) return message
    return {
      ...message,
      ...(why && { unfinished: why }),
      ...(below && { reactions: below }),
      ...(recordings.length > 0 && { recordings }),
    }
  })
}

const none: never[] = []

/** Whether a file is sound, which no model can listen to: the model only reads the transcript. */
function isRecording({ type, name }: Pick<KnownFile, 'type' | 'name'>): boolean {
  const isSeen = /^(?:image|text)\/|^application\/pdf$/.test(type)
  return type.startsWith('audio/') || (!isSeen && /\.(?:wav|m4a|oga|opus|webm|aac|amr|flac)$/i.test(name))
}

export function idsOf(rows: { id: number }[]): number[] {
  return rows.map((row) => row.id)
}
