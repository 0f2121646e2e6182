/** What a prompt is made of: our blocks in order, and our line heads inside them. Text is only told as being there. */
export type Node = { tag: string; attributes: string[]; children: Node[] } | { line: string } | { text: true }

/**
 * A strict reader of what the gateway writes. The fence in a tag that has no line to itself is a forgery, and
 * whatever begins a line like one of our heads counts as ours: that is what an outsider would want to pass for.
 */
export function parse(source: string, fence: string): Node[] {
  const root: Node[] = []
  const open: { tag: string; children: Node[] }[] = [{ tag: '', children: root }]
  const tagLine = new RegExp(`^<(/?)([a-z][a-z-]*)-${fence}((?: [a-z]+="[^"<>]*")*)>(?:</\\2-${fence}>)?$`)
  // Any break that a reader may see.
  for (const line of source.split(/[\n\r\v\f\u0085\u2028\u2029]/u)) {
    const here = open.at(-1)
    if (!here) throw new Error('closed too often')
    const tag = tagLine.exec(line)
    if (!tag) {
      if (line.toLowerCase().includes(`-${fence}`) && line.includes('<')) throw new Error(`a forged fence: ${line}`)
      const head = headIn(line)
      if (head) here.children.push({ line: head.replace(/\d[\d,:]*/g, '0') })
      else if (line.trim() !== '' && here.children.length === 0) here.children.push({ text: true })
      continue
    }
    const [, closing, name = '', attributes = ''] = tag
    if (closing) {
      if (here.tag !== name) throw new Error(`</${name}> closes <${here.tag}>`)
      open.pop()
      continue
    }
    const children: Node[] = []
    const keys = [...attributes.matchAll(/ ([a-z]+)="[^"]*"/g)].map(([, key]) => key ?? '')
    here.children.push({ tag: name, attributes: keys, children })
    if (!line.includes('</')) open.push({ tag: name, children })
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.tag}> is never closed`)
  return root
}

/** Takes away the backslashes that mark what could pass for ours, and nothing else. */
export function restore(text: string, fence: string): string {
  const half = new RegExp(String.raw`(${fence.slice(0, 4)})\\(\\*${fence.slice(4)})`, 'gi')
  return text
    .replace(/([\n\r\u0085\u2028\u2029](?:(?![\n\r\u0085\u2028\u2029])[\p{Z}\p{C}])*)\\(?=\\*\[)/gu, '$1')
    .replace(half, '$1$2')
}

/** Nothing visible before the bracket, and in it a time, a date or a word that only we begin with. */
function headIn(line: string): string | undefined {
  const [, head, inside = ''] = /^[\p{Z}\p{C}]*(\[([^\]]*)\])/u.exec(line) ?? []
  const isOurs = /\d\d:\d\d|\d{4}-\d\d-\d\d|^(?:you|file|reactions|summary|since|…)/u.test(inside)
  return isOurs ? head : undefined
}
