import { describeConfig } from '../../config/config.ts'
import { runtimeKeys } from '../../config/settings.ts'
import type { Command } from '../commands.ts'
import type { LiveConfig } from '../live-config.ts'

export function createConfig(live: LiveConfig): Command {
  return {
    name: 'config',
    usage: '[key [value]]',
    summary: 'show what may be set while I run, or set it',
    ownerOnly: true,
    run(args, { person, now }) {
      const [key, ...rest] = args.split(/\s+/).filter(Boolean)
      const values = describeConfig(live.current())
      if (key === undefined) return runtimeKeys.map((name) => `- \`${name}\` = ${String(values[name])}`).join('\n')
      if (rest.length === 0)
        return key in values ? `\`${key}\` = ${String(values[key] ?? 'not set')}` : `There is no key ${key}.`
      return live.set(key, rest.join(' '), person, now) ?? `\`${key}\` is now ${rest.join(' ')}.`
    },
  }
}
