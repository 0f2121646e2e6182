import type { Button } from '../domain/delivery.ts'
import type { Person } from '../domain/person.ts'
import type { Database } from '../store/database.ts'
import { readTask, type Task } from '../store/tasks.ts'

/** A task, and the generation that was shown where it is pointed at: what was tried again since is meant no more. */
export interface Pointer {
  id: number
  generation: number
}

/** A button that runs a command about one task. */
export function taskButton(label: string, command: 'retry' | 'continue', { id, generation }: Pointer): Button {
  return { label, data: `${command} ${id} ${generation}` }
}

/** Undefined for anything but what such a button carries. */
export function readPointer(args: string): Pointer | undefined {
  const [, id, generation] = /^(\d{1,15}) (\d{1,9})$/.exec(args) ?? []
  return id === undefined ? undefined : { id: Number(id), generation: Number(generation) }
}

/** Nothing was done with it since the button was shown. */
export function isUntouched(db: Database, { id, generation }: Pointer): boolean {
  return readTask(db, id)?.generation === generation
}

/** The task itself, or what whoever pressed is told instead. */
export function findTask(db: Database, pointer: Pointer, person: Pick<Person, 'id' | 'role'>): Task | string {
  const task = readTask(db, pointer.id)
  if (!task || (task.personId !== person.id && person.role !== 'owner')) return 'This is not yours to press.'
  return task.generation === pointer.generation ? task : 'That was tried again already; nothing is changed.'
}
