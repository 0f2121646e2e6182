/** An element whose content is already XML. Attributes without a value are left out. */
export function element(name: string, attributes: Record<string, string | undefined>, content: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(value ?? '')}"`)
    .join('')
  return `<${name}${written}>${content}</${name}>`
}

/** No text can close a tag or an attribute, and plain unescaping restores it. Characters that XML cannot hold are dropped. */
export function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are exactly the ones XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}
