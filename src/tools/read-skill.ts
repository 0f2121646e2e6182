import { z } from 'zod'
import { quoted } from '../lib/text/visible.ts'
import { defineTool, type Scope } from './tool.ts'

/** The skills of a chat: its own, and those for all chats. */
export interface Skills {
  /** Whether there are any. */
  has(scope: Scope): boolean
  /** The text of a skill, or of another file in its folder. A sentence if there is none. */
  read(scope: Scope, name: string, file: string | undefined): string
}

export function readSkill(skills: Skills) {
  return defineTool({
    name: 'read_skill',
    description: 'Shows how a skill is done. Follow it for the rest of this conversation.',
    input: z.object({
      name: z.string().max(100),
      file: z.string().max(300).optional().describe('another file that the skill names'),
    }),
    hasEffects: false,
    minRole: 'guest',
    isOffered: (scope) => skills.has(scope),
    line: ({ name }) => `reading the skill ${quoted(name)}`,
    run: ({ name, file }, scope) => skills.read(scope, name, file),
  })
}
