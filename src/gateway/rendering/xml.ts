/** An element whose content is already XML. Attributes without a value are left out. */
export function element(name: string, attributes: Record<string, string | undefined>, content: string): string {
  return `${openTag(name, attributes)}${content}</${name}>`
}

export function openTag(name: string, attributes: Record<string, string | undefined>): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(value ?? '')}"`)
    .join('')
  return `<${name}${written}>`
}

/** No text can close a tag, and plain unescaping restores it. Only what must be is escaped, so that it stays readable. */
export function escapeText(text: string): string {
  return needsNothing.test(text) ? text : escapeSigns(text)
}

function escapeSigns(text: string): string {
  return holdable(text).replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
}

/**
 * For a place where our own lines begin with a bracket: after its first line no line of the text can, so none can pass
 * for one of ours.
 */
export function escapeLines(text: string): string {
  return needsNothing.test(text) ? text : escapeSigns(text).replace(bracketLine, '$1&#91;')
}

export function escapeAttribute(text: string): string {
  return holdable(text).replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}

/** Plain letters and signs, as most lines are: told apart in a fraction of the time that escaping takes. */
const needsNothing = /^[\x20-\x25\x27-\x3b\x3d\x3f-\x5a\x5c-\x7e]*$/

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Every break that a reader may take for one, then what cannot be seen, then a bracket. */
const bracketLine = /([\n\r\u0085\u2028\u2029](?:(?![\n\r\u0085\u2028\u2029])[\p{Z}\p{C}])*)\[/gu

/** What XML 1.0 can hold; the rest is dropped, because no escape can bring it back. */
function holdable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are exactly the ones XML 1.0 forbids
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
