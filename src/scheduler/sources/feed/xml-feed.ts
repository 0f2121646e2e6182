import { setImmediate as others } from 'node:timers/promises'
import { type Entry, limits, type ReadFeed } from './entry.ts'

const PIECE = 64 * 1024

/**
 * The entries of RSS 2.0, RSS 1.0 and Atom, as they stand there. The parser knows no entities but those of XML and HTML
 * and opens nothing, and what is broken or cut off it reads up to there.
 */
export async function readXmlFeed(xml: string): Promise<ReadFeed> {
  const { Parser } = await import('htmlparser2')
  const reading = createReading()
  const parser = new Parser(
    { onopentag: reading.open, onclosetag: reading.close, ontext: reading.text },
    { xmlMode: true, decodeEntities: true },
  )
  for (let at = 0; at < xml.length && !reading.isDone(); at += PIECE) {
    parser.write(xml.slice(at, at + PIECE))
    await others()
  }
  if (!reading.isDone()) {
    reading.end()
    parser.end()
  }
  return reading.outcome()
}

/** The fields of an entry that tell us something, by what they are called in each kind of feed; the first one counts. */
const fields: Record<string, { field: keyof Entry; rank: number }> = {
  title: { field: 'title', rank: 0 },
  guid: { field: 'id', rank: 0 },
  id: { field: 'id', rank: 0 },
  link: { field: 'link', rank: 0 },
  description: { field: 'text', rank: 0 },
  summary: { field: 'text', rank: 0 },
  content: { field: 'text', rank: 1 },
  'content:encoded': { field: 'text', rank: 1 },
  published: { field: 'date', rank: 0 },
  pubDate: { field: 'date', rank: 0 },
  'dc:date': { field: 'date', rank: 1 },
  updated: { field: 'date', rank: 2 },
}

interface Open {
  entry: Entry
  depth: number
  /** What each field has so far. */
  ranks: Map<keyof Entry, number>
  field?: { name: keyof Entry; rank: number; depth: number; text: string; isHtml: boolean }
}

function createReading() {
  const entries: Entry[] = []
  const prefixes = new Map(usual)
  let depth = 0
  let root = ''
  let isTooDeep = false
  /** Whatever is closed from now on was cut off: half an entry is none. */
  let isOver = false
  let entry: Open | undefined

  function open(tag: string, attributes: Record<string, string>): void {
    depth++
    if (depth > limits.depth) isTooDeep = true
    for (const name of Object.keys(attributes)) {
      const space = name.startsWith('xmlns:') ? spaces[attributes[name] ?? ''] : undefined
      if (space !== undefined && prefixes.size < 100) prefixes.set(name.slice(6), space)
    }
    const name = plainName(tag)
    if (root === '') root = name.toLowerCase()
    if (name === 'item' || name === 'entry') {
      // Where the end of the one before it was forgotten, it ends here.
      if (entry) entries.push(entry.entry)
      entry = begin(attributes)
    } else if (entry && depth === entry.depth + 1) beginField(entry, name, attributes)
    else if (entry?.field) entry.field.text += ' '
  }

  function begin(attributes: Record<string, string>): Open {
    const nothing = { text: '', isHtml: false }
    const id = attributes['rdf:about'] ?? ''
    return { entry: { id, title: nothing, text: nothing, link: '', date: '' }, depth, ranks: new Map() }
  }

  function beginField(at: Open, name: string, attributes: Record<string, string>): void {
    const known = fields[name]
    if (!known) return
    // Links of Atom stand in an attribute; there are others beside the one to the page.
    if (name === 'link' && attributes.href !== undefined) {
      const isPage = attributes.rel === undefined || attributes.rel === 'alternate'
      if (isPage && at.entry.link === '') at.entry.link = attributes.href
      return
    }
    const kind = attributes.type?.toLowerCase() ?? ''
    const isHtml = root === 'feed' ? kind.includes('html') && kind !== 'xhtml' : true
    if (known.rank < (at.ranks.get(known.field) ?? Number.POSITIVE_INFINITY))
      at.field = { name: known.field, rank: known.rank, depth, text: '', isHtml }
  }

  function text(words: string): void {
    const field = entry?.field
    if (field && field.text.length < limits.characters) field.text += words.slice(0, limits.characters)
  }

  function close(): void {
    if (entry?.field?.depth === depth) endField(entry)
    if (entry?.depth === depth) {
      if (!isOver) entries.push(entry.entry)
      entry = undefined
    }
    depth--
  }

  function endField(at: Open): void {
    const { name, rank, text: words, isHtml } = at.field ?? { name: 'id', rank: 0, text: '', isHtml: false }
    delete at.field
    if (words.trim() === '') return
    at.ranks.set(name, rank)
    const cut = words.slice(0, limits.characters)
    if (name === 'title' || name === 'text') at.entry[name] = { text: cut, isHtml }
    else if (name === 'link') at.entry.link ||= cut.trim()
    else at.entry[name] = cut.trim()
  }

  function plainName(tag: string): string {
    const colon = tag.indexOf(':')
    if (colon < 0) return tag
    const space = prefixes.get(tag.slice(0, colon))
    // A title of a picture or of a podcast's episode is not the title of the entry.
    return space === undefined ? tag : space + tag.slice(colon + 1)
  }

  function outcome(): ReadFeed {
    if (['rss', 'feed', 'rdf'].includes(root)) return { entries }
    if (root === 'html')
      return { problem: 'it is a web page and not a feed; the page may name the address of its feed' }
    return { problem: 'it is no feed' }
  }

  return {
    open,
    text,
    close,
    outcome,
    end: () => (isOver = true),
    isDone: () => isTooDeep || entries.length >= limits.entries,
  }
}

/** What stands before a name when its space is meant; what belongs to the feed itself needs nothing. */
const spaces: Record<string, string> = {
  'http://www.w3.org/2005/Atom': '',
  'http://purl.org/atom/ns#': '',
  'http://purl.org/rss/1.0/': '',
  'http://my.netscape.com/rdf/simple/0.9/': '',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': '',
  'http://purl.org/dc/elements/1.1/': 'dc:',
  'http://purl.org/rss/1.0/modules/content/': 'content:',
}

const usual: [prefix: string, space: string][] = [
  ['rdf', ''],
  ['dc', 'dc:'],
  ['content', 'content:'],
]
