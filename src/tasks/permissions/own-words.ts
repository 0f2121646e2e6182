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
  const own = taskMessages(db, id).filter((message) => message.personId === personId && message.trust !== 'untrusted')
  return createOwnText(own.map(({ text }) => ownWords(text)))
}

/**
 * Whether everything that determines an action's effect is in the person's own words. This is never certain for the
 * tools of a server.
 */
export function isInOwnWords(action: ToolAction, workspace: string, said: OwnText): boolean {
  switch (action.kind) {
    case 'fetch':
      return said.holdsAddress(action.url)
    case 'command':
      return said.holdsApart(action.command)
    case 'write':
      return isNamed(action.path, workspace, said) && said.holdsApart(action.content)
    case 'edit':
      return (
        !action.everywhere && isNamed(action.path, workspace, said) && [action.before, action.after].every(said.holds)
      )
    case 'read':
    case 'use':
    case 'other':
      return false
  }
}

/** The person must name the whole path below the folder: a file of the same name elsewhere is another file. */
function isNamed(path: string, workspace: string, said: OwnText): boolean {
  const name = relative(workspace, path.startsWith('/') ? path : `${workspace}/${path}`)
  return said.holds(name) && basename(name) !== ''
}
