import type { Deed, ListedTool } from '../../spawner.ts'

/** Where a tool works. */
export interface ToolPlace {
  /** The folder of its chat: the only place that it sees and changes. */
  workspace: string
}

/** One tool of the native brain's own. Whether it may run is asked before, by its deed. */
export interface NativeTool extends ListedTool {
  kind: Exclude<Deed['kind'], 'other'>
  /** Nothing is changed by it, as far as whoever made it says so. */
  reads: boolean
  /** What this use comes to; paths are whole. */
  deed(input: Record<string, unknown>, place: ToolPlace): Deed
  /** What people read while it runs. */
  line(input: Record<string, unknown>): string
  /** Never rejects. The text is what the model reads. */
  run(input: Record<string, unknown>, place: ToolPlace, signal: AbortSignal): Promise<ToolResult>
}

export interface ToolResult {
  text: string
  failed: boolean
}

/** Tools that come from elsewhere, such as servers of the Model Context Protocol; connected at the first list. */
export interface OuterTools {
  list(signal: AbortSignal): Promise<NativeTool[]>
  close(): Promise<void>
}
