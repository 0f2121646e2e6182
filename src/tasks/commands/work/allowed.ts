import type { OwnTools } from '../../../spawner/spawner.ts'
import { describeAllowed, takeAllowed, takeBack } from '../../permissions/allowed.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

export function createAllowed({ db, settings }: Pick<Road, 'db' | 'settings'>, own: () => OwnTools[]): Command {
  return {
    name: 'allowed',
    usage: '[remove number]',
    summary: 'what I may do without asking, and how to take it back',
    german: 'was ich ohne Frage darf, und wie du es zurücknimmst',
    run(args, { person, prefix }) {
      const [, number] = /^(?:remove|revoke)\s+#?(\d{1,15})$/i.exec(args) ?? []
      if (number !== undefined) {
        return takeBack(db, Number(number), person)
          ? `Taken back: I will ask again before I do that.`
          : `There is no number ${number} for you to take back.`
      }
      if (args !== '') return 'Write it alone, or with "remove" and a number of the list.'
      const hint = `\`${prefix}allowed remove <number>\` takes one back.`
      return describeAllowed(takeAllowed(db, own(), person), hint, person.timezone ?? settings().timezone)
    },
  }
}
