import type { Button } from '../../domain/delivery.ts'
import type { Person } from '../../domain/person.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { AnyText, LocalizedText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { readTask, type Task } from '../../store/work/tasks.ts'

/** A task, and the generation that was shown where it is pointed at: what was tried again since is meant no more. */
export interface TaskPointer {
  id: number
  /** Undefined where somebody typed the number alone: as it stands now. */
  generation?: number | undefined
}

/** A button that runs a command about one task. */
export function taskButton(
  label: AnyText,
  command: 'retry' | 'continue',
  { id, generation }: Required<TaskPointer>,
): Button<AnyText> {
  return { label, data: `${command} ${id} ${generation}` }
}

/** Undefined for anything but what such a button carries, or the number of a task. */
export function readPointer(args: string): TaskPointer | undefined {
  const [, id, generation] = /^#?(\d{1,15})(?: (\d{1,9}))?$/.exec(args) ?? []
  if (id === undefined) return undefined
  return { id: Number(id), generation: generation === undefined ? undefined : Number(generation) }
}

/** Nothing was done with it since the button was shown. */
function isUntouched(db: Database, { id, generation }: TaskPointer): boolean {
  return generation === undefined || readTask(db, id)?.generation === generation
}

/** What such a button offers was taken up, or it points at nothing. */
export function isTakenUp(db: Database, pointer: TaskPointer | undefined): boolean {
  return pointer === undefined || !isUntouched(db, pointer)
}

/** The task itself, or what whoever pressed is told instead. */
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
  return isUntouched(db, pointer) ? task : { refused: answerMessages.alreadyRetried }
}
