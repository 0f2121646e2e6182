import type { LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { OwnTools } from '../../spawner/spawner.ts'
import { inline, onOneLine } from './action-effect.ts'

/** What a rule allows, told where nothing else is in sight. In Markdown. */
export function ruleWords(rule: string, kinds: OwnTools['kinds']): LocalizedText {
  const { rules } = permissionMessages
  const [, tool = rule, inner] = /^([\w.-]+)(?:\(([\s\S]*)\))?$/.exec(rule) ?? []
  // The tools of a server are known by it alone.
  const kind = kinds.get(tool) ?? kinds.get(tool.replace(/__.*/, '__*'))
  if (kind === 'use')
    return inner === undefined ? rules.useAny(inline(tool)) : rules.useWith(inline(tool), onOneLine(inner))
  const any = {
    command: rules.anyCommand,
    fetch: rules.anyPage,
    read: rules.anyFile,
    write: rules.anyFile,
    edit: rules.anyFile,
  }
  const target = inner === undefined ? (kind ? any[kind] : rules.anyFile) : onOneLine(inner)
  return kind ? rules[kind](target) : rules.other(tool, target)
}
