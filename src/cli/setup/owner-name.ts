import { existsSync, readFileSync } from 'node:fs'
import { withAssignment } from '../../config/assignment.ts'
import { draftConfig } from '../../config/draft.ts'
import { defaultPaths } from '../../config/paths.ts'
import { UsageError } from '../../domain/errors.ts'
import { ask, type Terminal } from '../chat/ask.ts'
import type { Place } from '../place.ts'

/** The file that is in use, or will be. */
export function readConfigText({ configFile }: Place, env: NodeJS.ProcessEnv): { file: string; text: string } {
  const file = configFile ?? defaultPaths(env).config
  return { file, text: existsSync(file) ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '') : '' }
}

/** The configuration with what the owner is called. */
export function withOwnerName(file: string, text: string, name: string): string {
  return withAssignment(file, text, { table: ['owner'], replaces: ['name'], set: { key: 'name', value: name } })
}

/** Undefined when they would rather not say. */
export async function askOwnerName(terminal: Terminal): Promise<string | undefined> {
  return (await ask('What should I call you? ', terminal)) || undefined
}

/** `skein setup name`. */
export async function setUpName(
  place: Place,
  given: string | undefined,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  if (given === undefined && !process.stdin.isTTY) throw new UsageError('Say the name: skein setup name Ana.')
  const name = given?.trim() ?? (await askOwnerName(terminal))
  if (!name) {
    process.exitCode = 1
    return void terminal.output.write('Nothing was changed.\n')
  }
  const { file, text } = readConfigText(place, env)
  const backup = draftConfig(file, withOwnerName(file, text, name), env).commit()
  terminal.output.write(`From its next start on Skein calls you ${name}; ${file} says so.\n`)
  if (place.json) console.log(JSON.stringify({ name, config: file, backup }))
}
