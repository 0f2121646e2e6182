import { messageReferencesIn, rewriteReferences } from '../domain/message-reference.ts'

/** The sections of a summary, in this order. */
export const sections = ['Goals and open questions', 'Decisions', 'Facts', 'Outcomes', 'Pending actions'] as const
export type Section = (typeof sections)[number]
export type Items = Record<Section, string[]>

export interface Parsed {
  items: Items
  /** Sections whose heading is missing. */
  missing: Section[]
}

/** Parses a summary of a model or of ours. Lines outside the sections are dropped. */
export function parseSummary(text: string): Parsed {
  const items = noItems()
  const seenSections = new Set<Section>()
  let section: Section | undefined
  for (const line of text.split('\n')) {
    const heading = headingOf(line)
    if (heading) {
      section = heading
      seenSections.add(heading)
    } else if (section) {
      const item = line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim()
      if (item !== '' && !/^\(?(?:none|nothing|n\/a|-)\)?\.?$/i.test(item)) items[section].push(item)
    }
  }
  return { items, missing: sections.filter((name) => !seenSections.has(name)) }
}

/** Empty sections are left out, because they would only cost room. */
export function renderSummary(items: Items): string {
  return sections
    .filter((name) => items[name].length > 0)
    .map((name) => [`## ${name}`, ...items[name].map((item) => `- ${item}`)].join('\n'))
    .join('\n')
}

export function noItems(): Items {
  return {
    'Goals and open questions': [],
    Decisions: [],
    Facts: [],
    Outcomes: [],
    'Pending actions': [],
  }
}

export interface Expected {
  /** The summary it replaces. */
  old: string | undefined
  /** The messages it may refer to, besides those of the old one. */
  ids: Iterable<number>
  maxChars: number
}

export type Checked = { status: 'good'; text: string } | { status: 'bad'; problems: string[] }

/** The share of names, numbers and dates that the new summary may drop; with few of them it may drop any. */
const MAX_LOST_SHARE = 0.4
const MIN_ANCHORS = 5

/**
 * Whether a model's answer may replace the previous summary. Each problem is a sentence for its next attempt. Every
 * section may say "none", because small talk has nothing to keep.
 */
export function checkSummary(answer: string, { old, ids, maxChars }: Expected): Checked {
  const { items, missing } = parseSummary(answer)
  // A reference to a message that the model did not see would be wrong.
  const known = new Set([...ids, ...messageReferencesIn(old ?? '')])
  const keepKnown = (item: string) => rewriteReferences(item, (id) => known.has(id)).trim()
  for (const name of sections) items[name] = items[name].map(keepKnown).filter(Boolean)
  const text = renderSummary(items)
  const problems = [
    ...missing.map((name) => `The section "${name}" is missing.`),
    ...(text === '' && old ? ['It keeps nothing of the notes so far.'] : []),
    ...(text.length > maxChars ? [`It has ${text.length} characters; at most ${maxChars} are allowed.`] : []),
    ...findLosses(old ?? '', text),
  ]
  return problems.length === 0 ? { status: 'good', text } : { status: 'bad', problems }
}

function headingOf(line: string): Section | undefined {
  const words = /^\s*(?:#{1,6}|\*\*)(.*)$/.exec(line)?.[1]?.replace(/[*:]/g, '').trim().toLowerCase()
  return sections.find((name) => name.toLowerCase() === words)
}

function findLosses(old: string, text: string): string[] {
  const anchors = anchorsOf(old)
  const keptAnchors = anchorsOf(text)
  const lost = [...anchors].filter((anchor) => !keptAnchors.has(anchor))
  if (anchors.size < MIN_ANCHORS || lost.length <= anchors.size * MAX_LOST_SHARE) return []
  return [`It has lost ${lost.length} of ${anchors.size} names, numbers and dates: ${lost.slice(0, 20).join(', ')}.`]
}

/** Names and numbers that a reader of the old summary would miss in the new one. */
function anchorsOf(text: string): Set<string> {
  const lines = text.split('\n').filter((line) => !headingOf(line))
  const bare = rewriteReferences(lines.join('\n'), () => false)
  const found = bare.match(/\p{Lu}[\p{L}\p{N}’'-]{2,}|\d+(?:[.,:/-]\d+)*/gu) ?? []
  return new Set(found.map((word) => word.toLowerCase()).filter((word) => !common.has(word)))
}

// Capitalised words that usually begin a sentence and are not names.
const common = new Set(
  [
    'the',
    'she',
    'they',
    'this',
    'that',
    'there',
    'these',
    'and',
    'but',
    'for',
    'with',
    'not',
    'has',
    'was',
    'will',
  ].concat(['our', 'his', 'her', 'their', 'you', 'your', 'user', 'assistant', 'asked', 'said', 'wants', 'needs']),
)
