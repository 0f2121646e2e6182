import type { Brain, TurnFile } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import type { FileShelf } from '../../store/files/file-shelf.ts'
import { filesOf } from '../../store/files/files.ts'

/** What hangs on the messages of a turn, each in the form the model of this brain can take it in. */
export function turnFiles(
  db: Database,
  shelf: FileShelf,
  messages: { id: number }[],
  brain: Pick<Brain, 'formsOf'>,
): TurnFile[] {
  const hung = filesOf(
    db,
    messages.map(({ id }) => id),
  )
  const files = messages.flatMap((message) => hung.get(message.id) ?? [])
  const forms = brain.formsOf?.(files) ?? []
  return files.map(({ hash, name, type, bytes }, at) => {
    return { name, type, bytes, path: shelf.pathOf(hash), form: forms[at] ?? 'workspace' }
  })
}
