import { isSettableFromAnywhere, runtimeKeys } from '../../config/settings.ts'
import { describeSourced } from '../../config/sources.ts'
import type { LiveConfig } from '../settings/live-config.ts'
import type { Command } from './command.ts'

export function createConfig(live: LiveConfig): Command {
  return {
    name: 'config',
    usage: '[key [value | default]]',
    summary: 'show what may be set while I run, or set it',
    german: 'zeigen oder setzen, was sich im Betrieb ändern lässt',
    ownerOnly: true,
    run(args, { person, now, byPublicDoor }) {
      const [key, ...rest] = args.split(/\s+/).filter(Boolean)
      const shown = (name: string) => describeSourced(live.sources()[name])
      if (key === undefined) return runtimeKeys.map((name) => `- \`${name}\` = ${shown(name)}`).join('\n')
      if (rest.length === 0)
        return Object.hasOwn(live.sources(), key) ? `\`${key}\` = ${shown(key)}` : `There is no key ${key}.`
      if (byPublicDoor && runtimeKeys.some((name) => name === key) && !isSettableFromAnywhere(key))
        return `\`${key}\` can be changed only on the machine itself, at the address "skein link" prints, or in another chat of yours.`
      const value = rest.join(' ')
      // No key that may be set while running takes this word for a value.
      if (value === 'default') return live.unset(key) ?? `\`${key}\` is now ${shown(key)}.`
      return live.set(key, value, person, now) ?? `\`${key}\` is now ${value}.`
    },
  }
}
