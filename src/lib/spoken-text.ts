import { type Block, type Inline, parseMarkdown } from './markdown.ts'
import { sentenceEnds, wholeBefore } from './text/text.ts'

/** About two minutes of speech. */
const MAX_SPOKEN_CHARS = 2000

/**
 * The part of an answer that is read aloud: its sentences, without Markdown, code, tables, addresses of links and
 * pictograms. A long text ends after a sentence. Empty if there is nothing to read.
 */
export function spokenText(markdown: string): { text: string; isShortened: boolean } {
  // Much more than is spoken, because a text without sentences is not parsed to its end.
  const whole = blocksText(parseMarkdown(markdown.slice(0, 20 * MAX_SPOKEN_CHARS)))
  const text = whole.length <= MAX_SPOKEN_CHARS ? whole : beginning(whole)
  const hasWords = /[\p{L}\p{N}]/u.test(text)
  return { text: hasWords ? text : '', isShortened: text.length < whole.length }
}

function beginning(text: string): string {
  const start = text.slice(0, wholeBefore(text, MAX_SPOKEN_CHARS))
  const ends = [...start.matchAll(sentenceEnds)].map(({ index, 0: end }) => index + end.length)
  const last = ends.findLast((end) => end > start.length / 2) ?? start.lastIndexOf(' ')
  return (last > 0 ? start.slice(0, last) : start).trim()
}

function blocksText(blocks: Block[]): string {
  return blocks
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n\n')
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return inlineText(block.inlines)
    case 'heading':
      return asSentence(inlineText(block.inlines))
    case 'quote':
      return blocksText(block.blocks)
    case 'list':
      return block.items
        .map((item) => asSentence(blocksText(item)))
        .filter((text) => text !== '')
        .join('\n')
    case 'code':
    case 'table':
    case 'rule':
      return ''
  }
}

/** A pause after headings and items, which have no full stop. */
function asSentence(text: string): string {
  return text === '' || /[\p{P}]$/u.test(text) ? text : `${text}.`
}

function inlineText(inlines: Inline[]): string {
  const text = inlines
    .map((inline): string => {
      switch (inline.kind) {
        case 'text':
          return inline.text.replace(webAddress, '')
        case 'code':
          return inline.text
        case 'break':
          return '\n'
        case 'link':
        case 'strong':
        case 'em':
        case 'strike':
          return inlineText(inline.inlines)
      }
    })
    .join('')
  return text
    .replace(unspoken, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
}

const webAddress = /\bhttps?:\/\/[^\s<>]+/g

/** Pictograms have names that nobody wants to hear, and control characters have none. */
const unspoken = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3|(?!\n)\p{C}/gu
