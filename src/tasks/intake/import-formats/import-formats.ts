import { linesOf } from '../../../lib/text/line-splitter.ts'
import { MAX_LINE_CHARS, parseLines } from '../../../store/messages/import-messages.ts'
import { chatgpt } from './chatgpt.ts'
import { claudeExport } from './claude-export.ts'
import type { ImportFormat, ImportSource } from './import-format.ts'
import { mbox } from './mbox.ts'
import { telegramDesktop } from './telegram-desktop.ts'
import { whatsapp } from './whatsapp.ts'

/** Our own format, which is also what a file is taken for that no other format recognises: it names each bad line. */
const ownLines: ImportFormat = {
  name: 'JSON lines',
  hasNames: false,
  matches: () => true,
  read: (source) => parseLines(linesOf(source.open(), MAX_LINE_CHARS)),
}

const formats = [chatgpt, claudeExport, telegramDesktop, whatsapp, mbox, ownLines]

export const formatNames = formats.map(({ name }) => name)

/** How much of a file is enough to recognise its format. */
export const HEAD_BYTES = 65_536

/** Recognises a file by how it starts. File names are chosen by people and prove nothing. */
export function formatOf(head: string): ImportFormat {
  return formats.find(({ matches }) => matches(head)) ?? ownLines
}

/** What the file says about who wrote it. */
export interface FilePeople {
  /** The names of people, the most frequent first. */
  names: string[]
  /** Whether the file itself says which messages are the owner's. */
  isOwnerKnown: boolean
}

/** More than the senders of any mailbox; further names count as nobody's. */
const MAX_NAMES = 100_000

export async function peopleIn(format: ImportFormat, source: ImportSource): Promise<FilePeople> {
  const counts = new Map<string, number>()
  for await (const entries of format.read(source)) {
    for (const entry of entries) {
      if (entry?.status !== 'ok' || entry.line.role === 'bot') continue
      if (entry.line.isOwners) return { names: [], isOwnerKnown: true }
      const { from } = entry.line
      if (counts.size < MAX_NAMES || counts.has(from)) counts.set(from, (counts.get(from) ?? 0) + 1)
    }
  }
  const names = [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  return { names, isOwnerKnown: false }
}
