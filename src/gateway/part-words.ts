import type { PartKind } from './assembly.ts'

/** What each part is called where nobody needs to know how it is made. */
const names: Partial<Record<string, string>> = {
  policy: 'who it is, and what holds here',
  status: 'the time, and where the message stands',
  'lane-summary': 'summary of what was said before',
  facts: 'what it remembers',
  recalled: 'looked up',
  'conversation-summary': 'summary of a conversation',
  history: 'said here',
  'previous-tasks': 'results of jobs',
  'since-last-turn': 'said since',
  'quoted-reply': 'replied to',
  'open-question': 'its open question',
  sources: 'gathered for it',
  message: 'the message',
} satisfies Record<PartKind, string>

/** A turn of long ago may have kinds that are no more. */
export function partName(kind: string): string {
  return names[kind] ?? kind.replaceAll('-', ' ')
}

/** "Triage" is our word for the fast model that chooses. */
export function plainly(reason: string): string {
  return reason.replaceAll(/\btriage\b/g, 'the fast model')
}

/** What is kept behind why a message was taken as it was: how lines were chosen, and what could not be understood. */
export function alsoKnown(reason: string): string[] {
  const also = reason.split('; ').slice(1)
  return also.filter((one) => one !== 'triage was not asked').map(plainly)
}
