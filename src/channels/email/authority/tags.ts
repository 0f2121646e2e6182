/** The `v=1; a=rsa-sha256; ...` format of signatures, key records and policies. */
export type Tags = ReadonlyMap<string, string>

/**
 * Undefined for text that programs parse differently: repeated tags, quotes or comments. Blanks have no meaning in the
 * tags we use.
 */
export function readTags(text: string): Tags | undefined {
  if (text.length > 16 * 1024 || /[^\t\r\n\x20-\x7e]|["'()\\]/.test(text)) return undefined
  const tags = new Map<string, string>()
  for (const item of text.split(';').map((item) => item.replace(/\s+/g, ''))) {
    if (item === '') continue
    const [, name, value] = /^([a-z][a-z\d_]*)=(.*)$/i.exec(item) ?? []
    if (name === undefined || value === undefined || tags.has(name.toLowerCase())) return undefined
    tags.set(name.toLowerCase(), value)
  }
  return tags
}
