import { closeSync, openSync, readlinkSync, readSync } from 'node:fs'

/**
 * The time zone of this machine. The first question to Intl reads the tables of ICU, a tenth of a start; what the system
 * links to is its name, and holds as long as ICU knows all the zones that the system does.
 */
export function machineZone(env: NodeJS.ProcessEnv = process.env): string {
  const linked = env.TZ === undefined && systemTables() <= (process.versions.tz ?? '') ? linkedZone() : undefined
  return linked ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

function linkedZone(): string | undefined {
  try {
    const zone = readlinkSync('/etc/localtime').split('/zoneinfo/').at(-1) ?? ''
    if (!/^[A-Z][\w+-]*\/[\w+/-]+$/.test(zone)) return undefined
    // As Intl calls it.
    return zone === 'Etc/UTC' ? 'UTC' : zone
  } catch {
    return undefined
  }
}

/** "2025b"; later than any when it is not told. */
function systemTables(): string {
  try {
    const file = openSync('/usr/share/zoneinfo/tzdata.zi', 'r')
    try {
      const head = Buffer.alloc(32)
      readSync(file, head)
      return /^# version (\d{4}[a-z]+)/.exec(head.toString())?.[1] ?? 'untold'
    } finally {
      closeSync(file)
    }
  } catch {
    return 'untold'
  }
}
