import type { Role, Trust } from '../../../domain/person.ts'
import type { NativeTool } from './native-tool.ts'

/** For whom a step is taken, and how far what is before the model by now can be believed. */
export interface Standing {
  role: Role
  trust: Trust
}

/** Those that may be used in the next step. Asked before each: trust may have fallen since. */
export function offered(tools: readonly NativeTool[], standing: Standing): NativeTool[] {
  return tools.filter((tool) => whyNotOffered(tool, standing) === undefined)
}

/** Why a tool is refused although a model calls it, as a sentence for the model; undefined when it is not. */
export function whyNotOffered({ name, kind, reads }: NativeTool, { role, trust }: Standing): string | undefined {
  if (role === 'guest' && kind !== 'read') return `${name} is not for this person to use.`
  const isLow = trust === 'guest' || trust === 'untrusted'
  return isLow && !reads ? `${name} cannot be used while words of others are before you.` : undefined
}
