/** How summaries and search results refer to a message: [m613]. Summaries that were stored earlier say [613]. */
export function messageReference(id: number): string {
  return `[m${id}]`
}

/** The messages that a text refers to, in the order of the text. */
export function messageReferencesIn(text: string): number[] {
  return [...text.matchAll(reference)].flatMap(([, list = '']) => idsIn(list))
}

/** The message that m613, [m613] or 613 stands for. */
export function parseMessageReference(given: string | number): number | undefined {
  const id = /^\[?m?(\d{1,15})\]?$/i.exec(String(given).trim())?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Rewrites the references of a text: those to the messages that `keep` accepts in today's form, and no others. */
export function rewriteReferences(text: string, keep: (id: number) => boolean): string {
  return text.replace(spacedReference, (_whole, space: string, list: string) => {
    const kept = idsIn(list).filter(keep).map(messageReference)
    return kept.length === 0 ? '' : `${space}${kept.join(' ')}`
  })
}

/** Rewritten as "(12)", so that brackets in somebody's own words are not mistaken for a reference of ours. */
export function withoutReferenceForm(text: string): string {
  return text.replace(reference, '($1)')
}

const reference = /\[(m?\d+(?: ?, ?m?\d+)*)\]/g
const spacedReference = /( ?)\[(m?\d+(?: ?, ?m?\d+)*)\]/g

function idsIn(list: string): number[] {
  return list.split(',').map((id) => Number(id.trim().replace('m', '')))
}
