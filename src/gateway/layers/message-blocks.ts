import { foreignInLine } from '../../domain/message-parts.ts'
import type { BlockItem, ContextBlock } from '../assembly.ts'
import { carriedTrust, type PastMessage } from '../past.ts'
import { reasonMessages } from '../reason-messages.ts'
import { createFrame, openQuestionBlock, quoteBlock, type RenderStyle } from '../rendering/render.ts'
import { measure, type Size, ZERO_SIZE } from '../tokens.ts'
import { cutToFit, placeFairly } from './fair-share.ts'
import type { Arrival } from './lane-past.ts'

export const emptyBlock: ContextBlock = { xml: '', size: ZERO_SIZE, parts: [], leftOut: [] }

/** What a message refers to. */
type ReplyTarget = Pick<Arrival, 'target' | 'focus' | 'style'>

export function renderQuote({ target, focus, style }: ReplyTarget, limit?: number): string {
  if (target) return quoteBlock(target, style, limit)
  return focus.answered ? openQuestionBlock(focus.answered, style) : ''
}

/** Our open question is not repeated when the model sees the line that asked it. */
export function fillQuote(arrival: ReplyTarget, room: Size, shown: ReadonlySet<number>): ContextBlock {
  const { target, focus } = arrival
  if (!target && focus.answered && shown.has(focus.answered.messageId)) return emptyBlock
  const xml = cutToFit((limit) => renderQuote(arrival, limit), room)
  if (!xml) return emptyBlock
  const size = measure(xml)
  const part: BlockItem = target
    ? {
        kind: 'quoted-reply',
        reason: reasonMessages.repliedTo,
        size,
        messages: [target.id],
        trust: carriedTrust(target),
        foreign: foreignInLine(target),
      }
    : {
        kind: 'open-question',
        reason: focus.anchors.at(-1)?.reason ?? reasonMessages.askedFor(reasonMessages.answers.text),
        size,
        messages: [],
      }
  return { ...emptyBlock, xml, size, parts: [part] }
}

const listTexts = {
  'previous-tasks': {
    note: 'results of scheduled jobs, delivered here since the last message of the person',
    reason: reasonMessages.delivered,
  },
  'since-last-turn': { note: undefined, reason: reasonMessages.sinceLastTurn },
  history: { note: undefined, reason: reasonMessages.lastLine },
}

/** Shows as many of the newest messages as fit. */
export function fillMessageList(
  name: keyof typeof listTexts,
  messages: PastMessage[],
  room: Size,
  style: RenderStyle,
): ContextBlock {
  const { note, reason } = listTexts[name]
  const newest = messages.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
  const { timeline, shown, dropped } = placeFairly(newest, createFrame(name, style, { note }), room, style)
  return {
    xml: timeline.render(),
    size: timeline.size(),
    parts: shown.map(({ message, size }) => ({
      kind: name,
      reason,
      size,
      messages: [message.id],
      trust: carriedTrust(message),
      foreign: foreignInLine(message),
    })),
    leftOut: dropped.map(({ id }) => ({ id, reason: reasonMessages.noRoom })),
  }
}
