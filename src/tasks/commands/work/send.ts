import { truncate } from '../../../lib/text/text.ts'
import { later, type Steady } from '../../../lib/time/clock.ts'
import { commandMessages } from '../../../messages/command-messages.ts'
import { joinTexts, type LocalizedText } from '../../../messages/localized.ts'
import { readMessages } from '../../../store/messages/messages.ts'
import { approveDraft, listDrafts, nextRevisionKey, type OutboxRow } from '../../../store/work/outbox.ts'
import { enqueueTask, readTask } from '../../../store/work/tasks.ts'
import type { Road } from '../../road.ts'
import { describeDraft } from '../../say/draft-words.ts'
import type { Command, CommandContext } from '../command.ts'

const MOST_SHOWN = 20
const DAY_MS = 86_400_000
/** Characters of each side: the more wait, the less is shown of each. */
const SHOWN_ALONE = { theirs: 1500, ours: 4000 }
const SHOWN_AMONG_OTHERS = { theirs: 200, ours: 400 }

/** Sends an answer that was saved as a draft for the owner to read first, or has it revised. */
export function createSend(road: Pick<Road, 'db' | 'channels' | 'settings'>): Command {
  const { db, channels } = road
  const firstWords = ({ messageId }: OutboxRow) =>
    truncate((readMessages(db, [messageId])[0]?.text ?? '').replace(/\s+/g, ' ').trim(), 60)
  const readArgs = (args: string) => /^#?(\d{1,15})(?:\s+([\s\S]+))?$/.exec(args)

  return {
    name: 'send',
    usage: commandMessages.usages.send,
    summary: commandMessages.summaries.send,
    ownerOnly: true,
    run(args, context) {
      const { prefix, steady } = context
      const drafts = listDrafts(db)
      if (args === '') return listed(drafts, prefix)
      const [, number, change] = readArgs(args) ?? []
      const draft = drafts.find(({ id }) => String(id) === number)
      if (!draft)
        return joinTexts([commandMessages.noSuchDraft(truncate(number ?? args, 20)), listed(drafts, prefix)], ' ')
      if (change !== undefined) return revise(draft, change, context)
      const { retryForMs = DAY_MS } = channels.get(draft.channel)?.manners ?? {}
      approveDraft(db, draft.id, { dueAt: steady, deadAt: later(steady, retryForMs) })
      return commandMessages.sendingDraft(draft.id, firstWords(draft))
    },
    isSettled: (args) => !listDrafts(db).some(({ id }) => String(id) === readArgs(args)?.[1]),
  }

  /** The new version is a draft of its own, and is shown as this one was. */
  function revise(draft: OutboxRow, change: string, { now, steady }: CommandContext): LocalizedText {
    const task = draft.taskId === null ? undefined : readTask(db, draft.taskId)
    if (!task) return commandMessages.draftNotByModel(draft.id)
    const { chat, lane, personId, route } = task
    const instruction = reviseInstruction(change.trim())
    const scheduleKey = nextRevisionKey(db, draft)
    const times = { dueAt: steady, queuedAt: steady, deadlineAt: deadline(steady) }
    enqueueTask(db, { kind: 'reply', chat, lane, personId, route, instruction, scheduleKey, ...times }, now)
    return commandMessages.revisingDraft(draft.id)
  }

  function deadline(steady: Steady): Steady {
    return later(steady, road.settings().expireMs)
  }

  function listed(drafts: OutboxRow[], prefix: string): LocalizedText {
    if (drafts.length === 0) return commandMessages.noDrafts
    const most = drafts.length === 1 ? SHOWN_ALONE : SHOWN_AMONG_OTHERS
    const shown = drafts
      .slice(-MOST_SHOWN)
      .map((draft) => commandMessages.draftIn(draft.id, draft.error ?? '', describeDraft(db, draft, most)))
    const rest = drafts.length > MOST_SHOWN ? [commandMessages.olderDrafts(drafts.length - MOST_SHOWN)] : []
    return joinTexts([commandMessages.drafts, ...shown, ...rest, commandMessages.draftHint(prefix)], '\n\n')
  }
}

/** What the model is asked to do. */
function reviseInstruction(change: string): string {
  return `Your answer to the message you reply to is still a draft that has not been sent. I want it changed: ${change}\n\nWrite the whole new version exactly as it will be sent to them, and nothing else. I will read it before it is sent.`
}
