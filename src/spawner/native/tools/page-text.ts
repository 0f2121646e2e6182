import { setImmediate as others } from 'node:timers/promises'
import { readWebAddress } from '../../../lib/http/web-address.ts'

/** Deeper than pages are; closing a tag costs the parser as much as its document is deep. */
const DEEPEST = 1000
const CHUNK = 16_384

/** What a page says, with its headings, lists and links, and without what nobody sees. */
export async function pageText(html: string, address: URL): Promise<string> {
  const { Parser } = await import('htmlparser2')
  const page = createWords(address)
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      page.open(name, attributes)
    },
    onclosetag(name) {
      depth--
      page.close(name)
    },
    ontext: page.say,
  })
  for (let at = 0; at < html.length && depth <= DEEPEST; at += CHUNK) {
    parser.write(html.slice(at, at + CHUNK))
    await others()
  }
  if (depth <= DEEPEST) parser.end()
  return page.text()
}

function createWords(address: URL) {
  const pieces: string[] = []
  const links: { href: string | undefined; from: number }[] = []
  let title = ''
  let letters = 0
  let unseen = 0
  let kept = 0
  let isTitle = false

  return {
    open(name: string, attributes: Record<string, string>): void {
      if (name === 'title') isTitle = title === ''
      if (hidden.has(name)) unseen++
      if (name === 'pre') kept++
      if (name === 'a') links.push({ href: linkOf(attributes.href, address), from: letters })
      if (name === 'img' && attributes.alt) pieces.push(` [${attributes.alt}] `)
      else if (unseen === 0) pieces.push(before[name] ?? (inline.has(name) ? '' : '\n'))
    },
    close(name: string): void {
      if (name === 'title') isTitle = false
      if (hidden.has(name)) unseen--
      if (name === 'pre') kept--
      if (name === 'a') {
        const { href, from } = links.pop() ?? { href: undefined, from: 0 }
        if (href && unseen === 0 && letters > from) pieces.push(` (${href})`)
      } else if (unseen === 0) pieces.push(after(name))
    },
    say(text: string): void {
      if (isTitle && title.length < LONGEST_TITLE) title += text
      if (unseen > 0) return
      letters += text.trim().length
      pieces.push(kept > 0 ? text : text.replace(/\s+/g, ' '))
    },
    text(): string {
      const body = pieces
        .join('')
        .replace(/(?<![^\S\n])[^\S\n]+\n/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
      const head = title.replace(/\s+/g, ' ').trim()
      return head === '' ? body : `${head}\n\n${body}`
    },
  }
}

const LONGEST_TITLE = 500

/** Only where it leads somewhere else than within the page. */
function linkOf(href: string | undefined, address: URL): string | undefined {
  if (href === undefined || href.startsWith('#')) return undefined
  const read = readWebAddress(href.trim(), address)
  return 'problem' in read || read.url.href.length > 500 ? undefined : read.url.href
}

const hidden = new Set([
  'head',
  'title',
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'select',
])
const before: Record<string, string> = {
  li: '\n- ',
  td: ' | ',
  th: ' | ',
  br: '\n',
  h1: '\n\n# ',
  h2: '\n\n## ',
  h3: '\n\n### ',
  h4: '\n\n#### ',
  p: '\n\n',
}

function after(name: string): string {
  if (paragraphs.has(name)) return '\n\n'
  return inline.has(name) || name in before ? '' : '\n'
}

const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'pre', 'blockquote'])
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img input ins kbd label mark q s samp small span strong sub sup td th time tt u var wbr'.split(
    ' ',
  ),
)
