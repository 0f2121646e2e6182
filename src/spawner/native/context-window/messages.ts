import type { ModelMessage, TextPart, ToolCallPart, ToolResultPart } from 'ai'
import { NO_ANSWER, type SessionPiece } from './pieces.ts'

type UserContent = Exclude<Extract<ModelMessage, { role: 'user' }>['content'], string>

/**
 * Converts pieces to messages. Some servers refuse two messages of the same role in a row, so a short message of the
 * other role goes between them; a message that was sent is never changed.
 */
export function toMessages(pieces: readonly SessionPiece[]): ModelMessage[] {
  const messages: ModelMessage[] = []
  for (const group of groupByMessage(pieces)) {
    const role = (group[0] as SessionPiece).role
    const last = messages.at(-1)?.role
    if (role === 'user' && last === 'user') messages.push({ role: 'assistant', content: [textPart(NO_ANSWER)] })
    if (role === 'assistant' && last === 'assistant') messages.push({ role: 'user', content: [textPart('(continue)')] })
    messages.push(toMessage(role, group))
  }
  return messages
}

/** Adds a note of ours at the end that is not part of the session. */
export function withNote(messages: readonly ModelMessage[], note: string): ModelMessage[] {
  const filler =
    messages.at(-1)?.role === 'user' ? [{ role: 'assistant' as const, content: [textPart(NO_ANSWER)] }] : []
  return [...messages, ...filler, { role: 'user', content: [textPart(note)] }]
}

function groupByMessage(pieces: readonly SessionPiece[]): SessionPiece[][] {
  const groups: SessionPiece[][] = []
  for (const piece of pieces) {
    const group = groups.at(-1)
    if (group?.[0]?.message === piece.message) group.push(piece)
    else groups.push([piece])
  }
  return groups
}

function toMessage(role: SessionPiece['role'], group: readonly SessionPiece[]): ModelMessage {
  if (role === 'tool') return { role, content: group.map(resultPart) }
  if (role === 'assistant') return { role, content: group.map((piece) => callPart(piece) ?? textPart(piece.shown)) }
  return { role, content: userContent(group) }
}

/** One text, because not every server accepts several. */
function userContent(group: readonly SessionPiece[]): UserContent {
  const pictures = group.flatMap((piece) => piece.pictures?.parts ?? [])
  const text = group.flatMap(({ shown }) => (shown === '' ? [] : [shown])).join('\n\n')
  return text === '' ? pictures : [...pictures, textPart(text)]
}

function textPart(text: string): TextPart {
  return { type: 'text', text }
}

function callPart({ kind, call }: SessionPiece): ToolCallPart | undefined {
  if (kind !== 'call' || !call) return undefined
  return { type: 'tool-call', toolCallId: call.id, toolName: call.name, input: call.input }
}

function resultPart({ call, shown, failed }: SessionPiece): ToolResultPart {
  const output = { type: failed ? ('error-text' as const) : ('text' as const), value: shown }
  return { type: 'tool-result', toolCallId: call?.id ?? '', toolName: call?.name ?? '', output }
}
