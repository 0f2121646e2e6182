export interface ReadMail {
  subject: string
  text: string
  quoted: string
  signature: string
  hidden: boolean
  attachments: { name: string; type: string; content: Buffer }[]
  notes: string[]
  forwarded?: { from: string; text: string }
  refusal?: string
}

/** Until the reader of mails is there. */
export async function readMail(source: Buffer): Promise<ReadMail> {
  const { simpleParser } = (await import('mailparser' as string)) as { simpleParser(source: Buffer): Promise<Parsed> }
  const { subject = '', text = '', attachments } = await simpleParser(source)
  const files = attachments.map(({ filename = 'file', contentType: type, content }) => ({
    name: filename,
    type,
    content,
  }))
  return { subject, text: text.trim(), quoted: '', signature: '', hidden: false, attachments: files, notes: [] }
}

interface Parsed {
  subject?: string
  text?: string
  attachments: { filename?: string; contentType: string; content: Buffer }[]
}
