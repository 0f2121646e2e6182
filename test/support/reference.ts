import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Reference material beside the project, where somebody has it: what needs it says that it was left out. */
export function referencePath(path: string): string | undefined {
  const at = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url))
  return existsSync(at) ? at : undefined
}
