/**
 * Other people's text, word for word. A backslash is inserted only where the text could be mistaken for ours: in the fence
 * of our tags, and before a line that begins like one of our line heads. Removing these backslashes restores the text.
 */
export function verbatim(text: string, fence: string): string {
  const held = needsNothing.test(text) ? text : holdable(text)
  const lines = held.includes('[') ? held.replace(bracketLine, markHead) : held
  const start = fence.slice(0, HALF)
  return lines.toLowerCase().includes(start) ? markFence(lines, fence) : lines
}

/** The same for a text that starts at the beginning of a line. */
export function verbatimLines(text: string, fence: string): string {
  return verbatim(`\n${text}`, fence).slice(1)
}

const HALF = 4

function markFence(text: string, fence: string): string {
  const anywhere = new RegExp(String.raw`(${fence.slice(0, HALF)})(\\*)(?=${fence.slice(HALF)})`, 'gi')
  return text.replace(anywhere, String.raw`$1\$2`)
}

/** Any kind of line break, invisible characters, existing backslashes, and an opening bracket with its content. */
const bracketLine =
  /([\n\r\u0085\u2028\u2029](?:(?![\n\r\u0085\u2028\u2029])[\p{Z}\p{C}])*)(\\*)(?=\[(?:([^\]\n\r\u0085\u2028\u2029]{0,200})\])?)/gu

/** A bracket that already has a backslash gets another one, so that removing one is always right. */
function markHead(whole: string, before: string, slashes: string, inside: string | undefined): string {
  const isMarked = slashes !== '' || (inside !== undefined && couldBeHead(inside))
  return isMarked ? `${before}\\${slashes}` : whole
}

/** Our heads contain a time or a date, or begin with one of our words. Number lists, links and sections do not. */
function couldBeHead(inside: string): boolean {
  const said = inside.normalize('NFKC').replace(/\p{C}/gu, '').trim()
  return ourWords.test(said) || (clockOrDate.test(said) && !onlyNumbers.test(said))
}

const ourWords = /^\p{P}*(?:\.\.\.|(?:you|file|reactions|summary|since)(?![\p{L}\p{N}]))/iu
const clockOrDate = /\p{N}\s*[^\p{L}\p{N}\s]\s*\p{N}/u
const onlyNumbers = /^[\p{N}\p{P}\p{Z}+=<>|~^$]*$/u

/** Printable ASCII, like most lines. */
const needsNothing = /^[\x20-\x7e\n\t]*$/

/** Removes control characters and unpaired surrogates. */
function holdable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the ones that are dropped
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
