import { importMessages, importParsed } from '../../../../src/store/messages/import-messages.ts'
import type { ImportSource } from '../../../../src/tasks/intake/import-formats/import-format.ts'
import { formatOf } from '../../../../src/tasks/intake/import-formats/import-formats.ts'
import type { ImportInput } from '../../../../src/tasks/intake/import-formats/import-input.ts'
import { type ImportPreview, previewImport } from '../../../../src/tasks/intake/import-formats/import-preview.ts'
import { createRecallWorld } from '../../../store/recall/recall-world.ts'

export const now = new Date('2026-03-14T12:00:00Z')

/** A file in small pieces, as a stream may cut it anywhere. */
export function sourceOf(text: string, pieceChars = 7): ImportSource {
  return {
    now,
    path: '/nowhere',
    sibling: () => Promise.resolve(undefined),
    async *open() {
      for (let at = 0; at < text.length; at += pieceChars) yield text.slice(at, at + pieceChars)
    },
  }
}

/** A file as the import sees it. */
export function inputOf(text: string, pieceChars?: number): ImportInput {
  const { name, hasNames, read } = formatOf(text, '/nowhere')
  const counts = { files: 1, otherFiles: 0, bytes: text.length, bytesRead: () => 0 }
  return { formats: [name], hasNames, ...counts, read: () => read(sourceOf(text, pieceChars)) }
}

export function previewOf(text: string, ownersNames: string[] = [], pieceChars?: number): Promise<ImportPreview> {
  return previewImport(inputOf(text, pieceChars), { owner: 'Ana', ownersNames, signal: new AbortController().signal })
}

/** What the file says about who wrote it. */
export async function peopleIn(text: string, pieceChars?: number) {
  const { people, isOwnerUnknown } = await previewOf(text, [], pieceChars)
  return { names: isOwnerUnknown ? people.map(({ name }) => name) : [], isOwnerKnown: !isOwnerUnknown }
}

/** A store into which files are imported. */
export function createImportWorld() {
  const { db, owner } = createRecallWorld()
  const columns = 'chat, author, trust, name, at, text'
  return {
    owner,
    load(text: string, ownersNames: string[] = [], pieceChars?: number) {
      return importParsed(formatOf(text, '/nowhere').read(sourceOf(text, pieceChars)), {
        ownersNames,
        signal: new AbortController().signal,
        write: (batch) => importMessages(db, batch, { owner, now }),
      })
    },
    rows: () => db.statement(`SELECT ${columns} FROM message ORDER BY id`).all() as Record<string, unknown>[],
    titles: () => db.statement("SELECT id, title FROM chat WHERE id <> 'web:one' ORDER BY id").raw().all(),
  }
}
