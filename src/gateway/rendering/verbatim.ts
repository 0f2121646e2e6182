/**
 * Other people's text, word for word. A backslash is inserted only where the text could be mistaken for ours: in the fence
 * of our tags, and before a line that begins like one of our line heads. Removing these backslashes restores the text.
 */
export function verbatim(text: string, fence: string): string {
  const storable = isPlainAscii.test(text) ? text : withoutControlCharacters(text)
  const lines = storable.includes('[') ? storable.replace(bracketLine, markHead) : storable
  const fenceStart = fence.slice(0, FENCE_START_CHARS)
  return lines.toLowerCase().includes(fenceStart) ? markFence(lines, fence) : lines
}

/** The same for a text that starts at the beginning of a line. */
export function verbatimLines(text: string, fence: string): string {
  return verbatim(`\n${text}`, fence).slice(1)
}

const FENCE_START_CHARS = 4

function markFence(text: string, fence: string): string {
  const fencePattern = new RegExp(
    String.raw`(${fence.slice(0, FENCE_START_CHARS)})(\\*)(?=${fence.slice(FENCE_START_CHARS)})`,
    'gi',
  )
  return text.replace(fencePattern, String.raw`$1\$2`)
}

/** Any kind of line break, invisible characters, existing backslashes, and an opening bracket with its content. */
const bracketLine =
  /([\n\r\u0085\u2028\u2029](?:(?![\n\r\u0085\u2028\u2029])[\p{Z}\p{C}])*)(\\*)(?=\[(?:([^\]\n\r\u0085\u2028\u2029]{0,200})\])?)/gu

/** A bracket that already has a backslash gets another one, so that removing one is always right. */
function markHead(match: string, before: string, slashes: string, content: string | undefined): string {
  const needsBackslash = slashes !== '' || (content !== undefined && couldBeHead(content))
  return needsBackslash ? `${before}\\${slashes}` : match
}

/** Our heads contain a time or a date, or begin with one of our words. Number lists, links and sections do not. */
function couldBeHead(content: string): boolean {
  const visible = content.normalize('NFKC').replace(/\p{C}/gu, '').trim()
  return ourWords.test(visible) || (clockOrDate.test(visible) && !onlyNumbers.test(visible))
}

const ourWords = /^\p{P}*(?:\.\.\.|(?:you|file|reactions|summary|since)(?![\p{L}\p{N}]))/iu
const clockOrDate = /\p{N}\s*[^\p{L}\p{N}\s]\s*\p{N}/u
const onlyNumbers = /^[\p{N}\p{P}\p{Z}+=<>|~^$]*$/u

/** Printable ASCII, like most lines. */
const isPlainAscii = /^[\x20-\x7e\n\t]*$/

/** Removes control characters and unpaired surrogates. */
function withoutControlCharacters(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the ones that are dropped
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
