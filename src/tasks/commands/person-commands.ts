import { findZone } from '../../lib/time/zone.ts'
import { commandHelp } from '../../messages/command-help.ts'
import { languageNamed } from '../../messages/languages.ts'
import { dayAndTimeText } from '../../messages/localized.ts'
import { personMessages } from '../../messages/person-messages.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { setPersonSettings } from '../../store/people/people.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command } from './command.ts'

/** /timezone shows or sets the time zone of the person. */
export function createTimezone({ db, settings }: Pick<TaskDeps, 'db' | 'settings'>): Command {
  return {
    name: 'timezone',
    usage: commandHelp.usages.timezone,
    summary: commandHelp.summaries.timezone,
    run(args, { person, timezone, now, prefix }) {
      if (args === '') return personMessages.timezoneIs(timezone, dayAndTimeText(now, timezone), prefix)
      const isDefault = args === 'default'
      const zone = isDefault ? settings().timezone : findZone(args)
      if (zone === undefined) return personMessages.unknownZone(args)
      setPersonSettings(db, person.id, { timezone: isDefault ? null : zone })
      return personMessages.timezoneSet(zone, dayAndTimeText(now, zone))
    },
  }
}

/** /language shows or sets the language in which we speak to the person in private. */
export function createLanguage({ db }: Pick<TaskDeps, 'db'>): Command {
  return {
    name: 'language',
    usage: commandHelp.usages.language,
    summary: commandHelp.summaries.language,
    run(args, { person, chat, prefix }) {
      if (args === '') return personMessages.languageIs(person.language, prefix)
      const isDefault = args === 'default'
      const language = isDefault ? undefined : languageNamed(args)
      if (language === undefined && !isDefault) return personMessages.unknownLanguage(args)
      setPersonSettings(db, person.id, { language: language ?? null })
      const where = isPrivateTo(db, chat, person.id) ? 'here' : 'elsewhere'
      return personMessages.languageSet(language, where)
    },
  }
}
