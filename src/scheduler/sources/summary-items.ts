import { parseSummary, type Section, sections } from '../../memory/summary-format.ts'
import { oneLine } from './plain-words.ts'

const LONGEST_ITEM = 300

/** What a summary says, item by item, without its pointers to messages; all of it, or these sections. */
export function summaryItems(text: string, wanted: readonly Section[] = sections): string[] {
  const { items } = parseSummary(text)
  return wanted
    .flatMap((section) => items[section])
    .map((item) => oneLine(item.replace(/(?<!\s)\s*\[\d+(?:\s*,\s*\d+)*\]/g, ''), LONGEST_ITEM))
    .filter((item) => item !== '')
}
