import type { Role, Trust } from '../../../domain/person.ts'
import type { NativeTool } from './native-tool.ts'

/** For whom a step is taken, and how far what is before the model by now can be believed. */
export interface Standing {
  role: Role
  trust: Trust
}

/**
 * Why a tool is neither offered nor run in the next step, as a sentence for the model; undefined when it may be used. Asked
 * before each step, because trust may have fallen since: nothing writes or sends once words of others are before the model.
 */
export function whyNotOffered({ name, kind, reads }: NativeTool, { role, trust }: Standing): string | undefined {
  if (role === 'guest' && kind !== 'read') return `${name} is not for this person to use.`
  const isLow = trust === 'guest' || trust === 'untrusted'
  return isLow && !reads ? `${name} cannot be used while words of others are before you.` : undefined
}
