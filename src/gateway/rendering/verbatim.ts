/**
 * What people wrote, word for word, as it stands among our own lines. Only what could pass for ours is marked, by a
 * backslash: the fence of our tags, and a line that begins like one of our line heads. Taking that backslash away again
 * restores every text.
 */
export function verbatim(text: string, fence: string): string {
  const held = needsNothing.test(text) ? text : holdable(text)
  const lines = held.includes('[') ? held.replace(bracketLine, markHead) : held
  const start = fence.slice(0, HALF)
  return lines.toLowerCase().includes(start) ? markFence(lines, fence) : lines
}

/** The same for a text that begins a line itself. */
export function verbatimLines(text: string, fence: string): string {
  return verbatim(`\n${text}`, fence).slice(1)
}

const HALF = 4

function markFence(text: string, fence: string): string {
  const anywhere = new RegExp(String.raw`(${fence.slice(0, HALF)})(\\*)(?=${fence.slice(HALF)})`, 'gi')
  return text.replace(anywhere, String.raw`$1\$2`)
}

/** Every break that a reader may take for one, what cannot be seen, backslashes that were there, and what is in brackets. */
const bracketLine =
  /([\n\r\u0085\u2028\u2029](?:(?![\n\r\u0085\u2028\u2029])[\p{Z}\p{C}])*)(\\*)(?=\[(?:([^\]\n\r\u0085\u2028\u2029]{0,200})\])?)/gu

/** A bracket that has a backslash already gets one more, so that taking one away is always right. */
function markHead(whole: string, before: string, slashes: string, inside: string | undefined): string {
  const isMarked = slashes !== '' || (inside !== undefined && couldBeHead(inside))
  return isMarked ? `${before}\\${slashes}` : whole
}

/** Our heads hold a time or a date, or begin with a word of ours. A list of numbers, a link or a section is none. */
function couldBeHead(inside: string): boolean {
  const said = inside.normalize('NFKC').replace(/\p{C}/gu, '').trim()
  return ourWords.test(said) || (clockOrDate.test(said) && !onlyNumbers.test(said))
}

const ourWords = /^\p{P}*(?:\.\.\.|(?:you|file|reactions|summary|since)(?![\p{L}\p{N}]))/iu
const clockOrDate = /\p{N}\s*[^\p{L}\p{N}\s]\s*\p{N}/u
const onlyNumbers = /^[\p{N}\p{P}\p{Z}+=<>|~^$]*$/u

/** Plain letters and signs, as most lines are. */
const needsNothing = /^[\x20-\x7e\n\t]*$/

/** Without what no text should hold and no reader can see: control characters, halves of characters. */
function holdable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the ones that are dropped
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
