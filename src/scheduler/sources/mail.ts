import { dateAndTime } from '../../lib/time/calendar.ts'
import { oneLine } from './plain-words.ts'
import type { Source } from './source.ts'

/** What stands on the outside of a mail that nobody has read. */
export interface UnreadHead {
  key: string
  from: string
  subject: string
  at: Date
}

/** Looks into a mailbox by its name and changes nothing there. The newest so many, newest first. Never rejects. */
export type UnreadMail = (
  mailbox: string,
  limit: number,
  signal: AbortSignal,
) => Promise<{ status: 'found'; mails: UnreadHead[] } | { status: 'failed'; reason: string }>

const LONGEST_FROM = 80
const LONGEST_SUBJECT = 160

export function createMailSource(unread: UnreadMail, mailbox: string, limit: number): Source {
  return {
    trust: 'untrusted',
    async gather({ timezone }, signal) {
      const looked = await unread(mailbox, limit, signal)
      if (looked.status === 'failed') return looked
      const items = looked.mails.map(({ key, from, subject, at }) => {
        const [who, about] = [oneLine(from, LONGEST_FROM), oneLine(subject, LONGEST_SUBJECT)]
        return { key, title: `${who || 'somebody'}: ${about || '(no subject)'} (${dateAndTime(at, timezone)})`, at }
      })
      return { status: 'found', items }
    },
  }
}
