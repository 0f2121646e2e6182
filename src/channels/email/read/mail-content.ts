import type { LocalizedText } from '../../../messages/localized.ts'
import { emailMessages } from '../email-messages.ts'
import { type AttachedFile, isOrnament, type MailFile, readAttachment } from './attachment.ts'
import { describeCalendar } from './calendar.ts'
import { mailLimits } from './limits.ts'
import { type MimePart, readStructure } from './mime-structure.ts'
import { decodePartText } from './part-decoder.ts'
import { type PartHeaders, rawText } from './part-headers.ts'
import type { TextPiece } from './visible-lines.ts'
import { removeInvisible } from './visible-text.ts'

/** The content of a mail, before we decide who wrote which part. */
export interface MailContent {
  head: PartHeaders
  pieces: TextPiece[]
  files: MailFile[]
  /** Attached mails. */
  nested: MailContent[]
  /** One line in brackets each. */
  notes: string[]
  /** One line in brackets for each calendar event. The sender did not type this text. */
  invitations: string[]
  refusal?: LocalizedText
}

/** The budget for a mail including all mails attached to it. */
interface ReadBudget {
  parts: number
  /** For files. */
  bytes: number
  textBytes: number
}

export async function readContent(
  source: Buffer,
  level = 0,
  budget: ReadBudget = { parts: mailLimits.parts, bytes: mailLimits.fileBytes, textBytes: mailLimits.textBytes },
): Promise<MailContent> {
  const { root, cut } = await readStructure(source)
  const content: MailContent = { head: root.head, pieces: [], files: [], nested: [], notes: [], invitations: [] }
  const attached: AttachedFile[] = []
  const boundaries = boundariesIn(root)

  async function readPart(part: MimePart, piece?: TextPiece): Promise<void> {
    if (--budget.parts < 0) return
    if (part.children.length > 0) return readChildren(part, piece)
    const kind = kindOf(part, content.pieces.length > 0 && !piece)
    switch (kind) {
      case 'text':
      case 'html':
        return readText(part, kind, piece)
      case 'mail':
        return readNestedMail(part)
      case 'calendar':
        content.invitations.push(...describeCalendar(removeInvisible(await decodePartText(part)).text))
        return readFile(part)
      case 'sealed':
        return refuse(isSignedData(part) ? emailMessages.insideSignature : emailMessages.encrypted)
      case 'packed':
        content.notes.push(PACKED)
        return
      case 'file':
        return readFile(part)
      case 'nothing':
    }
  }

  /** After readable text, an encrypted part is only noted. */
  function refuse(reason: LocalizedText): void {
    if (content.pieces.length === 0) content.refusal ??= reason
    else content.notes.push('[A part of the mail was left out: it is encrypted]')
  }

  async function readChildren(part: MimePart, piece?: TextPiece): Promise<void> {
    if (part.type === 'multipart/encrypted') refuse(emailMessages.encrypted)
    else if (part.type === 'multipart/alternative' && !piece) {
      const alternatives: TextPiece = { plain: [], html: [] }
      content.pieces.push(alternatives)
      for (const child of part.children) await readPart(child, alternatives)
    } else for (const child of part.children) await readPart(child, piece)
  }

  async function readText(part: MimePart, kind: 'text' | 'html', piece?: TextPiece): Promise<void> {
    const target: TextPiece = piece ?? { plain: [], html: [] }
    if (!piece) content.pieces.push(target)
    const maxBytes = Math.min(kind === 'html' ? mailLimits.htmlBytes : mailLimits.plainBytes, budget.textBytes)
    budget.textBytes -= Math.min(part.body.length, maxBytes)
    if (part.body.length > maxBytes) content.notes.push(TOO_LONG)
    const text = await decodePartText({ ...part, body: part.body.subarray(0, maxBytes) })
    if (kind === 'html') target.html.push(text)
    else target.plain.push({ text: withoutBoundaries(text, boundaries), flowed: readFlow(part) })
  }

  async function readFile(part: MimePart): Promise<void> {
    const file = await readAttachment(part, budget.bytes)
    if ('note' in file) content.notes.push(file.note)
    else if (isPackedName(file.name)) content.notes.push(PACKED)
    else {
      budget.bytes -= file.content.length
      attached.push(file)
    }
  }

  async function readNestedMail(part: MimePart): Promise<void> {
    const file = await readAttachment(part, budget.bytes)
    if ('note' in file) content.notes.push(file.note)
    else if (level + 1 > mailLimits.nested)
      content.notes.push('[An attached mail was left out: too many mails are nested]')
    else {
      const inner = await readContent(file.content, level + 1, budget)
      content.nested.push(inner)
      content.files.push(...inner.files)
      content.invitations.push(...inner.invitations)
      content.notes.push(...inner.notes, ...(inner.refusal ? ['[An attached mail is encrypted]'] : []))
    }
  }

  await readPart(root)
  if (cut || budget.parts < 0) content.notes.push(cut === 'depth' ? TOO_DEEP : TOO_MANY)
  const html = content.pieces.flatMap((piece) => piece.html).join('\n')
  content.files.unshift(...attached.filter((file) => !isOrnament(file, html)).map(toMailFile))
  return content
}

/** Boundaries that nobody would type by accident. */
function boundariesIn(part: MimePart): string[] {
  const boundary = part.parameters.get('boundary')?.trim() ?? ''
  return [...(boundary.length >= MIN_BOUNDARY_CHARS ? [boundary] : []), ...part.children.flatMap(boundariesIn)]
}

const MIN_BOUNDARY_CHARS = 8

/** Removes boundary lines that ended up in the text because a program damaged or repeated them. */
function withoutBoundaries(text: string, boundaries: string[]): string {
  const marks = boundaries.map((boundary) => `--${boundary}`).filter((mark) => text.includes(mark))
  if (marks.length === 0) return text
  const isRemnant = (line: string) => marks.some((mark) => line.startsWith(mark) && line.length <= mark.length + 6)
  return text
    .split('\n')
    .filter((line) => !isRemnant(line.trim()))
    .join('\n')
}

type Kind = 'text' | 'html' | 'mail' | 'calendar' | 'file' | 'sealed' | 'packed' | 'nothing'

function kindOf(part: MimePart, isLater: boolean): Kind {
  const { type, disposition, parameters } = part
  if (type === 'message/rfc822' || type === 'message/global') return 'mail'
  if (type === 'text/calendar') return 'calendar'
  if (/^application\/(x-)?pkcs7-mime$/.test(type))
    return parameters.get('smime-type') === 'certs-only' ? 'nothing' : 'sealed'
  if (/^application\/((x-)?pkcs7-signature|pgp-signature)$/.test(type)) return 'nothing'
  if (type === 'application/ms-tnef' || type === 'application/vnd.ms-tnef') return 'packed'
  if (type === 'text/x-amp-html' || type === 'text/watch-html') return 'nothing'
  const isNamed = parameters.has('name') || /filename/i.test(rawText(part.head, 'content-disposition'))
  if (disposition === 'attachment' || (isNamed && isLater)) return 'file'
  return type === 'text/plain' ? 'text' : type === 'text/html' ? 'html' : 'file'
}

export const TOO_LONG = '[The rest of the text was left out: it is too long]'
const TOO_MANY = `[The rest of the mail was left out: it has more than ${mailLimits.parts} parts]`
const TOO_DEEP = `[The rest of the mail was left out: its parts are nested more than ${mailLimits.depth} levels deep]`
const PACKED =
  '[winmail.dat was left out: it is in a format of Outlook that I cannot open. I can read the mail if it is sent as HTML or plain text]'

/** A signed text in one part, as opposed to an encrypted one. */
function isSignedData({ parameters }: MimePart): boolean {
  return parameters.get('smime-type') === 'signed-data'
}

function isPackedName(name: string): boolean {
  return /^winmail\.dat$/i.test(name)
}

function readFlow({ parameters }: MimePart): TextPiece['plain'][number]['flowed'] {
  if (parameters.get('format')?.trim().toLowerCase() !== 'flowed') return undefined
  return { isSpaceDeleted: parameters.get('delsp')?.trim().toLowerCase() === 'yes' }
}

function toMailFile({ name, type, content }: AttachedFile): MailFile {
  return { name, type, content }
}
