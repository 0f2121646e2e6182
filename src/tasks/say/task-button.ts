import type { Button } from '../../domain/delivery.ts'
import type { Person } from '../../domain/person.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { AnyText, LocalizedText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { readTask, type Task } from '../../store/work/tasks.ts'

/** A task and its generation at the time a button was shown. After a retry the button is out of date. */
export interface TaskPointer {
  id: number
  /** Undefined if a person typed only the number: they mean the current generation. */
  generation?: number | undefined
}

/** A button that runs a command about one task. */
export function taskButton(
  label: AnyText,
  command: 'retry' | 'continue' | 'stop',
  { id, generation }: Required<TaskPointer>,
): Button<AnyText> {
  return { label, data: `${command} ${id} ${generation}` }
}

/** Reads the data of such a button, or a task number. Undefined for anything else. */
export function readPointer(args: string): TaskPointer | undefined {
  const [, id, generation] = /^#?(\d{1,15})(?: (\d{1,9}))?$/.exec(args) ?? []
  if (id === undefined) return undefined
  return { id: Number(id), generation: generation === undefined ? undefined : Number(generation) }
}

/** Whether the task was not retried since the button was shown. */
function isCurrent(db: Database, { id, generation }: TaskPointer): boolean {
  return generation === undefined || readTask(db, id)?.generation === generation
}

/** Whether the button is used up or refers to nothing. */
export function isOutdated(db: Database, pointer: TaskPointer | undefined): boolean {
  return pointer === undefined || !isCurrent(db, pointer)
}

/** The task, or a refusal for the person who pressed the button. */
export function findTask(
  db: Database,
  pointer: TaskPointer,
  person: Pick<Person, 'id' | 'role'>,
): Task | { refused: LocalizedText } {
  const task = readTask(db, pointer.id)
  if (!task || (task.personId !== person.id && person.role !== 'owner')) {
    const isTyped = pointer.generation === undefined
    return { refused: isTyped ? answerMessages.noSuchTask(pointer.id) : answerMessages.notYourButton }
  }
  return isCurrent(db, pointer) ? task : { refused: answerMessages.alreadyRetried }
}
