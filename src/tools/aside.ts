import { z } from 'zod'
import { quoted } from '../lib/text/visible.ts'
import { permissionMessages } from '../messages/permission-messages.ts'
import { defineTool, type Scope } from './tool.ts'

/** Work beside the chat, on behalf of the person of a scope. */
export interface Asides {
  /** Whether the model may begin some in this turn. */
  mayBegin(scope: Scope): boolean
  /** Returns a sentence for the model. */
  begin(scope: Scope, what: string): string
}

export function beginAsideTool(asides: Asides) {
  return defineTool({
    name: 'begin_aside',
    description:
      'Begins longer work beside this chat, which goes on meanwhile. The result is sent to them as a reply. Use it when they want something done on the side.',
    input: z.object({
      what: z.string().min(1).max(4000).describe('in their language, and clear without this conversation'),
    }),
    hasEffects: true,
    minRole: 'member',
    isOffered: (scope) => asides.mayBegin(scope),
    preview: ({ what }, scope) =>
      asides.mayBegin(scope)
        ? {
            what: permissionMessages.effects.beginAside,
            shown: [what],
            isInOwnWords: ({ holds }) => holds(what),
          }
        : undefined,
    line: ({ what }) => `beginning beside the chat: ${quoted(what)}`,
    run: ({ what }, scope) => asides.begin(scope, what),
  })
}
