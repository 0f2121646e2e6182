import { randomUUID } from 'node:crypto'
import type { ChatId } from './ids.ts'

// Every line of ours has a key that is unique for ever and the same after a restart, so that nothing is said twice:
//   <what it is about>:<...>          a line
//   <line>:<part>                     one delivery of it; the only thing that is stored
//   <line>@<chat>                     the same note or result, in another chat
// Stored keys are read by these rules too: a change here must still read what was written before.

/** About a task, in one of its generations: its answer, or why there is none. */
export function taskKey(task: { id: number; generation: number }, what: string): string {
  return `${ofTask(task)}${what}`
}

/** The answer to a command. */
export function commandKey(message: number): string {
  return `command:${message}`
}

/** What a stranger is told. */
export function strangerKey(message: number): string {
  return `stranger:${message}`
}

/** A question before something is done. */
export function approvalKey(approval: number): string {
  return `approval:${approval}`
}

/** What one instant of a job came to. */
export function runKey(run: number, what: 'said' | 'missed' | 'ended' | 'off' = 'said'): string {
  return `run:${run}:${what}`
}

/** Which run a stored key tells the result of, in whatever chat. */
export function runOf(key: string): number | undefined {
  const id = /^run:(\d+):said[:@]/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Which question a stored key is of, where it is the first part of one. */
export function approvalOf(key: string): number | undefined {
  const id = /^approval:(\d+):0$/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** That a line could not be delivered; `here` in the chat it was for. */
export function undeliveredKey(message: number, where?: 'here'): string {
  return where === undefined ? `undelivered:${message}` : `undelivered:${message}:${where}`
}

/** That a line came back after it had left. */
export function returnedKey(message: number): string {
  return `returned:${message}`
}

/** A note to the owner: by its own name where it has one, else each time a new one. */
export function noteKey(
  about: 'alarm' | 'strangers' | 'letin' | 'out' | 'draft' | 'waits',
  name = randomUUID() as string,
): string {
  return `${about}:${name}`
}

export function noteInChat(key: string, chat: ChatId): string {
  return `${key}@${chat}`
}

/** One delivery of a line. */
export function partKey(key: string, part: number): string {
  return `${key}:${part}`
}

/** Bounds of the stored keys of a line, all parts of it. */
export function partsOf(key: string): KeyRange {
  return startingWith(`${key}:`)
}

/** Bounds of all that was said about one generation of a task. */
export function allOfTask(task: { id: number; generation: number }): KeyRange {
  return startingWith(ofTask(task))
}

/** From the first up to, and without, the last. */
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
