import { closeSync, openSync, readlinkSync, readSync } from 'node:fs'

/**
 * The time zone of this machine. The first call to Intl loads the ICU tables, which takes a tenth of the start. The
 * system's link names the zone directly, and that name is valid as long as ICU knows all the zones of the system.
 */
export function machineZone(env: NodeJS.ProcessEnv = process.env): string {
  const linked = env.TZ === undefined && systemZoneVersion() <= (process.versions.tz ?? '') ? linkedZone() : undefined
  return linked ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

function linkedZone(): string | undefined {
  try {
    const zone = readlinkSync('/etc/localtime').split('/zoneinfo/').at(-1) ?? ''
    if (!/^[A-Z][\w+-]*\/[\w+/-]+$/.test(zone)) return undefined
    // The name that Intl uses.
    return zone === 'Etc/UTC' ? 'UTC' : zone
  } catch {
    return undefined
  }
}

/** The version, such as "2025b"; a value later than any version if unknown. */
function systemZoneVersion(): string {
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
