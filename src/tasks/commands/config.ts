import { isSettableFromAnywhere, runtimeKeys } from '../../config/settings.ts'
import { describeSourced } from '../../config/sources.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import type { LiveConfig } from '../settings/live-config.ts'
import type { Command } from './command.ts'

export function createConfig(live: LiveConfig): Command {
  return {
    name: 'config',
    usage: commandMessages.usages.config,
    summary: commandMessages.summaries.config,
    ownerOnly: true,
    run(args, { person, now, byPublicDoor }) {
      const [key, ...rest] = args.split(/\s+/).filter(Boolean)
      const shown = (name: string) => describeSourced(live.sources()[name])
      if (key === undefined) return runtimeKeys.map((name) => `- \`${name}\` = ${shown(name)}`).join('\n')
      if (rest.length === 0)
        return Object.hasOwn(live.sources(), key) ? `\`${key}\` = ${shown(key)}` : commandMessages.noSuchKey(key)
      if (byPublicDoor && runtimeKeys.some((name) => name === key) && !isSettableFromAnywhere(key))
        return commandMessages.atMachineOnly(key)
      const value = rest.join(' ')
      // No key that may be set while running takes this word for a value.
      if (value === 'default') return live.unset(key) ?? commandMessages.settingIs(key, shown(key))
      return live.set(key, value, person, now) ?? commandMessages.settingIs(key, value)
    },
  }
}
