import type { Trust } from '../../../domain/person.ts'
import type { NativeTool } from './native-tool.ts'

/**
 * Why a tool is neither offered nor run in the next step, as a sentence for the model; undefined when it may be used. Asked
 * before each step, because trust may have fallen since: nothing writes or sends once words of others are before the model.
 */
export function whyNotOffered({ name, reads }: NativeTool, trust: Trust): string | undefined {
  const isLow = trust === 'guest' || trust === 'untrusted'
  return isLow && !reads ? `${name} cannot be used while words of others are before you.` : undefined
}
