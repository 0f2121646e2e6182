/** With more tools of MCP servers than this, a model is given their names and the two tools below. */
export const MAX_LISTED_MCP_TOOLS = 30

/** Returns the descriptions and input schemas of tools that a model knows only by name. */
export const FIND_TOOLS = 'find_tools'
/** Runs one of them. */
export const CALL_TOOL = 'call_tool'

/** The names of tools that the prompt of a session lists. They stay the same, whatever the servers offer later. */
export interface NamedTools {
  names: readonly string[]
  /** Whether there was room for the names of all tools. */
  isComplete: boolean
}

/** The server of such a tool: `shop` of `shop__close_order`. */
export function serverOf(tool: string): string {
  return tool.split('__', 1)[0] ?? ''
}
