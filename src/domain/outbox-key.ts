import { randomUUID } from 'node:crypto'
import type { ChatId } from './ids.ts'

// Every line of ours has a key that is unique for ever and the same after a restart, so that nothing is sent twice:
//   <what it is about>:<...>          a line
//   <line>:<part>                     one delivery of it; only this is stored
//   <line>@<chat>                     the same note or result in another chat
// Stored keys are parsed by these rules too, so a change here must still read older keys.

/** About one generation of a task: its answer, or why there is none. */
export function taskKey(task: { id: number; generation: number }, what: string): string {
  return `${ofTask(task)}${what}`
}

/** The answer to a command. */
export function commandKey(message: number): string {
  return `command:${message}`
}

/** The reply to a stranger. */
export function strangerKey(message: number): string {
  return `stranger:${message}`
}

/** The voice message that speaks an answer. */
export function voiceKey(answer: number): string {
  return `voice:${answer}`
}

/** A question before an action. */
export function approvalKey(approval: number): string {
  return `approval:${approval}`
}

/** The result of one run of a job. */
export function runKey(run: number, what: 'said' | 'missed' | 'ended' | 'off' = 'said'): string {
  return `run:${run}:${what}`
}

/** The run whose result a stored key belongs to, in any chat. */
export function runOf(key: string): number | undefined {
  const id = /^run:(\d+):said[:@]/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The question whose first part has this stored key. */
export function approvalOf(key: string): number | undefined {
  const id = /^approval:(\d+):0$/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The notice that a line could not be delivered; `here` is the chat it was for. */
export function undeliveredKey(message: number, where?: 'here'): string {
  return where === undefined ? `undelivered:${message}` : `undelivered:${message}:${where}`
}

/** The notice that a line bounced. */
export function returnedKey(message: number): string {
  return `returned:${message}`
}

/** A note to the owner or a chat: by its own name if it has one, else a new key each time. */
export function noticeKey(
  about:
    | 'alarm'
    | 'memory'
    | 'strangers'
    | 'letin'
    | 'link'
    | 'linked'
    | 'out'
    | 'draft'
    | 'waits'
    | 'restored'
    | 'restored-jobs'
    | 'shown-again'
    | 'hello',
  name = randomUUID() as string,
): string {
  return `${about}:${name}`
}

export function keyInChat(key: string, chat: ChatId): string {
  return `${key}@${chat}`
}

/** One delivery of a line. */
export function partKey(key: string, part: number): string {
  return `${key}:${part}`
}

/** The range of the stored keys of all parts of a line. */
export function partsOf(key: string): KeyRange {
  return startingWith(`${key}:`)
}

/** The range of all keys about one generation of a task. */
export function allOfTask(task: { id: number; generation: number }): KeyRange {
  return startingWith(ofTask(task))
}

/** Includes the first key but not the last. */
export interface KeyRange {
  from: string
  to: string
}

function ofTask({ id, generation }: { id: number; generation: number }): string {
  return `task:${id}:g${generation}:`
}

function startingWith(text: string): KeyRange {
  return { from: text, to: `${text}\uffff` }
}
