import { z } from 'zod'
import { sizeInWords } from '../domain/file.ts'
import { quoted } from '../lib/text/visible.ts'
import { anybody, defineTool, type Scope } from './tool.ts'

/** Where files for an answer are handed in. Only what lies in the workspace of the scope's chat is taken. */
export interface FileDesk {
  /** Whether it lies there. */
  holds(scope: Scope, path: string): Promise<boolean>
  handIn(
    scope: Scope,
    path: string,
    name: string | undefined,
  ): Promise<{ name: string; bytes: number } | { refused: string }>
}

export function sendFile(desk: FileDesk) {
  return defineTool({
    name: 'send_file',
    description:
      'Sends a file of your workspace along with your answer to this conversation. It is sent when your answer is; say in the answer what it is.',
    input: z.object({
      path: z.string().min(1).max(4096).describe('where it is in your workspace'),
      name: z.string().min(1).max(200).optional().describe('what the person should see it called'),
    }),
    // It goes out with the answer, in the same commit: a turn that is run again begins without it.
    changes: false,
    may: anybody,
    async deed({ path, name }, scope) {
      if (!(await desk.holds(scope, path))) return undefined
      return {
        what: 'send this file along with my answer',
        shown: name === undefined ? [path] : [path, `called ${name}`],
        isTheirs: ({ holds }) => holds(path) && (name === undefined || holds(name)),
      }
    },
    line: ({ path, name }) => `attaching ${quoted(name ?? path)}`,
    async run({ path, name }, scope) {
      const taken = await desk.handIn(scope, path, name)
      if ('refused' in taken) return taken.refused
      return `${JSON.stringify(taken.name)} (${sizeInWords(taken.bytes)}) will be sent with your answer.`
    },
  })
}
