import { type KnownFile, tooMuch } from '../../domain/file.ts'

/** What a running task wants to send with its answer. It becomes true only with the answer, in the same commit. */
export interface Attachments {
  /** Why it cannot go along, or undefined when it will. */
  add(task: number, file: KnownFile): string | undefined
  /** In the order they were added. Empty from then on. */
  take(task: number): KnownFile[]
}

export function createAttachments(): Attachments {
  const waiting = new Map<number, KnownFile[]>()
  return {
    add(task, file) {
      const files = [...(waiting.get(task) ?? []), file]
      const problem = tooMuch(files)
      if (problem === undefined) waiting.set(task, files)
      return problem?.en
    },
    take(task) {
      const files = waiting.get(task) ?? []
      waiting.delete(task)
      return files
    },
  }
}
