import { type MailLine, withoutEmptyEnds } from '../mail-lines.ts'
import { removeInvisible } from '../visible-text.ts'
import { cssStyleOf, readSheet, type Sheet } from './css.ts'
import { type Document, type Element, isElement, isText, MAX_DOM_DEPTH, type Node, someWithin } from './dom.ts'
import { type Authorship, createLineBuilder, type LineBuilder } from './line-builder.ts'
import { quoteMarkOf } from './quote-marks.ts'
import { defaultLook, isInvisible, isRemoved, lookWithin, type TextLook } from './visibility.ts'

export interface ExtractedLines {
  lines: MailLine[]
  /** It contained text that nobody would see. */
  hidden: boolean
  /** It was not read to its end. */
  isCut: boolean
}

/** The visible text of a page, line by line, and who wrote it. Nothing is fetched, and hidden text is left out. */
export function htmlLines(document: Document): ExtractedLines {
  const sheet = sheetOf(document)
  let place: Authorship = { depth: 0, isSure: false, isSignature: false }
  let hasEnded = false
  let hidden = false
  let isCut = false

  function walk(node: Node, page: LineBuilder, view: View): void {
    if (isText(node)) return words(node.data, page, view)
    if (!isElement(node)) return
    if (unspoken.has(node.name)) return
    if (view.level > MAX_DOM_DEPTH) {
      isCut = true
      return
    }
    const style = cssStyleOf(sheet, node.name, node.attribs)
    if (isRemoved(style, node.attribs)) {
      hidden ||= someWithin(node.children, hasWords)
      return
    }
    const innerLook = lookWithin(view.look, style, node.attribs)
    const within = { ...view, look: innerLook, level: view.level + 1, isRaw: view.isRaw || node.name === 'pre' }
    const isBlock = blocks.has(node.name)
    const isTight = style.get('margin')?.startsWith('0') || node.attribs.class === 'MsoNormal' || isItem(node.parent)
    const hasRoom = roomy.has(node.name) && !isTight
    if (isBlock) page.block(hasRoom)
    inPlace(node, page, () => content(node, page, within))
    if (isBlock) page.block(hasRoom)
  }

  function words(data: string, page: LineBuilder, { look, isRaw }: View): void {
    const { text, hidden: isCoded } = removeInvisible(data)
    hidden ||= isCoded
    if (isInvisible(look)) hidden ||= holdsWords(text)
    else if (isRaw) page.writeRaw(text)
    else page.write(text)
  }

  /**
   * Tracks whether the content of an element is quoted. After an end mark of a mail client, everything that follows is.
   */
  function inPlace(element: Element, page: LineBuilder, walkIt: () => void): void {
    const mark = quoteMarkOf(element)
    if (!mark || (mark === 'signature' && place.depth > 0)) return walkIt()
    page.block(false)
    const outer = place
    if (mark === 'end') hasEnded ||= place.depth === 0
    else if (mark === 'signature') place = { ...place, isSignature: true }
    else place = { ...place, depth: place.depth + 1, isSure: place.isSure || mark !== 'maybe quote' }
    if (hasEnded && place.depth === 0) place = notOwn
    walkIt()
    page.block(false)
    place = hasEnded && outer.depth === 0 ? notOwn : outer
  }

  function content(element: Element, page: LineBuilder, view: View): void {
    switch (element.name) {
      case 'br':
        return page.break()
      case 'hr':
        return page.write('---')
      case 'img':
        return picture(element, page, view)
      case 'a':
        return link(element, page, view)
      case 'ul':
      case 'ol':
        return list(element, page, view)
      case 'tr':
        return row(element, page, view)
      default:
        for (const child of element.children) walk(child, page, view)
    }
  }

  function link(element: Element, page: LineBuilder, view: View): void {
    const lines = page.lines.length
    const before = page.open().length
    for (const child of element.children) walk(child, page, view)
    const linkLabel = page.open().slice(page.lines.length === lines ? before : 0)
    const target = linkTarget(element.attribs.href, linkLabel)
    if (target) page.write(` (${target})`)
  }

  function list(element: Element, page: LineBuilder, view: View): void {
    let number = Number.parseInt(element.attribs.start ?? '1', 10) || 1
    for (const child of element.children) {
      if (!isElement(child) || child.name !== 'li') walk(child, page, view)
      else {
        page.item(element.name === 'ol' ? `${number++}. ` : '- ')
        walk(child, page, view)
        page.endItem()
      }
    }
  }

  /** Single-line cells are written side by side. Other tables are layout, and their cells go below each other. */
  function row(element: Element, page: LineBuilder, view: View): void {
    const cells = element.children.filter(isElement).map((cell) => {
      const inner = createLineBuilder(() => place)
      walk(cell, inner, view)
      inner.block(false)
      return withoutEmptyEnds(inner.lines)
    })
    const filled = cells.filter((cell) => cell.length > 0)
    const isTable = filled.length > 1 && filled.every((cell) => cell.length === 1 && cell[0]?.depth === place.depth)
    if (isTable) page.write(cells.map((cell) => cell[0]?.text ?? '').join(' | '))
    else for (const cell of filled) page.add(cell)
  }

  function picture({ attribs }: Element, page: LineBuilder, view: View): void {
    const alt = attribs.alt?.trim() ?? ''
    // Some clients insert emoji as pictures. Other alternative texts are skipped.
    if (alt.length <= 8 && /^\p{Extended_Pictographic}/u.test(alt)) words(alt, page, view)
  }

  const page = createLineBuilder(() => place)
  for (const child of document.children) walk(child, page, { look: defaultLook, isRaw: false, level: 0 })
  page.block(false)
  const lines = page.lines.filter(({ text }, at) => text !== '' || page.lines[at - 1]?.text !== '')
  return { lines, hidden, isCut }
}

const notOwn: Authorship = { depth: 1, isSure: true, isSignature: false }

interface View {
  look: TextLook
  isRaw: boolean
  level: number
}

const unspoken = new Set(
  'head style script noscript template title meta link svg object iframe audio video canvas select textarea map'.split(
    ' ',
  ),
)
const blocks = new Set(
  'html body div p h1 h2 h3 h4 h5 h6 ul ol li table tbody thead tfoot tr td th caption blockquote pre hr section article header footer main nav aside address dl dt dd form fieldset figure figcaption center details summary'.split(
    ' ',
  ),
)
const roomy = new Set('p h1 h2 h3 h4 h5 h6 pre'.split(' '))

function sheetOf(document: Document): Sheet {
  const css: string[] = []
  someWithin(document.children, (node) => {
    if (isElement(node) && node.name === 'style')
      for (const child of node.children) if (isText(child)) css.push(child.data)
    return false
  })
  return readSheet(css.reverse().join('\n'))
}

function isItem(node: Element['parent']): boolean {
  return node !== null && 'name' in node && node.name === 'li'
}

function hasWords(node: Node): boolean {
  return (
    isText(node) && holdsWords(node.data) && !(node.parent && isElement(node.parent) && unspoken.has(node.parent.name))
  )
}

function holdsWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

const MAX_LINK_CHARS = 2000

/**
 * The target of a link, if its text does not show it already. Only kinds of links that a person could open from text.
 */
function linkTarget(href: string | undefined, linkText: string): string | undefined {
  const target = removeInvisible(href ?? '')
    .text.trim()
    .replace(/\s/g, '%20')
  if (!/^(https?:|mailto:|tel:)/i.test(target) || target.length > MAX_LINK_CHARS) return undefined
  const words = linkText.trim()
  if (words === '' || plain(words) === plain(target)) return undefined
  return target.replace(/^(mailto|tel):/i, '')
}

function plain(url: string): string {
  const bare = url
    .toLowerCase()
    .replace(/^(https?:\/\/|mailto:|tel:)/, '')
    .replace(/^www\./, '')
  return bare.replace(/\/$/, '').replace(/^[<(]|[>)]$/g, '')
}
