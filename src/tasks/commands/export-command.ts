import { fileLimits, formatSize, type KnownFile } from '../../domain/file.ts'
import type { ChatId } from '../../domain/ids.ts'
import { isLessTrusted } from '../../domain/person.ts'
import { commandHelp } from '../../messages/command-help.ts'
import { exportMessages as messages } from '../../messages/export-messages.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command } from './command.ts'
import { isUnderWay } from './command-runner.ts'

const NAME = 'export'

/** Writes everything of a chat or a person into a stored file, or says that it is too large to be sent. */
export type MakeExport = (
  scope: { chat: ChatId } | { person: number },
  timezone: string,
  signal: AbortSignal,
) => Promise<{ file: KnownFile; messages: number; files: number } | { tooLarge: number }>

/**
 * /export sends an archive: to the owner that of the chat, to others what is theirs, in their private chat only. In a
 * group everybody can open the archive, so it has nothing from elsewhere.
 */
export function createExport({ db }: Pick<TaskDeps, 'db'>, makeExport: MakeExport): Command {
  return {
    name: NAME,
    summary: commandHelp.summaries.export,
    run(_args, { person, chat, lane }) {
      if (isLessTrusted(person.role, 'member')) return messages.membersOnly
      if (isUnderWay(db, NAME, lane)) return messages.underWay
      const isPrivate = isPrivateTo(db, chat, person.id)
      if (person.role === 'owner') return { text: isPrivate ? messages.ofChat : messages.ofGroup, hasMore: true }
      return isPrivate ? { text: messages.ofPerson, hasMore: true } : messages.privateOnly
    },
    async later(_args, { person, chat, timezone }, signal) {
      const isOwner = person.role === 'owner'
      const made = await makeExport(isOwner ? { chat } : { person: person.id }, timezone, signal)
      if ('file' in made) return { text: messages.done(made.messages, made.files), files: [made.file] }
      const [size, limit] = [formatSize(made.tooLarge), formatSize(fileLimits.fileBytes)]
      return isOwner
        ? messages.tooLargeForOwner(size, limit, `skein export --chat ${chat}`)
        : messages.tooLarge(size, limit, `skein export --person ${person.id}`)
    },
  }
}
