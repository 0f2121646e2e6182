import { z } from 'zod'
import { anybody, defineTool } from './tool.ts'

/** Whether the run of a task may end without a word. */
export interface Silence {
  isAllowed(task: number): boolean
  keep(task: number, why: string): void
}

export function staySilent(silence: Silence) {
  return defineTool({
    name: 'stay_silent',
    description:
      'Ends this background task without sending anything. Call it when there is nothing the person has to act on; then answer with one word, which nobody reads. When there is something, do not call it: your answer is sent.',
    input: z.object({ why: z.string().min(1).max(300).describe('in one sentence, for the record') }),
    // To be silent twice is to be silent.
    changes: false,
    may: anybody,
    isOffered: ({ task }) => silence.isAllowed(task),
    line: () => 'finding nothing to report',
    run({ why }, { task }) {
      if (!silence.isAllowed(task)) return 'This task is to be answered.'
      silence.keep(task, why)
      return 'Nothing will be sent.'
    },
  })
}
