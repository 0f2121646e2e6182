import type { Brains } from './brains.ts'

/** What a configuration calls models by what they are for. */
export const modelRoles = ['fast', 'general', 'smart'] as const

/** What a conversation is answered with unless somebody chose another. */
export const usualRole = 'general'

/** A brain, or a role or a model, or both. */
export interface NamedModel {
  brain?: string
  model?: string
}

export function isRole(model: string): boolean {
  return modelRoles.some((role) => role === model)
}

/**
 * `smart`, `local`, `local/smart`, `local/some-model`, or a model by its own name, which may have slashes in it: only the
 * name of a brain that is there, up to the first slash, is one.
 */
export function parseModel(brains: Pick<Brains, 'named'>, words: string): NamedModel {
  const whole = brains.named(words)
  if (whole) return { brain: whole.name }
  const slash = words.indexOf('/')
  const brain = slash > 0 ? brains.named(words.slice(0, slash)) : undefined
  return brain ? { brain: brain.name, model: words.slice(slash + 1) || usualRole } : { model: words }
}
