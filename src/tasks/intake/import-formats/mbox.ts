import { headerValues, readHeaders } from '../../../channels/email/authority/headers.ts'
import { readMail } from '../../../channels/email/read/read-mail.ts'
import { readEnvelope } from '../../../channels/email/receive/envelope.ts'
import { linesOf } from '../../../lib/text/line-splitter.ts'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { ParsedLine } from '../../../store/messages/import-messages.ts'
import { hashOf, type ImportFormat, type ImportSource, lineOf, problemAt } from './import-format.ts'

/** One mail with its attachments. A larger one is left out. */
export const MAX_MAIL_CHARS = 64_000_000

interface StoredMail {
  /** One character for each byte. */
  text: string
  isTooLarge: boolean
}

/** A mailbox in one file, as Gmail and Thunderbird export it. Every thread becomes a chat, without quotes and files. */
export const mbox: ImportFormat = {
  name: 'mbox',
  hasNames: true,
  matches: (head) => /^From [^\n]{1,500}\r?\n[\w-]{1,100}:/.test(head),
  async *read(source) {
    let number = 0
    for await (const { text, isTooLarge } of mailsOf(source)) {
      const place = messages.places.mail(++number)
      yield [
        isTooLarge
          ? problemAt(place, messages.problems['too large'])
          : await readStoredMail(Buffer.from(text, 'latin1'), place, source.now),
      ]
    }
  },
}

export async function readStoredMail(bytes: Buffer, place: AnyText, now: Date): Promise<ParsedLine | undefined> {
  const headers = readHeaders(bytes)
  const { messageId, references, inReplyTo, subject, from } = readEnvelope(headers)
  const id = messageId ?? hashOf(bytes.toString('latin1'))
  const message = {
    chat: { program: 'mail', id: references[0] ?? inReplyTo[0] ?? id, title: subject },
    id,
    at: new Date(headerValues(headers, 'date')[0] ?? Number.NaN),
    // Not the name, which differs from program to program.
    from: from[0]?.address ?? '?',
    text: (await readMail(bytes)).text,
  }
  return lineOf(message, place, now)
}

/** A mail begins with a line "From " at the start or after an empty line. In mails such lines are marked with ">". */
async function* mailsOf(source: ImportSource): AsyncGenerator<StoredMail> {
  let lines: string[] | undefined
  let chars = 0
  let isAfterEmpty = true
  const mail = () => ({ text: (lines ?? []).join('\n'), isTooLarge: chars > MAX_MAIL_CHARS })
  for await (const read of linesOf(source.open('latin1'), MAX_MAIL_CHARS)) {
    for (const line of read) {
      if (isAfterEmpty && line.startsWith('From ')) {
        if (lines) yield mail()
        lines = []
        chars = 0
      } else {
        chars += line.length + 1
        if (chars > MAX_MAIL_CHARS) lines = []
        else lines?.push(/^>{1,20}From /.test(line) ? line.slice(1) : line)
      }
      isAfterEmpty = line === ''
    }
  }
  if (lines) yield mail()
}
