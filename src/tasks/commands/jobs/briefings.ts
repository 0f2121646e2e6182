import type { JobService } from '../../../domain/job-service.ts'
import { truncate } from '../../../lib/text/text.ts'
import { dateAndTime } from '../../../lib/time/calendar.ts'
import { commandMessages } from '../../../messages/command-messages.ts'
import { scheduleMessages } from '../../../messages/schedule-messages.ts'
import { isPrivateTo } from '../../../store/messages/chats.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

const MOST = 10
const ALL = 1000

/** The briefings that were told, and each of them whole. */
export function createBriefings({ db }: Pick<Road, 'db'>, desk: JobService): Command {
  return {
    name: 'briefings',
    usage: commandMessages.usages.number,
    summary: commandMessages.summaries.briefings,
    run(args, { person, now, timezone, prefix, chat }) {
      if (!isPrivateTo(db, chat, person.id)) return scheduleMessages.privateOnly
      const number = args === '' ? undefined : Number(args.replace(/^#/, ''))
      if (number === undefined) {
        const told = desk.briefings({ person, now }, MOST)
        if (told.length === 0) return scheduleMessages.noBriefings
        const lines = told.map(
          ({ id, name, instant, result = '' }) =>
            `- \`${id}\` ${dateAndTime(instant, timezone)} **${name}**: ${truncate(result.replace(/\s+/g, ' '), 80)}`,
        )
        return scheduleMessages.briefings(lines, prefix)
      }
      const found = desk.briefings({ person, now }, ALL).find(({ id }) => id === number)
      return found?.result ?? scheduleMessages.noSuchBriefing(args)
    },
  }
}
