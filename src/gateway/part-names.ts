import type { ShareName } from '../domain/context-use.ts'
import { contextMessages } from '../messages/context-messages.ts'
import { type AnyText, inEachLanguage, type LocalizedText } from '../messages/localized.ts'
import type { PartKind } from './assembly.ts'
import type { AssemblyStep, RemainingContent } from './fail-open.ts'

const partNames: Partial<Record<string, LocalizedText>> = contextMessages.parts satisfies Record<
  PartKind,
  LocalizedText
>

/** The name of a part of a prompt for people. An old turn may have kinds that no longer exist. */
export function partName(kind: string): AnyText {
  return partNames[kind] ?? kind.replaceAll('-', ' ')
}

/**
 * The clauses of a recorded reason: the strongest first, then how lines were chosen, and what could not be understood.
 * An old turn recorded them in English only.
 */
export function reasonClauses(reason: AnyText): AnyText[] {
  if (typeof reason === 'string') return reason.split('; ')
  const clauses = inEachLanguage((language) => reason[language].split('; '))
  return clauses.en.map((_, at) => inEachLanguage((language) => clauses[language][at] ?? ''))
}

/** The share of a prompt that a part counts towards. */
export function shareForPart(kind: string): ShareName {
  return shareByKind[kind] ?? 'rest'
}

const shareByKind: Partial<Record<string, ShareName>> = {
  policy: 'system',
  profile: 'system',
  'other-tools': 'system',
  status: 'system',
  'lane-summary': 'summary',
  'conversation-summary': 'summary',
  facts: 'recalled',
  recalled: 'recalled',
  library: 'recalled',
  history: 'history',
  'previous-tasks': 'history',
  'since-last-turn': 'history',
  'quoted-reply': 'message',
  'open-question': 'message',
  sources: 'message',
  message: 'message',
} satisfies Record<PartKind, ShareName>

/** Whether a part counts towards the budget for the past. */
export function countsTowardsPast(kind: string): boolean {
  return !kindsOutsidePast.has(kind)
}

const kindsOutsidePast = new Set<string>(['policy', 'profile', 'other-tools', 'status', 'message'] satisfies PartKind[])

/** Tells people which step failed while a turn was made, and what the turn was made of instead. */
export function failureSentence({ step, left }: { step: string; left: string }): LocalizedText {
  const failure = failureNames[step === 'choosing' ? left : step] ?? contextMessages.failedStep(step)
  return contextMessages.failed(failure)
}

const failureNames: Partial<Record<string, LocalizedText>> = contextMessages.failures satisfies Record<
  Exclude<AssemblyStep, 'choosing'> | Exclude<RemainingContent, 'the rest'>,
  LocalizedText
>
