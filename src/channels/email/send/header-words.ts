import { truncate } from '../../../lib/text/text.ts'
import { tidyName } from '../../shared/display-name.ts'

// Whatever goes into a header comes through here: a line break there would begin another header, or the body.

/** Characters. Nobody reads a longer subject, and servers refuse endless headers. */
const LONGEST_SUBJECT = 300
/** RFC 5321, 4.5.3.1. */
const LONGEST_LOCAL_PART = 64
const LONGEST_ADDRESS = 254
/** A line of a header may have 998 characters, and an id cannot be broken over two. */
const LONGEST_ID = 900

/** What answers and forwards are marked with, in the languages of the programs that do so; also stacked and counted. */
const marks =
  /^(?:\s*(?:re|ré|r|aw|ant|antw|antwort|sv|vs|vá|ynt|yan|odp|pd|rif|res|resp|ref|tr|rv|enc|fwd?|wg|vb|i|doorst|πρθ|απ|отв|вн|回复|答复|转发|回覆|轉寄|返信|転送)\s*(?:(?:\[\d+\]|\(\d+\)|\^\d+)\s*)?[:：])+\s*/iu

/** What a mail is about, without the marks of answers before it. */
export function bareSubject(subject: string): string {
  return inOneLine(subject.slice(0, 1000)).replace(marks, '').trim()
}

/** As it stands above an answer, or above what we write first. */
export function subjectOf(subject: string, isAnswer: boolean): string {
  const bare = truncate(bareSubject(subject), LONGEST_SUBJECT) || '(no subject)'
  return isAnswer ? `Re: ${bare}` : bare
}

/** One line, and nothing in it that cannot be seen. */
export function inOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

/** What somebody is called, beside their address: nothing in it looks like another address, to whoever reads it. */
export function nameBeside(name: string): string {
  return tidyName(name.replace(/["\\<>@]/g, ' '))
}

/** One address, bare: no name, no list, no comment, nothing quoted. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > LONGEST_LOCAL_PART || text.length > LONGEST_ADDRESS) return false
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  return /^[^\p{C}\p{Z}<>()[\]\\,;:"@]+$/u.test(local) && /^(?!-)[\p{L}\p{N}\p{M}.-]+(?<![.-])$/u.test(domain)
}

/** The ids of mails that may stand in a header: each of them once, in their order. */
export function cleanIds(ids: string[]): string[] {
  return [...new Set(ids)].filter((id) => id.length <= LONGEST_ID && /^<[\x21-\x3b=\x3f-\x7e]+>$/.test(id))
}
