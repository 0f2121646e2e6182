import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { defaultPaths } from '../config/paths.ts'
import { UsageError } from '../domain/errors.ts'
import { installedPath } from '../lib/folders.ts'
import { isLocalized } from '../messages/localized.ts'

/** The global options, resolved. */
export interface GlobalOptions {
  /** Undefined means the default file, which need not exist. */
  configFile: string | undefined
  dataDir: string
  json: boolean
}

/** Command line options win over environment variables, which win over defaults. */
export function globalOptions(command: Command, env: NodeJS.ProcessEnv): GlobalOptions {
  const options = command.optsWithGlobals<{ config?: string; data?: string; json?: boolean }>()
  // An empty value is usually an unset shell variable, and would mean the current folder.
  for (const name of ['config', 'data'] as const)
    if (options[name] === '')
      throw new UsageError(`--${name} is empty. It needs a ${name === 'data' ? 'folder' : 'file'}.`)
  return {
    configFile: options.config === undefined ? undefined : resolve(options.config),
    dataDir: options.data === undefined ? defaultPaths(env).data : resolve(options.data),
    json: options.json === true,
  }
}

/** What `--json` prints. Texts for people are in English there, as everywhere on the command line. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isLocalized(inner) ? inner.en : inner))
}

export function version(): string {
  return (JSON.parse(readFileSync(installedPath('package.json'), 'utf8')) as { version: string }).version
}
