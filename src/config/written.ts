import { readFileSync, statSync } from 'node:fs'
import { parse, TomlError } from 'smol-toml'
import { ConfigError } from '../domain/errors.ts'
import { defaultPaths } from './paths.ts'

/** What stands in the file of the configuration. */
export interface Written {
  /** Where it lies, or would. */
  place: string
  isThere: boolean
  text: string
  mode: number
  /** A new one each time: who checks a tree changes it. */
  tree(): Record<string, unknown>
}

/** Throws a ConfigError where it cannot be read or is no TOML. At the default place there need be none. */
export function readWritten(file: string | undefined, env: NodeJS.ProcessEnv): Written {
  const paths = defaultPaths(env)
  const place = file ?? paths.config
  const found = readText(place, file !== undefined || paths.configNamed)
  const { text, mode } = found ?? { text: '', mode: 0o600 }
  return { place, isThere: found !== undefined, text, mode, tree: () => parseToml(place, text) }
}

function readText(file: string, named: boolean): { text: string; mode: number } | undefined {
  try {
    const stat = statSync(file)
    if (!stat.isFile()) throw new ConfigError(`${file} is not a plain file; name the TOML file itself`)
    if (stat.size > 1_048_576) throw new ConfigError(`${file} is over 1 MB; that is no configuration of ours`)
    return { text: decode(file, readFileSync(file)), mode: stat.mode }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !named) return undefined
    const says =
      code === 'ENOENT' ? 'is not there; create it or leave it unnamed for the defaults' : `cannot be read (${code})`
    throw new ConfigError(`${file} ${says}`, { cause: error })
  }
}

// Also drops the byte order mark that some editors put in front.
function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ConfigError(`${file} is not UTF-8 text; save it as UTF-8`, { cause: error })
  }
}

/** Throws a ConfigError that quotes nothing of the file. */
export function parseToml(file: string, text: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // Its full message quotes the lines around the mistake, and one of them may hold a secret.
    const says = (error.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', '')
    throw new ConfigError(`${file} line ${error.line} column ${error.column}: not valid TOML: ${says}`)
  }
}
