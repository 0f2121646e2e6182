import type { Traces } from './folders.ts'

/**
 * The draft as it will be sent: as the person left it, but without Bcc, and with our ids if their mail program dropped
 * them.
 */
export function asSent(draft: Buffer, { messageId, mark }: Traces): { messageId: string; bytes: Buffer } {
  const { head, body } = splitMail(draft)
  const fields = fieldsOf(head).filter((field) => nameOf(field) !== 'bcc')
  const has = (name: string) => fields.some((field) => nameOf(field) === name)
  const added = [
    ...(has('message-id') ? [] : [`Message-ID: ${messageId}`]),
    ...(has('x-skein-outbox') ? [] : [`X-Skein-Outbox: ${mark}`]),
  ]
  const own = fields.find((field) => nameOf(field) === 'message-id')
  const bytes = Buffer.concat([Buffer.from([...added, ...fields, '', ''].join('\r\n'), 'latin1'), body])
  return { messageId: /<[^<>\s]+>/.exec(own ?? '')?.[0] ?? messageId, bytes }
}

function splitMail(mail: Buffer): { head: string; body: Buffer } {
  const text = mail.toString('latin1')
  const { index = text.length, 0: gap = '' } = /\r?\n\r?\n/.exec(text) ?? {}
  return { head: text.slice(0, index), body: mail.subarray(index + gap.length) }
}

/** Each header with its folded lines. */
function fieldsOf(head: string): string[] {
  return head.split(/\r?\n(?![ \t])/).filter((field) => field !== '')
}

function nameOf(field: string): string {
  return field
    .slice(0, Math.max(0, field.indexOf(':')))
    .trim()
    .toLowerCase()
}
