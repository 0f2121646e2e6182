import { Readable } from 'node:stream'
import { z } from 'zod'
import type { KnownFile } from '../../../domain/file.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import type { FileShelf } from '../../../store/files/file-shelf.ts'
import { findMessageFile } from '../../../store/files/files.ts'
import { mayOpenChat } from '../../../store/messages/listed-chats.ts'

/** One file that hangs on a line, ready to be read. */
export interface LineFile extends KnownFile {
  body: ReadableStream
}

const place = z.object({ message: z.coerce.number().int().positive(), seq: z.coerce.number().int().nonnegative() })

/** Named by the line it hangs on, never by its content: who may read the line may read the file. */
export async function openLineFile(
  { db, shelf, owner }: { db: Database; shelf: FileShelf; owner: { id: number } },
  given: Record<string, string>,
): Promise<LineFile | { status: 404 | 410; error: AnyText }> {
  const asked = place.safeParse(given)
  const found = asked.success ? findMessageFile(db, asked.data.message, asked.data.seq) : undefined
  if (!found || !mayOpenChat(db, owner.id, found.chat)) return { status: 404, error: webMessages.noSuchFile }
  const file = await shelf.open(found.hash)
  if (!file) return { status: 410, error: webMessages.fileGone }
  return { ...found, body: Readable.toWeb(file.createReadStream()) as ReadableStream }
}
