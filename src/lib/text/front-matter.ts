/** The fields at the beginning of a Markdown file, between two lines of `---`, and the text after them. */
export interface FrontMatter {
  /** Values on one line. Lists and nested fields are left out. */
  fields: ReadonlyMap<string, string>
  body: string
}

/** Reads the part of YAML that people use there: plain, quoted, folded and continued values. Undefined without fields. */
export function parseFrontMatter(text: string): FrontMatter | undefined {
  const [first = '', ...lines] = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const end = first.trimEnd() === '---' ? lines.findIndex((line) => line.trimEnd() === '---') : -1
  if (end < 0) return undefined
  const values = new Map<string, string[]>()
  let current: string[] | undefined
  for (const line of lines.slice(0, end)) {
    const [, key, value = ''] = /^([A-Za-z][\w-]*):(?:[ \t](.*))?$/.exec(line) ?? []
    if (key !== undefined) {
      current = [value.trim()]
      values.set(key, current)
    } else if (/^\s+\S/.test(line)) current?.push(line.trim())
    else if (line.trim() !== '') current = undefined
  }
  const fields = new Map([...values].map(([key, parts]) => [key, valueOf(parts)]))
  return {
    fields,
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  }
}

/** `>` and `|` begin a value on the next lines. */
function valueOf([first = '', ...others]: string[]): string {
  const value = [/^[>|][+-]?$/.test(first) ? '' : first, ...others].join(' ').trim()
  const quote = value[0]
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote)
  if (isQuoted) return value.slice(1, -1).replaceAll(quote === '"' ? '\\"' : "''", quote)
  return value
}
