import { z } from 'zod'
import type { Scope, Tool } from './tool.ts'

export interface Called {
  text: string
  failed: boolean
}

/** What a caller is told of a tool: its name, its words, the shape of its input as JSON Schema. */
export interface Listed {
  name: string
  description: string
  inputSchema: object
}

/** Every tool there is. The daemon decides here, for each call, in whose name it happens; a list of names decides nothing. */
export interface Registry {
  list(): Listed[]
  call(name: string, input: unknown, scope: Scope): Promise<Called>
}

/** A result longer than this would crowd out the conversation it is meant to serve. */
const LONGEST = 20_000

export function createRegistry(tools: Tool[]): Registry {
  return {
    list: () =>
      tools.map(({ name, description, input }) => ({
        name,
        description,
        inputSchema: z.toJSONSchema(input, { io: 'input' }),
      })),
    async call(name, input, scope) {
      const tool = tools.find((one) => one.name === name)
      if (!tool) return { text: `There is no tool ${name}.`, failed: true }
      const parsed = tool.input.safeParse(input)
      if (!parsed.success) return { text: `${name}: ${z.prettifyError(parsed.error)}`, failed: true }
      const text = await tool.run(parsed.data, scope)
      return { text: text.length > LONGEST ? `${text.slice(0, LONGEST)} … (cut; ask for less)` : text, failed: false }
    },
  }
}
