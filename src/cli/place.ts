import { resolve } from 'node:path'
import type { Command } from 'commander'
import { defaultPaths } from '../config/paths.ts'
import { UsageError } from '../domain/errors.ts'

/** Where this installation lives, and how its commands should print. */
export interface Place {
  /** Undefined: the default file, which need not exist. */
  configFile: string | undefined
  dataDir: string
  json: boolean
}

/** The options every command has, over the environment, over the defaults. */
export function placeOf(command: Command, env: NodeJS.ProcessEnv): Place {
  const options = command.optsWithGlobals<{ config?: string; data?: string; json?: boolean }>()
  // An empty word is a variable that nobody set, and would mean whatever folder this happens to be.
  for (const name of ['config', 'data'] as const)
    if (options[name] === '') throw new UsageError(`--${name} is empty; name a ${name === 'data' ? 'folder' : 'file'}.`)
  return {
    configFile: options.config === undefined ? undefined : resolve(options.config),
    dataDir: options.data === undefined ? defaultPaths(env).data : resolve(options.data),
    json: options.json === true,
  }
}
