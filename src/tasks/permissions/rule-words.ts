import type { OwnTools } from '../../spawner/spawner.ts'
import { inline, onOneLine } from './action-effect.ts'

/** What a rule allows, told where nothing else is in sight. In Markdown. */
export function ruleWords(rule: string, kinds: OwnTools['kinds']): string {
  const [, tool = rule, inner] = /^([\w.-]+)(?:\(([\s\S]*)\))?$/.exec(rule) ?? []
  // The tools of a server are known by it alone.
  const kind = kinds.get(tool) ?? kinds.get(tool.replace(/__.*/, '__*'))
  if (kind === 'use')
    return `using ${inline(tool)} ${inner === undefined ? 'for anything' : `with ${onOneLine(inner)}`}`
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
}
const anything: Partial<Record<keyof typeof verbs, string>> = {
  command: 'any command',
  fetch: 'any page',
}
