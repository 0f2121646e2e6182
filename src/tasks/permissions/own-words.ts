import { basename, relative } from 'node:path'
import { ownWords } from '../../domain/message-parts.ts'
import { createOwnText, type OwnText } from '../../lib/text/own-text.ts'
import type { ToolAction } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { taskMessages } from '../../store/messages/messages.ts'
import type { Task } from '../../store/work/tasks.ts'

/** What the person wrote themselves in the messages of a task, without quotes, forwards and attachments. */
export function ownWordsIn(db: Database, { id, personId, instruction }: Task): OwnText {
  if (instruction !== null) return createOwnText([instruction])
  const ownMessages = taskMessages(db, id).filter(
    (message) => message.personId === personId && message.trust !== 'untrusted',
  )
  return createOwnText(ownMessages.map(({ text }) => ownWords(text)))
}

/**
 * Whether everything that determines an action's effect is in the person's own words. This is never certain for the
 * tools of a server.
 */
export function isInOwnWords(action: ToolAction, workspace: string, ownText: OwnText): boolean {
  switch (action.kind) {
    case 'fetch':
      return ownText.holdsAddress(action.url)
    case 'command':
      return ownText.holdsApart(action.command)
    case 'write':
      return isPathNamed(action.path, workspace, ownText) && ownText.holdsApart(action.content)
    case 'edit':
      return (
        !action.everywhere &&
        isPathNamed(action.path, workspace, ownText) &&
        [action.before, action.after].every(ownText.holds)
      )
    case 'read':
    case 'use':
    case 'other':
      return false
  }
}

/** The person must name the whole path below the folder: a file of the same name elsewhere is another file. */
function isPathNamed(path: string, workspace: string, ownText: OwnText): boolean {
  const name = relative(workspace, path.startsWith('/') ? path : `${workspace}/${path}`)
  return ownText.holds(name) && basename(name) !== ''
}
