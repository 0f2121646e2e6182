import { messageReferencesIn } from '../domain/message-reference.ts'
import { parseSummary, type Section } from './summary-format.ts'

/** The headings of a day note, in the language of the person. */
export type NoteHeadings = Record<'decided' | 'done' | 'promised' | 'open', string>

/** Where the lines of a summary go. Facts are remembered on their own. */
const places: [heading: keyof NoteHeadings, section: Section][] = [
  ['decided', 'Decisions'],
  ['done', 'Outcomes'],
  ['promised', 'Pending actions'],
  ['open', 'Goals and open questions'],
]

/** The note of a day as Markdown, made from a summary of that day. Empty if nothing happened that fits under a heading. */
export function renderDayNote(day: string, summary: string, headings: NoteHeadings): string {
  const { items } = parseSummary(summary)
  const sections = places.flatMap(([heading, section]) => {
    const lines = items[section].filter((item) => messageReferencesIn(item).length > 0)
    return lines.length === 0 ? [] : [`## ${headings[heading]}\n\n${lines.map((line) => `- ${line}`).join('\n')}`]
  })
  return sections.length === 0 ? '' : `${[`# ${day}`, ...sections].join('\n\n')}\n`
}

/** One line of a day note, with the messages it comes from. */
export interface NoteLine {
  text: string
  sources: number[]
}

export function parseDayNote(note: string): NoteLine[] {
  return note
    .split('\n')
    .flatMap((line) => (line.startsWith('- ') ? [{ text: line.slice(2), sources: messageReferencesIn(line) }] : []))
}
