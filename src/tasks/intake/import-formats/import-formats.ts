import { linesOf } from '../../../lib/text/line-splitter.ts'
import { MAX_LINE_CHARS, parseImportLine, parseLines } from '../../../store/messages/import-messages.ts'
import { chatgpt } from './chatgpt.ts'
import { claudeExport } from './claude-export.ts'
import type { ImportFormat } from './import-format.ts'
import { klausbot } from './klausbot.ts'
import { maildir } from './maildir.ts'
import { mbox } from './mbox.ts'
import { openclaw } from './openclaw.ts'
import { openclawStore } from './openclaw-store.ts'
import { telegramDesktop } from './telegram-desktop.ts'
import { whatsapp } from './whatsapp.ts'

/** Our own format. It also reads a file that no other format recognises, because it names each bad line. */
const ownLines: ImportFormat = {
  name: 'JSON lines',
  hasNames: false,
  matches: () => true,
  read: (source) => parseLines(linesOf(source.open(), MAX_LINE_CHARS)),
}

const formats = [chatgpt, claudeExport, telegramDesktop, whatsapp, mbox, openclaw, openclawStore, klausbot, ownLines]

export const formatNames = [...new Set([...formats.map(({ name }) => name), maildir.name])]

/** How much of a file is enough to recognise its format. */
export const HEAD_BYTES = 65_536

/** Recognises a file by how it starts. File names are chosen by people and prove nothing. */
export function formatOf(head: string, path: string): ImportFormat {
  return formats.find((format) => format.matches(head, path)) ?? ownLines
}

/** Whether a file is certainly one of messages. Only then it is imported without being named. */
export function isSure(format: ImportFormat, head: string): boolean {
  if (format !== ownLines) return true
  const [first = ''] = head.split('\n', 1)
  return parseImportLine(first).status === 'ok'
}
