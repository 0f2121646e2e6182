import type { ShareName } from '../domain/context-use.ts'
import type { PartKind } from './assembly.ts'
import type { AssemblyStep, Left } from './fail-open.ts'

/** The names of the parts of a prompt for people. */
const names: Partial<Record<string, string>> = {
  policy: 'instructions',
  status: 'time and status',
  'lane-summary': 'summary of earlier messages',
  facts: 'remembered facts',
  recalled: 'recalled messages',
  'conversation-summary': 'summary of a conversation',
  history: 'earlier messages',
  'previous-tasks': 'job results',
  'since-last-turn': 'new messages',
  'quoted-reply': 'quoted message',
  'open-question': 'open question',
  sources: 'sources',
  message: 'the message',
} satisfies Record<PartKind, string>

/** An old turn may have kinds that no longer exist. */
export function partName(kind: string): string {
  return names[kind] ?? kind.replaceAll('-', ' ')
}

/** Replaces "triage", our internal word for the fast model that chooses. */
export function plainly(reason: string): string {
  return reason.replaceAll(/\btriage\b/g, 'the fast model')
}

/** The rest of a recorded reason: how lines were chosen, and what could not be understood. */
export function alsoKnown(reason: string): string[] {
  const also = reason.split('; ').slice(1)
  return also.filter((one) => one !== 'triage was not asked').map(plainly)
}

/** The share of a prompt that a part counts towards. */
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

/** Whether a part counts towards the budget for the past. */
export function isOfPast(kind: string): boolean {
  return !beside.has(kind)
}

const beside = new Set<string>(['policy', 'status', 'message'] satisfies PartKind[])

/** Tells people which step failed while a turn was made, and what the turn was made of instead. */
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
