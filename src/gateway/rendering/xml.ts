export function openTag(name: string, attributes: Record<string, string | undefined>): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(value ?? '')}"`)
    .join('')
  return `<${name}${written}>`
}

export function escapeAttribute(text: string): string {
  return text.toWellFormed().replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
