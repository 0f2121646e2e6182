import type { ShareName } from '../domain/context-use.ts'
import type { PartKind } from './assembly.ts'
import type { AssemblyStep, Left } from './fail-open.ts'

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

/** What each part of a prompt counts as. */
export function shareOfPart(kind: string): ShareName {
  return shares[kind] ?? 'rest'
}

const shares: Partial<Record<string, ShareName>> = {
  policy: 'system',
  status: 'system',
  'lane-summary': 'summary',
  'conversation-summary': 'summary',
  facts: 'recalled',
  recalled: 'recalled',
  history: 'history',
  'previous-tasks': 'history',
  'since-last-turn': 'history',
  'quoted-reply': 'message',
  'open-question': 'message',
  sources: 'message',
  message: 'message',
} satisfies Record<PartKind, ShareName>

/** Whether it counts to the budget of the past. */
export function isOfPast(kind: string): boolean {
  return !beside.has(kind)
}

const beside = new Set<string>(['policy', 'status', 'message'] satisfies PartKind[])

/** What broke while a turn was made, and what it was made of then: a sentence for anybody. */
export function failureSentence({ step, left }: { step: string; left: string }): string {
  const what = lost[step] ?? `a step (${step}) was left out`
  return `Something broke in Skein while this was put together: ${step === 'choosing' ? (madeOf[left] ?? left) : what}. The log has the cause.`
}

const madeOf: Partial<Record<string, string>> = {
  'last lines': 'the model saw only the last lines and the message',
  message: 'the model saw only the message',
} satisfies Partial<Record<Left, string>>

const lost: Partial<Record<string, string>> = {
  recall: 'nothing was looked up in what was said before',
  summaries: 'summaries were left out',
  results: 'results of jobs were left out',
  facts: 'what it remembers was left out',
  'open question': 'the question it had asked was left out',
  triage: 'no lines were picked, so everything that fits was shown',
} satisfies Partial<Record<AssemblyStep, string>>
