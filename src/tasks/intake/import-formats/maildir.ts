import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import type { ParsedLine } from '../../../store/messages/import-messages.ts'
import { problemAt } from './import-format.ts'
import { MAX_MAIL_CHARS, readStoredMail } from './mbox.ts'

/** A folder with one file for each mail, as mail servers keep it. */
export const maildir = { name: 'Maildir', hasNames: true }

/** Drafts and deleted mails are marked at the end of their file name: `...:2,DS`. */
function isLeftOut(name: string): boolean {
  const [, flags = ''] = name.split(':2,')
  return flags.includes('D') || flags.includes('T')
}

/** Reads the mails of the folders `cur` and `new`, in the order of their names, which begin with their time. */
export async function* readMaildir(
  folder: string,
  now: Date,
  onRead: (bytes: number) => void,
): AsyncGenerator<(ParsedLine | undefined)[]> {
  for (const part of ['cur', 'new']) {
    const entries = await readdir(join(folder, part), { withFileTypes: true }).catch(() => [])
    const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
    for (const name of names.toSorted()) yield [await readOne(join(folder, part, name), { name, now, onRead })]
  }
}

interface MailFile {
  name: string
  now: Date
  onRead: (bytes: number) => void
}

async function readOne(path: string, { name, now, onRead }: MailFile): Promise<ParsedLine | undefined> {
  if (isLeftOut(name)) return undefined
  const place = messages.places.mailFile(name)
  // The server may move or delete a mail at any time.
  const size = (await lstat(path).catch(() => undefined))?.size
  if (size !== undefined && size > MAX_MAIL_CHARS) return problemAt(place, messages.problems['too large'])
  const bytes = await readFile(path).catch(() => undefined)
  if (!bytes) return problemAt(place, messages.problems.gone)
  onRead(bytes.length)
  return readStoredMail(bytes, place, now)
}
