import type { OwnTools } from '../../spawner/spawner.ts'
import { onOneLine } from './action-effect.ts'

/** What a rule allows, told where nothing else is in sight. In Markdown. */
export function ruleWords(rule: string, kinds: OwnTools['kinds']): string {
  const [, tool = rule, inner] = /^(\w+)(?:\(([\s\S]*)\))?$/.exec(rule) ?? []
  const kind = kinds.get(tool)
  const doing = kind ? verbs[kind] : `using ${tool} on`
  if (inner !== undefined) return `${doing} ${onOneLine(inner)}`
  return `${doing} ${(kind && anything[kind]) ?? 'any file in the folder of a chat'}`
}

const verbs = {
  read: 'reading',
  write: 'writing',
  edit: 'changing',
  command: 'running',
  fetch: 'fetching',
  use: 'using',
}
const anything: Partial<Record<keyof typeof verbs, string>> = {
  command: 'any command',
  fetch: 'any page',
  use: 'it for anything',
}
