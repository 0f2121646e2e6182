import type { Correspondent, Sent } from './correspondent.ts'
import { addressIn, type SeenMail } from './mailbox.ts'

/** What people wrote against what came back, as their own mailboxes have it. */
export interface MailAudit {
  said: number
  answers: number
  /** Asked and never answered. */
  lost: Sent[]
  /** Answered more than once; `isSame` when every copy is the same mail, byte by byte as it was sent. */
  doubled: { asked: Sent; copies: number; isSame: boolean }[]
  /** In the mailbox of somebody who did not ask, or from another address than was asked. */
  misrouted: SeenMail[]
  /** What the daemon said of itself. */
  notices: SeenMail[]
  /** Whatever else answers nothing. */
  others: SeenMail[]
}

export interface AuditOptions {
  /** Whom each mail was for. */
  askedOf(sent: Sent): string
  /** Ids of the mails that one answer was for, this one among them: what is asked while another waits is answered with it. */
  together?(id: string): string[]
  /** The daemon speaks of itself: no answer, whatever it stands below. */
  isNotice?(mail: SeenMail): boolean
}

/** Reads the mailboxes of all these people. */
export async function auditMail(
  people: Correspondent[],
  { askedOf, together = (id) => [id], isNotice = () => false }: AuditOptions,
): Promise<MailAudit> {
  const audit: MailAudit = { said: 0, answers: 0, lost: [], doubled: [], misrouted: [], notices: [], others: [] }
  const all = people.flatMap(({ sent }) => sent)
  for (const person of people) {
    const inbox = await person.mailbox.mails()
    const mails = inbox.filter((mail) => !isNotice(mail))
    audit.notices.push(...inbox.filter(isNotice))
    const answersTo = (ids: string[]) => mails.filter((mail) => ids.includes(mail.header('in-reply-to') ?? ''))
    audit.said += person.sent.length
    for (const asked of person.sent) {
      const ids = together(asked.id)
      const copies = answersTo(ids)
      if (copies.length === 0) audit.lost.push(asked)
      if (copies.length > 1 && ids[0] === asked.id)
        audit.doubled.push({ asked, copies: copies.length, isSame: areSame(copies) })
      const own = answersTo([asked.id])
      audit.answers += own.length
      audit.misrouted.push(...own.filter((mail) => addressIn(mail.header('from')) !== askedOf(asked)))
    }
    const mine = new Set(answersTo(person.sent.map(({ id }) => id)))
    const rest = mails.filter((mail) => !mine.has(mail))
    const isElsewhere = (mail: SeenMail) => all.some(({ id }) => id === mail.header('in-reply-to'))
    audit.misrouted.push(...rest.filter(isElsewhere))
    audit.others.push(...rest.filter((mail) => !isElsewhere(mail)))
  }
  return audit
}

/** Without what the servers on the way wrote on top. */
function areSame(copies: SeenMail[]): boolean {
  const written = copies.map(({ bytes }) => bytes.subarray(bytes.indexOf('\r\nAuto-Submitted:')).toString('latin1'))
  return new Set(written).size === 1
}
