import type { JobService } from '../../../domain/job-service.ts'
import { truncate } from '../../../lib/text/text.ts'
import { dateAndTime } from '../../../lib/time/calendar.ts'
import { isPrivateTo } from '../../../store/messages/chats.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

const MOST = 10
const ALL = 1000

/** The briefings that were told, and each of them whole. */
export function createBriefings({ db }: Pick<Road, 'db'>, desk: JobService): Command {
  return {
    name: 'briefings',
    usage: '[number]',
    summary: 'the briefings so far, or one of them whole',
    german: 'die bisherigen Briefings, oder eines davon ganz',
    run(args, { person, now, timezone, prefix, chat }) {
      if (!isPrivateTo(db, chat, person.id)) return 'I show that where nobody else reads along.'
      const number = args === '' ? undefined : Number(args.replace(/^#/, ''))
      if (number === undefined) {
        const told = desk.briefings({ person, now }, MOST)
        if (told.length === 0) return 'There was no briefing yet. [[briefings]] in the configuration file makes one.'
        const lines = told.map(
          ({ id, name, instant, result = '' }) =>
            `- \`${id}\` ${dateAndTime(instant, timezone)} **${name}**: ${truncate(result.replace(/\s+/g, ' '), 80)}`,
        )
        return `${lines.join('\n')}\n\n${prefix}briefings and a number shows it whole.`
      }
      const found = desk.briefings({ person, now }, ALL).find(({ id }) => id === number)
      return found?.result ?? `There is no briefing ${args}.`
    },
  }
}
