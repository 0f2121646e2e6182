import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type * as htmlparser2 from 'htmlparser2'
import { briefingMessages } from '../../../messages/briefing-messages.ts'
import type { MarkupText } from '../readable-text.ts'
import { type FeedEntry, limits, type ReadFeed } from './feed-entry.ts'

// htmlparser2's own parseFeed is not enough here: it reads the whole feed at once without limits, knows no namespace
// prefixes but the usual ones, and drops what we need: the raw dates, whether a text is HTML, and the kind of a link.

type Library = typeof htmlparser2
type Element = ReturnType<Library['DomUtils']['getElementsByTagName']>[number]

const CHUNK_CHARS = 64 * 1024

/**
 * Reads the entries of RSS 2.0, RSS 1.0 and Atom. The parser resolves no entities except those of XML and HTML, and reads
 * a broken or truncated feed as far as possible.
 */
export async function readXmlFeed(xml: string): Promise<ReadFeed> {
  const library = await import('htmlparser2')
  const { DomHandler, DomUtils, Parser } = library
  const closed = new Set<Element>()
  const dom = new DomHandler(null, null, (element) => {
    if (isEntry(element.name)) closed.add(element)
  })
  const prefixes = new Map(usualPrefixes)
  const count = { depth: 0, elements: 0, entries: 0 }
  // Once a limit is passed, the rest of the feed is left out: a deeper tree would overflow the stack of whatever walks it.
  let isWithinLimits = true
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        addPrefixes(prefixes, attributes)
        const name = plainName(prefixes, tag)
        count.depth++
        count.elements++
        if (isEntry(name)) count.entries++
        isWithinLimits &&=
          count.depth <= limits.depth && count.elements <= limits.elements && count.entries <= limits.entries
        if (isWithinLimits) dom.onopentag(name, attributes)
      },
      ontext(text) {
        if (isWithinLimits) dom.ontext(text)
      },
      onclosetag() {
        count.depth--
        if (isWithinLimits) dom.onclosetag()
      },
    },
    { xmlMode: true },
  )
  for (let at = 0; at < xml.length && isWithinLimits; at += CHUNK_CHARS) {
    parser.write(xml.slice(at, at + CHUNK_CHARS))
    await yieldToOthers()
  }
  // The parser is not ended, because that would close an entry that was cut off, and half an entry is worth nothing.
  const root = dom.dom.find(isElement)?.name.toLowerCase() ?? ''
  if (root === 'html') return { problem: briefingMessages.webPage }
  if (!['rss', 'feed', 'rdf'].includes(root)) return { problem: briefingMessages.notFeed }
  const entries = DomUtils.getElementsByTagName(isEntry, dom.dom).filter((element) => closed.has(element))
  return { entries: entries.slice(0, limits.entries).map((element) => readEntry(library, element, root === 'feed')) }
}

function isElement(node: object): node is Element {
  return 'attribs' in node
}

function isEntry(name: string): boolean {
  return name === 'item' || name === 'entry'
}

function readEntry({ DomUtils }: Library, entry: Element, isAtom: boolean): FeedEntry {
  const children = entry.children.filter(isElement)
  /** The first of these elements that is not empty. */
  const find = (...names: string[]) =>
    names
      .flatMap((name) => children.filter((child) => child.name === name))
      .find((child) => DomUtils.textContent(child).trim() !== '')
  const textOf = (child: Element | undefined) =>
    child === undefined ? '' : DomUtils.textContent(child).slice(0, limits.characters).trim()
  const wordsOf = (child: Element | undefined): MarkupText => {
    // Markup that was not written as text, as in XHTML.
    if (child && DomUtils.getChildren(child).some(isElement))
      return { text: DomUtils.getInnerHTML(child, { xmlMode: true }).slice(0, limits.characters), isHtml: true }
    return { text: textOf(child), isHtml: !isAtom || /html/i.test(child?.attribs.type ?? '') }
  }
  // An Atom link is in an attribute, and only one kind leads to the page of the entry.
  const pageLink = children.find(
    ({ name, attribs }) => name === 'link' && attribs.href && (attribs.rel ?? 'alternate') === 'alternate',
  )
  return {
    id: textOf(find('guid', 'id')) || (entry.attribs['rdf:about'] ?? ''),
    title: wordsOf(find('title')),
    text: wordsOf(find('description', 'summary', 'content', 'content:encoded')),
    link: pageLink?.attribs.href ?? textOf(find('link')),
    date: textOf(find('published', 'pubDate', 'dc:date', 'updated')),
  }
}

const MAX_PREFIXES = 100

function addPrefixes(prefixes: Map<string, string>, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) {
    const prefix = name.startsWith('xmlns:') ? namespaces[value] : undefined
    if (prefix !== undefined && prefixes.size < MAX_PREFIXES) prefixes.set(name.slice('xmlns:'.length), prefix)
  }
}

/** The name with the prefix that we expect. Unknown prefixes stay: a `media:title` is not the title of the entry. */
function plainName(prefixes: Map<string, string>, tag: string): string {
  const colon = tag.indexOf(':')
  const prefix = colon < 0 ? undefined : prefixes.get(tag.slice(0, colon))
  return prefix === undefined ? tag : prefix + tag.slice(colon + 1)
}

/** The prefix that we expect for each namespace. The names of the feed itself have none. */
const namespaces: Record<string, string> = {
  'http://www.w3.org/2005/Atom': '',
  'http://purl.org/atom/ns#': '',
  'http://purl.org/rss/1.0/': '',
  'http://my.netscape.com/rdf/simple/0.9/': '',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': '',
  'http://purl.org/dc/elements/1.1/': 'dc:',
  'http://purl.org/rss/1.0/modules/content/': 'content:',
}

const usualPrefixes: [used: string, expected: string][] = [
  ['rdf', ''],
  ['dc', 'dc:'],
  ['content', 'content:'],
]
