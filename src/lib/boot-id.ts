import { readFileSync } from 'node:fs'

/** Names this start of the machine; undefined where the system has no name for it. */
export function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}
