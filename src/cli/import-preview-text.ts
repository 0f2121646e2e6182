import { countOf } from '../lib/text/text.ts'
import { nameOf } from '../tasks/intake/import-formats/import-format.ts'
import { type ImportPreview, MAX_PEOPLE_SHOWN } from '../tasks/intake/import-formats/import-preview.ts'

/** The preview of an import as people read it in a terminal. */
export function previewText(preview: ImportPreview): string {
  const { formats, files, messages, chatCount, chats, people, sample } = preview
  const lines = [`${formats.join(', ')}${files > 1 ? `, ${countOf(files, 'file')}` : ''}`]
  lines.push(`  ${countOf(messages, 'message')} in ${countOf(chatCount, 'chat')}${periodOf(preview)}`)
  const rows = chats.map(({ title, messages: count }) => row(count, title))
  lines.push(...rows, ...more(chatCount - chats.length))
  if (people.length > 0) {
    lines.push('  People')
    const shown = people.slice(0, MAX_PEOPLE_SHOWN)
    lines.push(
      ...shown.map(({ name, messages: count, isYou }) => row(count, `${nameOf(name)}${isYou ? ' (you)' : ''}`)),
    )
    lines.push(...more(people.length - shown.length))
  }
  lines.push(...leftOut(preview))
  if (sample.lines.length > 0) {
    lines.push(`  "${nameOf(sample.title)}" begins`)
    for (const { at, from, text } of sample.lines) lines.push(`    ${timeOf(at)}  ${nameOf(from)}: ${nameOf(text)}`)
  }
  return lines.join('\n')
}

const COUNT_WIDTH = 11

function row(count: number, title: string): string {
  return `${formatted(count).padStart(COUNT_WIDTH)}  ${nameOf(title)}`
}

function more(count: number): string[] {
  return count > 0 ? [`${' '.repeat(COUNT_WIDTH)}  and ${formatted(count)} more`] : []
}

function leftOut({ withoutText, bad, problems, otherFiles }: ImportPreview): string[] {
  const lines = []
  if (withoutText > 0)
    lines.push(`${formatted(withoutText)} without text, such as pictures, calls and notes of the program`)
  if (bad > 0) lines.push(`${formatted(bad)} that cannot be read`)
  if (otherFiles > 0) lines.push(`${countOf(otherFiles, 'file')} of no known format`)
  const examples = problems.map((problem) => `      ${nameOf(problem)}`)
  return lines.length === 0 ? [] : ['  Left out', ...lines.map((line) => `    ${line}`), ...examples]
}

function periodOf({ first, last }: ImportPreview): string {
  return first && last ? `, ${dayOf(first)} to ${dayOf(last)}` : ''
}

const formatted = (count: number) => count.toLocaleString('en')

const dayOf = (at: Date) => at.toLocaleDateString('sv')
const timeOf = (at: Date) => `${dayOf(at)} ${at.toLocaleTimeString('sv', { hour: '2-digit', minute: '2-digit' })}`
