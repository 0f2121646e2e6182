import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether a program can be started; without a folder in its name, it is searched in `path`. */
export function isRunnable(program: string, path: string): boolean {
  const files = program.includes('/') ? [program] : path.split(delimiter).map((folder) => join(folder, program))
  return files.some((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
