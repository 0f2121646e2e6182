/** A heading of a Markdown text and everything up to the next one. */
export interface MarkdownSection {
  /** Without its `#`; empty for what comes before the first heading. */
  title: string
  /** The line of the heading; empty if there is none. */
  heading: string
  /** Without empty lines at both ends. */
  body: string
}

const headingLine = /^ {0,3}#{1,6}(?:[ \t](.*))?$/
const fenceLine = /^ {0,3}(`{3,}|~{3,})/

/** Every heading begins a section, whatever its level. A line in a code block is no heading. */
export function parseSections(text: string): MarkdownSection[] {
  const found: { heading: string; title: string; lines: string[] }[] = [{ heading: '', title: '', lines: [] }]
  let fence: string | undefined
  for (const line of text.split(/\r\n|\r|\n/)) {
    const mark = fenceLine.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
    const title = fence === undefined && mark === undefined ? headingLine.exec(line) : null
    if (title) found.push({ heading: line.trim(), title: titleOf(title[1] ?? ''), lines: [] })
    else found.at(-1)?.lines.push(line)
  }
  return found
    .map(({ heading, title, lines }) => ({ heading, title, body: withoutEmptyEnds(lines) }))
    .filter(({ heading, body }) => heading !== '' || body !== '')
}

/** The section with this title, whatever its case. */
export function findSection(sections: MarkdownSection[], title: string): MarkdownSection | undefined {
  const name = sectionKey(title)
  return sections.find((section) => sectionKey(section.title) === name)
}

/** The text with another body for a section. A new section is added at the end; without a body it is removed. */
export function replaceSection(text: string, title: string, body: string): string {
  const sections = parseSections(text)
  const old = findSection(sections, title)
  const name = titleOf(title)
  const replacement = { title: name, heading: old?.heading ?? (name === '' ? '' : `## ${name}`), body: body.trim() }
  const kept = sections.flatMap((section) => (section === old ? (replacement.body === '' ? [] : replacement) : section))
  // What has no heading must come first, or it would belong to the section before it.
  const added = old || replacement.body === '' ? [] : [replacement]
  return joinSections(name === '' ? [...added, ...kept] : [...kept, ...added])
}

/** Both texts as one. What both have under the same heading stands below each other, unless it says the same. */
export function mergeSections(text: string, other: string): string {
  const sections = parseSections(text)
  const places = new Map(sections.map(({ title }, at) => [sectionKey(title), at] as const).reverse())
  for (const section of parseSections(other)) {
    const key = sectionKey(section.title)
    const own = sections[places.get(key) ?? -1]
    if (own === undefined) places.set(key, sections.push(section) - 1)
    else if (!own.body.includes(section.body)) own.body = [own.body, section.body].filter(Boolean).join('\n')
  }
  // What has no heading must come first, or it would belong to the section before it.
  const [plain, titled] = [sections.filter(({ heading }) => heading === ''), sections.filter(({ heading }) => heading)]
  return joinSections([...plain, ...titled])
}

export function joinSections(sections: MarkdownSection[]): string {
  const blocks = sections.map(({ heading, body }) => [heading, body].filter((part) => part !== '').join('\n'))
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}

/** A title as it is written after the `#` of a heading. */
function titleOf(text: string): string {
  const title = text.replace(/\s+/g, ' ').trim()
  const withoutOpening = /^#{1,6} /.test(title) ? title.slice(title.indexOf(' ') + 1) : title
  const closing = withoutOpening.lastIndexOf(' ')
  // Markdown allows a heading to end in any number of #.
  return closing > 0 && /^#+$/.test(withoutOpening.slice(closing + 1))
    ? withoutOpening.slice(0, closing)
    : withoutOpening
}

function sectionKey(title: string): string {
  return titleOf(title).toLowerCase().normalize('NFC')
}

function withoutEmptyEnds(lines: string[]): string {
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return first < 0 ? '' : lines.slice(first, last + 1).join('\n')
}
