import { expectedOf, kindOf } from '../key-kind.ts'
import type { Key } from '../keys.ts'
import { readSecret } from '../secret.ts'
import { readings } from '../settings.ts'

/** What a person typed for a key, as the file would say it, or why it cannot be that. A list has one item a line. */
export function readTyped(key: Key, name: string, text: string): { value: unknown } | { problem: string } {
  if (key.secret) return readTypedSecret(name, text)
  // As the page shows an address that holds a password; nobody's password is a dot.
  if (/:…@/.test(text)) return { problem: `Give ${name} whole, with its password.` }
  const candidates = kindOf(key).kind === 'list' ? listReadings(text) : readings(text.trim())
  const value = candidates.find((candidate) => key.check.safeParse(candidate).success)
  return value === undefined ? { problem: `${name} must be ${expectedOf(key)}.` } : { value }
}

/** The secret itself: no way to one, which would read files of this machine for whoever is on the page. */
function readTypedSecret(name: string, text: string): { value: string } | { problem: string } {
  if (/^\s*(env|file):/.test(text))
    return { problem: `Give ${name} itself; "env:" and "file:" are for the configuration file.` }
  const secret = readSecret(text, {}, '')
  return 'says' in secret ? { problem: `${name} ${secret.says}.` } : { value: secret.value }
}

function listReadings(text: string): unknown[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const numbers = lines.every((line) => /^-?\d+$/.test(line)) ? [lines.map(Number)] : []
  return [lines, ...numbers]
}
