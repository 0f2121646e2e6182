/** CSS declarations by property, in lower case. */
export type CssStyle = Map<string, string>

export function readStyle(text: string): CssStyle {
  const style: CssStyle = new Map()
  for (const declaration of text.slice(0, MAX_STYLE_CHARS).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 1) continue
    const value = declaration
      .slice(colon + 1)
      .toLowerCase()
      .replace('!important', '')
    style.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim())
  }
  return style
}

/** Rules whose selector is a single tag, class or id. Mails use nothing else to hide text. */
export type Sheet = Map<string, CssStyle>

export function readSheet(css: string): Sheet {
  const sheet: Sheet = new Map()
  let rest = css.slice(0, MAX_SHEET_CHARS)
  while (rest !== '' && sheet.size < MAX_RULES) {
    const open = rest.indexOf('{')
    if (open < 0) break
    const selectors = rest.slice(0, open).replace(/\/\*[^*]*\*\//g, '')
    // Rules inside @media apply only to some screens, so they hide nothing from everybody.
    const close = selectors.trimStart().startsWith('@') ? endOfBlock(rest, open) : rest.indexOf('}', open)
    if (close < 0) break
    if (!selectors.trimStart().startsWith('@')) addRule(sheet, selectors, rest.slice(open + 1, close))
    rest = rest.slice(close + 1)
  }
  return sheet
}

function addRule(sheet: Sheet, selectors: string, body: string): void {
  const style = readStyle(body)
  for (const selector of selectors.split(',')) {
    const name = selector.trim().toLowerCase()
    if (name.length <= MAX_SELECTOR_CHARS && /^(?:[\w-]+|[\w-]*[.#][\w-]+)$/.test(name))
      sheet.set(name, new Map([...(sheet.get(name) ?? []), ...style]))
  }
}

function endOfBlock(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}

const MAX_STYLE_CHARS = 2000
const MAX_SELECTOR_CHARS = 100
const MAX_SHEET_CHARS = 100_000
const MAX_RULES = 2000

/** The effective style of an element: rules for its tag, its classes and its id, then its own style attribute. */
export function cssStyleOf(sheet: Sheet, tag: string, attributes: Record<string, string>): CssStyle {
  const style: CssStyle = new Map()
  if (sheet.size > 0) {
    const classes = (attributes.class ?? '').slice(0, 500).toLowerCase().split(/\s+/).filter(Boolean)
    const names = [tag, ...classes.flatMap((name) => [`.${name}`, `${tag}.${name}`])]
    if (attributes.id) names.push(`#${attributes.id.toLowerCase()}`, `${tag}#${attributes.id.toLowerCase()}`)
    for (const name of names) for (const [property, value] of sheet.get(name) ?? []) style.set(property, value)
  }
  if (attributes.style) for (const [property, value] of readStyle(attributes.style)) style.set(property, value)
  return style
}
