import { dateAndTime } from '../lib/time/calendar.ts'
import type { LibraryLine } from './library.ts'

/**
 * `[12] 2026-03-14 14:02 Ana: text`, a chat other than this one in parentheses before the name. Only a head stands at the
 * beginning of a line: what follows the first line of a text is set in behind a bar, so that no text can pass for a line.
 */
export function describeLine({ id, at, who, chatTitle, text, files }: LibraryLine, timezone: string): string {
  const [first = '', ...others] = text.split(lineBreak).map(withoutControls)
  const place = chatTitle === undefined ? '' : `(${chatTitle}) `
  return [
    `[${id}] ${dateAndTime(at, timezone)} ${place}${who}: ${first}`.trimEnd(),
    ...others.map((line) => `    | ${line}`),
    ...files.map((name) => `    file: ${name}`),
  ].join('\n')
}

/** Every break that a reader may take for one. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

function withoutControls(line: string): string {
  return line.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (sign) => (sign === '\t' ? sign : ''))
}
