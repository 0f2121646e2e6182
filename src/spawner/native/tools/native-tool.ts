import { z } from 'zod'
import type { ListedTool, ToolAction } from '../../spawner.ts'
import { ToolRefusal } from './workspace.ts'

/** Where a tool works. */
export interface ToolContext {
  /** The folder of its chat, which is all that it sees and changes. */
  workspace: string
}

/** One tool of the native brain. Whether it may run is decided before, by its action. */
export interface NativeTool extends ListedTool {
  kind: Exclude<ToolAction['kind'], 'other'>
  /** It changes nothing, according to its author. */
  isReadOnly: boolean
  /** What this use would do, with absolute paths. */
  action(input: Record<string, unknown>, place: ToolContext): ToolAction
  /** What people see while it runs. */
  line(input: Record<string, unknown>): string
  /** Never rejects. The model reads the text. */
  run(input: Record<string, unknown>, place: ToolContext, signal: AbortSignal): Promise<ToolResult>
}

export interface ToolResult {
  text: string
  failed: boolean
}

/** Tools that are found while running, such as those of MCP servers. */
export interface ToolSource {
  list(signal: AbortSignal): Promise<NativeTool[]>
  close(): Promise<void>
}

/** One of our tools with the schema of its input, which is parsed here. */
interface ToolDefinition<Input> extends Pick<NativeTool, 'name' | 'description' | 'kind' | 'line'> {
  input: z.ZodType<Input>
  action(input: Input, place: ToolContext): ToolAction
  /** Returns the text that the model reads. Throws a ToolRefusal for mistakes that the model can correct. */
  run(input: Input, place: ToolContext, signal: AbortSignal): ToolResult | string | Promise<ToolResult | string>
}

export function defineNativeTool<Input>({ input: shape, ...tool }: ToolDefinition<Input>): NativeTool {
  const { name, description, kind, line } = tool
  const describeProblem = (error: z.ZodError) => `${name}: ${z.prettifyError(error)}`
  return {
    name,
    description,
    kind,
    line,
    isReadOnly: kind === 'read',
    inputSchema: z.toJSONSchema(shape, { io: 'input' }),
    action(input, place) {
      const parsed = shape.safeParse(input)
      return parsed.success ? tool.action(parsed.data, place) : { kind: 'other', why: describeProblem(parsed.error) }
    },
    async run(input, place, signal) {
      const parsed = shape.safeParse(input)
      if (!parsed.success) return { text: describeProblem(parsed.error), failed: true }
      try {
        const result = await tool.run(parsed.data, place, signal)
        return typeof result === 'string' ? { text: result, failed: false } : result
      } catch (error) {
        return { text: error instanceof ToolRefusal ? error.message : describeError(error), failed: true }
      }
    },
  }
}

function describeError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return (code && sentences[code]) ?? `That did not work (${code ?? String(error)}).`
}

/** They contain no path, because the system's own messages would show where the workspace is. */
const sentences: Record<string, string> = {
  ENOENT: 'There is no such file or folder in the workspace.',
  ENOTDIR: 'A part of the path is not a folder.',
  EISDIR: 'That is a folder.',
  ELOOP: 'That is a link; links are not followed.',
  EACCES: 'It cannot be opened: permission denied.',
  EPERM: 'It cannot be changed: permission denied.',
  ENAMETOOLONG: 'The name is too long.',
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full.',
  EROFS: 'It is read-only.',
}
