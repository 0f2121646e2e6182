import { clockTime, dateText } from '../../lib/time/calendar.ts'

/** What the Markdown of a chat needs to know of a line. */
export interface MarkdownLine {
  at: string
  name: string
  text: string
  deletedAt?: string
  replacedBy?: number
  otherVersion?: true
  files?: { name: string; path: string }[]
  actions?: string[]
}

/**
 * A conversation as a person reads it: by day, with the current text of edited lines, in the chosen version, and without lines that
 * were deleted on their platform. The JSON beside it has them all.
 */
export function chatMarkdown({
  title,
  lines,
  timezone,
}: {
  title: string
  lines: MarkdownLine[]
  timezone: string
}): string {
  const parts = [`# ${oneLine(title)}`]
  let lastDay = ''
  for (const line of lines) {
    if (line.deletedAt !== undefined || line.replacedBy !== undefined || line.otherVersion) continue
    const at = new Date(line.at)
    const date = dateText(at, timezone)
    if (date !== lastDay) parts.push(`## ${date}`)
    lastDay = date
    parts.push(`**${oneLine(line.name)}** ${clockTime(at, timezone)}`)
    if (line.actions) parts.push(line.actions.map((action) => `> ${oneLine(action)}`).join('\n'))
    if (line.text !== '') parts.push(line.text)
    if (line.files) parts.push(line.files.map(({ name, path }) => `- [${linkText(name)}](<${path}>)`).join('\n'))
  }
  return `${parts.join('\n\n')}\n`
}

function oneLine(value: string): string {
  return value.replaceAll(/\s/g, ' ')
}

function linkText(name: string): string {
  return oneLine(name).replaceAll(/[[\]\\]/g, '\\$&')
}
