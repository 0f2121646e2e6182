import { setImmediate as nextTurn } from 'node:timers/promises'
import { createSections, type Section } from './sections.ts'

/** Parsed at once, so that nothing else waits for long. */
const CHUNK_CHARS = 32_000

/** The parser takes longer with each open tag. No page that people read nests more. */
const MAX_DEPTH = 500

/** The visible text of a page by its headings. Reading stops after `maxChars` of text. */
export async function readHtml(html: string, maxChars: number): Promise<{ sections: Section[]; isCut: boolean }> {
  const { Parser } = await import('htmlparser2')
  const sections = createSections()
  let depth = 0
  let hiddenDepth = 0
  let preDepth = 0
  let heading: { level: number; text: string } | undefined
  let chars = 0
  const isFull = () => chars >= maxChars || depth > MAX_DEPTH
  const parser = new Parser({
    onopentagname(name) {
      depth++
      if (hiddenTags.has(name)) hiddenDepth++
      if (name === 'pre') preDepth++
      const level = headingTags.indexOf(name)
      if (level >= 0) heading = { level: Math.max(1, level), text: '' }
      else if (heading === undefined) sections.text(marksBefore[name] ?? '')
    },
    onclosetag(name) {
      depth--
      if (hiddenTags.has(name)) hiddenDepth--
      if (name === 'pre') preDepth--
      if (heading !== undefined && headingTags.includes(name)) {
        sections.heading(heading.level, heading.text)
        heading = undefined
      } else if (heading === undefined && marksBefore[name] === PARAGRAPH) sections.text(PARAGRAPH)
    },
    ontext(text) {
      if (hiddenDepth > 0 || isFull()) return
      chars += text.length
      const shown = preDepth > 0 ? text : text.replace(/\s+/g, ' ')
      if (heading === undefined) sections.text(shown)
      else heading.text += shown
    },
  })
  for (let at = 0; at < html.length && !isFull(); at += CHUNK_CHARS) {
    parser.write(html.slice(at, at + CHUNK_CHARS))
    await nextTurn()
  }
  const isCut = isFull()
  parser.end()
  return { sections: sections.all(), isCut }
}

/** The title of the page is a heading above all others. */
const headingTags = ['title', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const hiddenTags = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'nav'])

const PARAGRAPH = '\n\n'
const paragraphTags = 'p div section article main header footer ul ol dl table pre blockquote figure form details'
const marksBefore: Partial<Record<string, string>> = {
  ...Object.fromEntries(paragraphTags.split(' ').map((name) => [name, PARAGRAPH])),
  br: '\n',
  hr: '\n',
  tr: '\n',
  dt: '\n',
  dd: '\n',
  li: '\n- ',
  td: ' | ',
  th: ' | ',
}
