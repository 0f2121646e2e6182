import type { LocalizedText } from '../../messages/localized.ts'
import type { PastMessage } from '../past.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { FocusAnchor } from './focus.ts'

/** A message that is always shown, and why. */
export interface Guaranteed {
  message: PastMessage
  reason: LocalizedText
}

export interface GuaranteeFacts {
  /** Newest first, nothing from before /context clear. */
  recent: PastMessage[]
  alwaysIncludeRecent: number
  anchors: FocusAnchor[]
  /** The messages before and after the reply target. */
  neighbours: PastMessage[]
  /** The reply target, which has a block of its own. */
  target: PastMessage | undefined
  find(id: number): PastMessage | undefined
}

/** The most important first. When there is no room at all, the last ones are dropped first. */
export function guaranteedMessages(facts: GuaranteeFacts): Guaranteed[] {
  const { recent, alwaysIncludeRecent, anchors, neighbours, target, find } = facts
  const anchored = anchors.flatMap(({ id, reason }) => {
    const message = recent.find((candidate) => candidate.id === id) ?? find(id)
    return message ? [{ message, reason }] : []
  })
  const latest = recent
    .slice(0, alwaysIncludeRecent)
    .map((message) => ({ message, reason: reasonMessages.oneOfLast(alwaysIncludeRecent) }))
  const nearby = neighbours.map((message) => ({ message, reason: reasonMessages.nextToRepliedTo }))
  const seen = new Set(target && [target.id])
  return [...anchored, ...latest, ...nearby].filter(({ message }) => {
    const isFirst = !seen.has(message.id)
    seen.add(message.id)
    return isFirst
  })
}
