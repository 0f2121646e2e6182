import { onOneLine } from './action-effect.ts'

/** What a rule made of a question would allow from now on, below that question and on its button: no more and no less. */
export function alwaysWords(rule: string): string {
  return rule.includes('(') ? 'exactly this command' : `${verbs[rule] ?? rule} any file`
}

/** What a rule allows, told where nothing else is in sight. In Markdown. */
export function ruleWords(rule: string): string {
  const [, tool = rule, inner] = /^(\w+)(?:\(([\s\S]*)\))?$/.exec(rule) ?? []
  const doing = verbs[tool] ?? `using ${tool} on`
  if (inner === undefined) return tool === 'Bash' ? 'running any command' : `${doing} any file in the folder of a chat`
  return `${doing} ${onOneLine(inner)}`
}

const verbs: Record<string, string> = { Write: 'writing', Edit: 'changing', Bash: 'running' }
