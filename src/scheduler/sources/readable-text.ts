import { truncate } from '../../lib/text/text.ts'
import { printable } from '../../lib/text/visible.ts'

export interface MarkupText {
  text: string
  /** Markup that was written as text. */
  isHtml: boolean
}

/** What words of a feed say, on one line, without markup and without what nobody sees. */
export async function readableText({ text, isHtml }: MarkupText, most: number): Promise<string> {
  return oneLine(isHtml && /[<&]/.test(text) ? await withoutMarkup(text) : text, most)
}

/** Others wrote it: no line breaks, nothing that moves a cursor or turns the text around. */
export function oneLine(text: string, most: number): string {
  return truncate(printable(text.replace(/\s+/g, ' ')).trim().toWellFormed(), most)
}

async function withoutMarkup(html: string): Promise<string> {
  const { Parser } = await import('htmlparser2')
  let words = ''
  let unseen = 0
  const parser = new Parser({
    onopentagname(name) {
      if (hidden.has(name)) unseen++
      else if (!inline.has(name)) words += ' '
    },
    onclosetag(name) {
      if (hidden.has(name)) unseen--
      else if (!inline.has(name)) words += ' '
    },
    ontext(text) {
      if (unseen === 0) words += text
    },
  })
  parser.end(html)
  return words
}

const hidden = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg'])
const inline = new Set([
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
