import { type Element, isElement, someWithin } from './dom.ts'

/**
 * What a mail client meant by an element. `quote`: text of somebody else. `maybe quote`: indented by a client or by the
 * sender. `attribution`: "On Monday Ana wrote:". `end`: everything from here on was added by the client. `signature`:
 * the block below every mail of the sender.
 */
export type Mark = 'quote' | 'maybe quote' | 'attribution' | 'end' | 'signature'

export function quoteMarkOf(element: Element): Mark | undefined {
  const { name, attribs } = element
  const id = (attribs.id ?? '').toLowerCase()
  const classes = (attribs.class ?? '').toLowerCase()
  if (ends.has(id) || classes.includes('ms-outlook-mobile-reference-message')) return 'end'
  if (signatures.test(`${id} ${classes} ${attribs['data-smartmail'] ?? ''}`)) return 'signature'
  if (/\b(moz-cite-prefix|gmail_attr)\b/.test(classes)) return isForwardHead(element) ? undefined : 'attribution'
  if (name === 'blockquote') return isClientQuote(element, id, classes) ? 'quote' : 'maybe quote'
  // Yahoo's container holds only the quote. The others also include the attribution, and answers between the quotes if
  // there are any.
  if (/yahoo_quoted/.test(`${id} ${classes}`)) return 'quote'
  if (containers.test(classes)) return someWithin(element.children, isBlockquote) ? undefined : 'quote'
  return undefined
}

/** A quick check before parsing: whether a client has marked quotes. */
export function hasQuotes(html: string): boolean {
  return /type=.?cite|gmail_quote|yahoo_quoted|protonmail_quote|moz-cite-prefix|divRplyFwdMsg|appendonsend|reference-message-container/i.test(
    html,
  )
}

const ends = new Set([
  'appendonsend',
  'divrplyfwdmsg',
  'mail-editor-reference-message-container',
  'ms-outlook-mobile-reference-message',
])

const signatures =
  /(^| )(signature|applemailsignature|ms-outlook-mobile-signature|gmail_signature|moz-signature|protonmail_signature_block|k9mail-signature|ydp\w*yahoo-signature)( |$)/

const containers = /(^| )(gmail_quote|gmail_extra|protonmail_quote|zmail_extra)( |$)/

/** Gmail's quote button creates the same element as its replies, but outside the container that surrounds those. */
function isClientQuote({ attribs, parent }: Element, id: string, classes: string): boolean {
  if (attribs.type?.toLowerCase() === 'cite' || id === 'isreplycontent') return true
  return /quote|cite/.test(classes) && (classes !== 'gmail_quote' || isWithinContainer(parent))
}

function isWithinContainer(node: Element['parent']): boolean {
  for (let outer = node; outer && isElement(outer); outer = outer.parent)
    if (containers.test((outer.attribs.class ?? '').toLowerCase())) return true
  return false
}

function isBlockquote(node: Parameters<typeof isElement>[0]): boolean {
  return isElement(node) && node.name === 'blockquote'
}

/** Gmail uses the same element for the head of a forwarded mail. */
function isForwardHead({ children }: Element): boolean {
  const [first] = children
  return first !== undefined && 'data' in first && /^\s*-{3}/.test(first.data)
}
