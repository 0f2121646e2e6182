import { isLower, type Role, type Trust } from './person.ts'

/** Words of others that stand before a model: what they came in, whose they are, and how far those are trusted. */
export interface Foreign {
  kind: keyof typeof wordings
  /** Of a person, a file, a page, a server: somebody else chose it. Empty where there is none. */
  name: string
  trust: Trust
}

/** Enough to say whose words are in play; the rest is counted as one. */
const MOST = 20
const LONGEST_NAME = 120

/** As a person reads it in a sentence; `name` is drawn by whoever shows it. */
const wordings = {
  person: (name: string) => `lines of ${name}`,
  forward: (name: string) => `a forwarded message from ${name}`,
  quote: (name: string) => `a quote of ${name}`,
  file: (name: string) => `the file ${name}`,
  page: (name: string) => `the page ${name}`,
  server: (name: string) => `what the server ${name} returned`,
  command: () => 'what a command brought from the network',
  source: (name: string) => `the source ${name}`,
  summary: () => 'a summary of what others wrote',
  answer: () => 'an earlier answer made from words of others',
  earlier: () => 'words of others that were read earlier',
  more: () => 'more words of others',
}

export function foreignWords({ kind, name }: Foreign, draw: (name: string) => string): string {
  return wordings[kind](name === '' ? 'somebody' : draw(name))
}

/** As one where whoever wrote it has no say; none of those who may ask for things. */
export function foreignOf(kind: Foreign['kind'], name: string, trust: Trust): Foreign[] {
  return isLower(trust, 'member') ? [{ kind, name, trust }] : []
}

/** Without those that are in already. */
export function withForeign(all: readonly Foreign[], more: readonly Foreign[]): Foreign[] {
  const found = new Map([...all, ...more.map(bounded)].map((one) => [`${one.kind} ${one.name} ${one.trust}`, one]))
  const kept = [...found.values()]
  if (kept.length <= MOST) return kept
  return withForeign(kept.slice(0, MOST - 1), [{ kind: 'more', name: '', trust: 'untrusted' }])
}

/** Whose words are not those of somebody who may ask for things, and less than those of whoever asks. */
export function foreignTo(role: Role, all: readonly Foreign[]): Foreign[] {
  return all.filter(({ trust }) => isLower(trust, role) && isLower(trust, 'member'))
}

function bounded(one: Foreign): Foreign {
  return one.name.length <= LONGEST_NAME ? one : { ...one, name: `${one.name.slice(0, LONGEST_NAME - 1)}…` }
}
