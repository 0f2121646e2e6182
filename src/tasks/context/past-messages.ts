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
  const ownIds = idsOf(rows.filter((row) => row.author === 'bot'))
  const actions = actionsOf(db, ownIds)
  const unfinished = unfinishedAmong(db, ownIds)
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
    const [unfinishedReason, messageReactions] = [unfinished.get(id), reactions.get(id)]
    if (!unfinishedReason && !messageReactions && recordings.length === 0) return message
    return {
      ...message,
      ...(unfinishedReason && { unfinished: unfinishedReason }),
      ...(messageReactions && { reactions: messageReactions }),
      ...(recordings.length > 0 && { recordings }),
    }
  })
}

const none: never[] = []

/** Whether a file is sound, which no model can listen to: the model only reads the transcript. */
function isRecording({ type, name }: Pick<KnownFile, 'type' | 'name'>): boolean {
  const isReadable = /^(?:image|text)\/|^application\/pdf$/.test(type)
  return type.startsWith('audio/') || (!isReadable && /\.(?:wav|m4a|oga|opus|webm|aac|amr|flac)$/i.test(name))
}

export function idsOf(rows: { id: number }[]): number[] {
  return rows.map((row) => row.id)
}
