import type { Trust } from '../../../domain/person.ts'
import type { NativeTool } from './native-tool.ts'

/**
 * Those that may be used in the next step: named for the turn, and nothing that writes or sends once words of others are
 * before the model. Asked before each step, because trust may have fallen since.
 */
export function offered(tools: readonly NativeTool[], names: readonly string[], trust: Trust): NativeTool[] {
  const isLow = trust === 'guest' || trust === 'untrusted'
  return tools.filter(({ name, reads }) => isNamed(names, name) && (reads || !isLow))
}

/** Those of a server stand there as `server__*`. */
function isNamed(names: readonly string[], name: string): boolean {
  return names.includes(name) || names.includes(`${name.split('__', 1)[0]}__*`)
}
