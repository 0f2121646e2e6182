import type { Language } from './languages.ts'
import { localized } from './localized.ts'

const names = {
  en: { en: 'English', de: 'German' },
  de: { en: 'Englisch', de: 'Deutsch' },
} satisfies Record<Language, Record<Language, string>>

const roles = {
  en: { owner: 'owner', member: 'member', guest: 'guest' },
  de: { owner: 'Besitzer', member: 'Mitglied', guest: 'Gast' },
}

type Role = keyof typeof roles.en

/** Texts about the role, the time zone and the language of a person. */
export const personMessages = localized({
  en: {
    timezoneIs: (zone: string, time: string, prefix: string) =>
      `Your time zone is ${zone}, where it is ${time}. Change it with ${prefix}timezone and a city, or ${prefix}timezone default.`,
    timezoneSet: (zone: string, time: string) =>
      `Your time zone is ${zone} now, where it is ${time}. Reminders that are planned already keep their time.`,
    unknownZone: (words: string) =>
      `I know no time zone called "${words}". Write a large city, or a name such as Europe/Berlin.`,
    languageIs: (language: Language | undefined, prefix: string) =>
      `${language === undefined ? 'I speak to you in the language that you write in' : `I speak to you in ${names.en[language]}`}. Change it with ${prefix}language en, de or default. Models answer in your language anyway.`,
    languageSet: (language: Language | undefined, where: 'here' | 'elsewhere') =>
      `${language === undefined ? 'From now on I speak to you in the language that you write in.' : `From now on I speak ${names.en[language]} to you.`}${where === 'here' ? '' : ' This applies to your private chats.'}`,
    unknownLanguage: (words: string) => `I do not speak "${words}". I speak English (en) and German (de).`,
    settings: (name: string, role: Role, { zone, language }: { zone: string; language: string }) =>
      `${name}: ${roles.en[role]}, time zone ${zone}, language ${language}`,
    ownerStays: 'The owner stays the owner.',
  },
  de: {
    timezoneIs: (zone, time, prefix) =>
      `Deine Zeitzone ist ${zone}, dort ist es ${time}. Ändere sie mit ${prefix}timezone und einer Stadt, oder mit ${prefix}timezone default.`,
    timezoneSet: (zone, time) =>
      `Deine Zeitzone ist jetzt ${zone}, dort ist es ${time}. Schon geplante Erinnerungen behalten ihre Zeit.`,
    unknownZone: (words) =>
      `Eine Zeitzone „${words}“ kenne ich nicht. Schreib eine große Stadt oder einen Namen wie Europe/Berlin.`,
    languageIs: (language, prefix) =>
      `${language === undefined ? 'Ich spreche mit dir in der Sprache, in der du schreibst' : `Ich spreche ${names.de[language]} mit dir`}. Ändere das mit ${prefix}language en, de oder default. Modelle antworten ohnehin in deiner Sprache.`,
    languageSet: (language, where) =>
      `${language === undefined ? 'Ab jetzt spreche ich mit dir in der Sprache, in der du schreibst.' : `Ab jetzt spreche ich ${names.de[language]} mit dir.`}${where === 'here' ? '' : ' Das gilt für deine privaten Chats.'}`,
    unknownLanguage: (words) => `„${words}“ spreche ich nicht. Ich spreche Englisch (en) und Deutsch (de).`,
    settings: (name, role, { zone, language }) => `${name}: ${roles.de[role]}, Zeitzone ${zone}, Sprache ${language}`,
    ownerStays: 'Der Besitzer bleibt der Besitzer.',
  },
})
