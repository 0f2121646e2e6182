/** What a prompt is made of: elements by name, and lines of ours inside them. Text is only counted as being there. */
export type Node = { tag: string; attributes: string[]; children: Node[] } | { line: string } | { text: true }

/**
 * A strict reader of what the gateway writes: every tag closed in order, no stray bracket or entity. Whatever stands in
 * angle brackets or begins a line with a bracket counts as ours; that is what an outsider would want to forge.
 */
export function parse(source: string): Node[] {
  const root: Node[] = []
  const open: { tag: string; children: Node[] }[] = [{ tag: '', children: root }]
  let rest = source
  while (rest !== '') {
    const here = open.at(-1)
    if (!here) throw new Error('closed too often')
    const tag = /^<(\/?)([a-z][a-z0-9-]*)((?: [a-z]+="[^"<>]*")*)>/.exec(rest)
    if (rest.startsWith('<')) {
      if (!tag) throw new Error(`not a tag: ${rest.slice(0, 40)}`)
      const [whole, closing, name = '', attributes = ''] = tag
      rest = rest.slice(whole.length)
      if (closing) {
        if (here.tag !== name) throw new Error(`</${name}> closes <${here.tag}>`)
        open.pop()
      } else {
        const children: Node[] = []
        here.children.push({
          tag: name,
          attributes: [...attributes.matchAll(/ ([a-z]+)="[^"]*"/g)].map(([, key]) => key ?? ''),
          children,
        })
        open.push({ tag: name, children })
      }
      continue
    }
    const end = rest.indexOf('<')
    const text = end === -1 ? rest : rest.slice(0, end)
    here.children.push(...linesIn(text))
    rest = rest.slice(text.length)
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.tag}> is never closed`)
  return root
}

/** Undoes the escaping, and nothing else. */
export function unescape(text: string): string {
  return text.replace(
    /&(lt|gt|amp|quot|#91);/g,
    (_whole, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"', '#91': '[' })[name] ?? '',
  )
}

function linesIn(text: string): Node[] {
  if (/>|&(?!(?:lt|gt|amp|quot|#91);)/.test(text)) throw new Error(`not escaped: ${text.slice(0, 60)}`)
  const nodes: Node[] = []
  // Any break that a reader may see, and nothing visible before the bracket.
  for (const line of text.split(/[\n\r\v\f\u0085\u2028\u2029]/u)) {
    const head = /^[\p{Z}\p{C}]*(\[[^\]]*\])/u.exec(line)?.[1]
    if (head) nodes.push({ line: head.replace(/\d[\d,:]*/g, '0') })
    else if (line.trim() !== '' && nodes.length === 0) nodes.push({ text: true })
  }
  return nodes
}
