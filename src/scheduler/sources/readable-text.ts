import { truncate } from '../../lib/text/text.ts'
import { printable } from '../../lib/text/visible.ts'

export interface MarkupText {
  text: string
  /** Whether the text contains HTML. */
  isHtml: boolean
}

/** The visible text of a feed or calendar entry, on one line and without markup. */
export async function readableText({ text, isHtml }: MarkupText, maxChars: number): Promise<string> {
  return printableLine(isHtml && /[<&]/.test(text) ? await withoutMarkup(text) : text, maxChars)
}

/** Foreign text on one line, without characters that move the cursor or change the direction of the text. */
export function printableLine(text: string, maxChars: number): string {
  return truncate(printable(text.replace(/\s+/g, ' ')).trim().toWellFormed(), maxChars)
}

async function withoutMarkup(html: string): Promise<string> {
  const { Parser } = await import('htmlparser2')
  let visibleText = ''
  let hiddenDepth = 0
  const parser = new Parser({
    onopentagname(name) {
      if (hiddenTags.has(name)) hiddenDepth++
      else if (!inlineTags.has(name)) visibleText += ' '
    },
    onclosetag(name) {
      if (hiddenTags.has(name)) hiddenDepth--
      else if (!inlineTags.has(name)) visibleText += ' '
    },
    ontext(text) {
      if (hiddenDepth === 0) visibleText += text
    },
  })
  parser.end(html)
  return visibleText
}

const hiddenTags = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg'])
const inlineTags = new Set([
  'a',
  'abbr',
  'b',
  'cite',
  'code',
  'em',
  'font',
  'i',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'tt',
  'u',
  'wbr',
])
