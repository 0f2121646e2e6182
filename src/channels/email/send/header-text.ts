import { tidyName } from '../../../lib/text/safe-name.ts'
import { truncate } from '../../../lib/text/text.ts'
import type { Language } from '../../../messages/languages.ts'
import { emailMessages } from '../email-messages.ts'

// Everything that goes into a header passes through here. A line break would start another header or the body.

/** In characters. Nobody reads longer subjects, and servers refuse endless headers. */
const MAX_SUBJECT_CHARS = 300
/** RFC 5321, 4.5.3.1. */
const MAX_LOCAL_PART_CHARS = 64
const MAX_ADDRESS_CHARS = 254
/** A header line may have 998 characters, and an id cannot be folded. */
const MAX_ID_CHARS = 900

/** Prefixes of replies and forwards in the languages of mail programs, also stacked and numbered. */
const marks =
  /^(?:\s*(?:re|ré|r|aw|ant|antw|antwort|sv|vs|vá|ynt|yan|odp|pd|rif|res|resp|ref|tr|rv|enc|fwd?|wg|vb|i|doorst|πρθ|απ|отв|вн|回复|答复|转发|回覆|轉寄|返信|転送)\s*(?:(?:\[\d+\]|\(\d+\)|\^\d+)\s*)?[:：])+\s*/iu

/** The subject without reply and forward prefixes. */
export function bareSubject(subject: string): string {
  return inOneLine(subject.slice(0, 1000)).replace(marks, '').trim()
}

/** The subject line of an answer, or of a mail we write first. */
export function replySubject(subject: string, isAnswer: boolean, language: Language): string {
  const bare = truncate(bareSubject(subject), MAX_SUBJECT_CHARS) || emailMessages.noSubject[language]
  return isAnswer ? `Re: ${bare}` : bare
}

/** One line without invisible characters. */
export function inOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

/** A display name for an address. It cannot look like another address. */
export function toDisplayName(name: string): string {
  return tidyName(name.replace(/["\\<>@]/g, ' '))
}

/** A single bare address: no name, list, comment or quoting. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > MAX_LOCAL_PART_CHARS || text.length > MAX_ADDRESS_CHARS) return false
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  return /^[^\p{C}\p{Z}<>()[\]\\,;:"@]+$/u.test(local) && /^(?!-)[\p{L}\p{N}\p{M}.-]+(?<![.-])$/u.test(domain)
}

/** A longer list would grow without end, and mail programs need only the first and the latest ids. */
const MAX_LATEST_REFERENCES = 20

/** Keeps the first id, which shows where the thread began, and the latest ones. */
export function limitReferences(ids: string[]): string[] {
  return ids.length > MAX_LATEST_REFERENCES + 1 ? [...ids.slice(0, 1), ...ids.slice(-MAX_LATEST_REFERENCES)] : ids
}

/** The valid message ids in order, without duplicates. */
export function cleanIds(ids: string[]): string[] {
  return [...new Set(ids)].filter((id) => id.length <= MAX_ID_CHARS && /^<[\x21-\x3b=\x3f-\x7e]+>$/.test(id))
}
