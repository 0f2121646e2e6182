import { commandMessages } from '../../../messages/command-messages.ts'
import type { OwnTools } from '../../../spawner/spawner.ts'
import { describeAllowed, takeAllowed, takeBack } from '../../permissions/allowed.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

export function createAllowed({ db, settings }: Pick<Road, 'db' | 'settings'>, own: () => OwnTools[]): Command {
  return {
    name: 'allowed',
    usage: commandMessages.usages.allowed,
    summary: commandMessages.summaries.allowed,
    run(args, { person, prefix }) {
      const [, number] = /^(?:remove|revoke)\s+#?(\d{1,15})$/i.exec(args) ?? []
      if (number !== undefined) {
        return takeBack(db, Number(number), person)
          ? commandMessages.permissionRemoved
          : commandMessages.noSuchPermission(number)
      }
      if (args !== '') return commandMessages.allowedUsage(prefix)
      const hint = commandMessages.allowedHint(prefix)
      return describeAllowed(takeAllowed(db, own(), person), hint, person.timezone ?? settings().timezone)
    },
  }
}
